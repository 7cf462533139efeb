import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { listen } from "../../../packages/local/server/listener.ts";

/** Less than the ten seconds after which a stopping server closes everything. */
const AT_ONCE = { timeout: 5_000 };

test("a connection that has carried nothing yet does not hold up the stop", AT_ONCE, async () => {
  const listener = await listen(() => new Response("hello"), "127.0.0.1", 0);
  const socket = connect(listener.port, "127.0.0.1");
  await once(socket, "connect");
  const closed = once(socket.resume(), "close");
  await listener.close();
  await closed;
});

test("nor does one that is kept alive after its last call", AT_ONCE, async () => {
  const asked: ((answer: Response) => void)[] = [];
  const listener = await listen(
    () => new Promise<Response>((resolve) => asked.push(resolve)),
    "127.0.0.1",
    0,
  );
  const agent = new Agent({ keepAlive: true });
  const sent = request({ port: listener.port, host: "127.0.0.1", agent }).end();
  const answered = once(sent, "response");
  while (asked.length === 0) await new Promise(setImmediate);
  const stopped = listener.close();
  asked[0]?.(new Response("the last word"));
  const [answer]: IncomingMessage[] = await answered;
  const chunks: Buffer[] = [];
  for await (const chunk of answer ?? []) chunks.push(chunk);
  expect(Buffer.concat(chunks).toString()).toBe("the last word");
  await stopped;
  agent.destroy();
});

test("a port in use and a foreign address are reported by name", async () => {
  const listener = await listen(() => new Response("hello"), "127.0.0.1", 0);
  try {
    const second = listen(() => new Response("hello"), "127.0.0.1", listener.port);
    await expect(second).rejects.toThrow(`Port ${listener.port} on 127.0.0.1 is already in use`);
    await expect(listen(() => new Response("hello"), "192.0.2.1", 0)).rejects.toThrow("HOST 192.0.2.1");
  } finally {
    await listener.close();
  }
});
