import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { chatEvents } from "@plumbline/sandbox/model/chat-reply.ts";
import { readChatRequest } from "@plumbline/sandbox/model/chat-request.ts";
import { RecordedRequest } from "@plumbline/sandbox/server/recorded-request.ts";
import { readBody } from "@plumbline/sandbox/server/scripted-server.ts";
import type { LoadSettings } from "./load-providers.ts";
import { chatapp } from "./providers/chatapp.ts";

/** A chat app and a model in a process of their own. They answer at once. */
const server = createServer((incoming, response) => {
  (incoming.url?.startsWith("/v1/") ? model : chat)(incoming, response).catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
});

async function chat(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  await readBody(incoming);
  const { json } = chatapp.answers["POST /api/chat.postMessage"] ?? {};
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(json));
}

async function model(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await readBody(incoming);
  if (!Buffer.isBuffer(body)) return;
  const asked = readChatRequest(new RecordedRequest(incoming, body));
  const events = chatEvents({ text: "The lamp was lit at dusk." }, asked);
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
  response.end(events.join(""));
}

server.listen(0, "127.0.0.1");
await once(server, "listening");
const address = server.address();
if (address === null || typeof address === "string") throw new Error("The providers have no port.");
const url = `http://127.0.0.1:${address.port}`;
const settings: LoadSettings = {
  ...{
    CHATAPP_BASE_URL: `${url}/api/`,
    MODEL_PROVIDER: "openai-compatible",
    MODEL_ID: "bench",
    READER: "off",
  },
  ...{ MODEL_BASE_URL: `${url}/v1`, MODEL_API_KEY: "bench" },
};
process.once("disconnect", () => process.exit());
process.send?.(settings);
