import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { createApp } from "@plumbline/http/app.ts";
import { createRoutes } from "@plumbline/http/endpoints/index.ts";
import { describe, expect, test } from "vitest";
import { listen } from "../../../packages/local/server/listener.ts";
import { startServiceUnderTest } from "../../support/service-under-test.ts";
import { startedForFile } from "../../support/started.ts";

const under = startedForFile(startServiceUnderTest);
const listener = startedForFile(() =>
  listen(createApp(under.service, createRoutes(under.service)).fetch, "127.0.0.1", 0),
);

const HOST = "host: 127.0.0.1\r\n";

async function open(): Promise<Socket> {
  const socket = connect(listener.port, "127.0.0.1");
  await once(socket, "connect");
  return socket;
}

/** Sends lines as they are, and reads the answer until the service closes the connection. */
async function send(text: string): Promise<{ status: number; text: string; ms: number }> {
  const socket = await open();
  const startedAt = performance.now();
  socket.write(text);
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk);
  const answer = Buffer.concat(chunks).toString();
  return { status: Number(answer.split(" ")[1]), text: answer, ms: performance.now() - startedAt };
}

const get = (target: string, headers: string) =>
  `GET ${target} HTTP/1.1\r\n${headers}connection: close\r\n\r\n`;

describe("a request names one host", () => {
  test("which may stand in its target, too", async () => {
    expect((await send(get("/healthz", HOST))).status).toBe(200);
    expect((await send(get("http://127.0.0.1/healthz", "Host: 127.0.0.1\r\n"))).status).toBe(200);
  });

  test.each([
    ["two Host headers that differ", get("/healthz", `${HOST}Host: evil.example\r\n`)],
    ["two that are the same", get("/healthz", HOST + HOST)],
    ["two that differ in letter case", get("/healthz", `HOST: a.example\r\nhost: A.example\r\n`)],
    ["two in HTTP/1.0", get("/healthz", HOST + HOST).replace("HTTP/1.1", "HTTP/1.0")],
    ["another one in its target", get("http://evil.example/healthz", HOST)],
    ["a user in its target", get("http://127.0.0.1@evil.example/healthz", HOST)],
    ["none", get("/healthz", "")],
    ["an empty one", get("/healthz", "host: \r\n")],
  ])("and is refused with %s", async (_what, text) => {
    expect(await send(text)).toMatchObject({ status: 400, text: expect.stringContaining("problem+json") });
  });
});

test("headers that arrive half end after 10 s", { timeout: 20_000 }, async () => {
  const ends = await Promise.all([
    send(`GET /healthz HTTP/1.1\r\n${HOST}x-slow: `),
    send("POST /api/v1/tools/feed_read HTTP/1.1\r\n"),
    send("G"),
  ]);
  for (const { status, ms } of ends) {
    expect(status).toBe(408);
    expect(ms).toBeGreaterThan(9_900);
    expect(ms).toBeLessThan(12_000);
  }
});

describe("no browser may take an answer for something else than its type says", () => {
  test.each([
    [200, get("/healthz", HOST)],
    [200, get("/", HOST)],
    [200, get("/docs", HOST)],
    [200, get("/openapi.json", HOST)],
    [401, get("/api/v1/tools", HOST)],
    [404, get("/nothing", HOST)],
    [404, get("/connect/none", HOST)],
    [405, get("/api/v1/sessions", HOST)],
    [400, get("/docs", HOST + HOST)],
    [400, get("/docs\\x?", HOST)],
    [400, "GET / HTTP/1.1\r\nnot a header\r\n\r\n"],
    [400, "\x16\x03\x01\x02\r\n\r\n"],
    [431, get("/", `${HOST}x-long: ${"x".repeat(20_000)}\r\n`)],
    [417, get("/", `${HOST}expect: the-unexpected\r\n`)],
  ])("with %i", async (status, text) => {
    const answer = await send(text);
    expect(answer.status).toBe(status);
    expect(answer.text.match(/x-content-type-options: nosniff\r\n/gi)).toHaveLength(1);
  });
});

test("an answer that has begun is not followed by a refusal inside it", async () => {
  const stream = new ReadableStream({ start: (controller) => controller.enqueue(Buffer.from("a")) });
  const streaming = await listen(() => new Response(stream), "127.0.0.1", 0);
  const socket = connect(streaming.port, "127.0.0.1");
  let text = "";
  socket.write(`GET / HTTP/1.1\r\n${HOST}\r\n`);
  for await (const chunk of socket) {
    if (text === "") socket.write("garbage\r\n\r\n");
    text += chunk;
  }
  await streaming.close();
  expect(text.match(/HTTP\/1\.1/g)).toHaveLength(1);
});
