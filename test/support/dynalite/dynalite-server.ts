import { once } from "node:events";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { EmbeddedRequestHandler } from "./embedded-request-handler.ts";

const { create } = createRequire(import.meta.url)("dynalite/db") as typeof import("dynalite/db");

/** Serves dynalite on a port, for programs that make their own client; it knows TransactWriteItems. */
export async function startDynaliteServer(): Promise<{ url: string; close(): Promise<void> }> {
  const store = create({ createTableMs: 0, deleteTableMs: 0 } as never);
  await store.db.open();
  const handler = new EmbeddedRequestHandler(store);
  const server = createServer(async (request, response) => {
    const headers = { "x-amz-target": String(request.headers["x-amz-target"]) };
    const answer = await handler.handle({ headers, body: await text(request) });
    response.writeHead(answer.response.statusCode, answer.response.headers).end(answer.response.body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await store.db.close();
    },
  };
}
