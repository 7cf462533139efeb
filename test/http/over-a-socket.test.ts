import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { type AddressInfo, connect, createServer, type Server } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Listener, listen } from "../../packages/local/server/listener.ts";
import { type ApiUnderTest, startApi } from "./api-under-test.ts";
import { StreamReader } from "./stream-reader.ts";

const COMPLETE = "/api/v1/autonomy/research/complete";

let api: ApiUnderTest;
/** A search backend that takes a connection and never says a word. */
let silent: Server;
let listener: Listener;
let base: string;
let authorization: string;
/** The service's answers, whether or not a client was there to read them. */
let answers: Promise<Response>[];

beforeEach(async () => {
  silent = createServer().listen(0, "127.0.0.1");
  await once(silent, "listening");
  const instanceUrl = `http://127.0.0.1:${portOf(silent)}`;
  api = await startApi({ search: { c: { instanceUrl } } });
  answers = [];
  listener = await listen(
    (incoming) => {
      const answer = Promise.resolve(api.fetch(incoming));
      answers.push(answer);
      return answer;
    },
    "127.0.0.1",
    0,
  );
  base = `http://127.0.0.1:${listener.port}`;
  authorization = `Bearer ${api.tenant.apiKey.reveal()}`;
});

afterEach(async () => {
  await listener.close();
  await api.close();
  silent.close();
});

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

describe("a body of 2 MB, written to its end by a client that only then reads", () => {
  const size = 2_000_000;

  async function upload(
    headers: Record<string, string>,
  ): Promise<{ status: number | undefined; body: string }> {
    const sent = request(`${base}${COMPLETE}`, {
      method: "POST",
      agent: false,
      headers: { "content-type": "application/json", ...headers },
    });
    const answered = once(sent, "response");
    for (let left = size; left > 0; left -= 50_000) {
      if (!sent.write(Buffer.alloc(50_000, 0x20))) await once(sent, "drain");
    }
    sent.end();
    const [answer]: IncomingMessage[] = await answered;
    const chunks: Buffer[] = [];
    for await (const chunk of answer ?? []) chunks.push(chunk);
    return { status: answer?.statusCode, body: Buffer.concat(chunks).toString("utf8") };
  }

  test.each([
    ["by its length", { "content-length": String(size) }],
    ["chunked", { "transfer-encoding": "chunked" }],
  ])("is answered with a 413 that the client reads: %s", async (_what, headers) => {
    for (let round = 0; round < 5; round++) {
      const { status, body } = await upload({ authorization, ...headers });
      expect(status).toBe(413);
      expect(JSON.parse(body)).toMatchObject({ error_code: "body_too_large" });
    }
  });

  test("of a stranger is answered with a 401 that the client reads", async () => {
    const { status, body } = await upload({ "content-length": String(size) });
    expect(status).toBe(401);
    expect(JSON.parse(body)).toMatchObject({ error_code: "unauthenticated" });
  });
});

describe("a client that goes away", () => {
  const sent = (path: string, body: unknown, signal: AbortSignal) =>
    fetch(`${base}${path}`, {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify(body),
      signal,
    });
  /** The client's leaving is no failure of the service. */
  const failures = () => api.logged.filter(({ event }) => /^(run|request)_failed$/.test(String(event)));

  test("in the middle of a stream leaves its run to go on until somebody stops it", async () => {
    const leaving = new AbortController();
    const searching = once(silent, "connection");
    const messages = [{ role: "user", content: "Who was Ada Lovelace?" }];
    const response = await sent("/api/v1/agent/stream", { messages }, leaving.signal);
    const reader = new StreamReader(response.body);
    const { data } = await reader.until("start");
    await reader.until("tool_use");
    const [search] = await searching;
    const ended = once(search, "close");
    search.resume();
    leaving.abort();
    const run = `${base}/api/v1/agent/runs/${data.run_id}`;
    const told = await fetch(run, { headers: { authorization } });
    expect(await told.json()).toMatchObject({ state: "running" });
    await fetch(`${run}/stop`, { method: "POST", headers: { authorization } });
    await ended;
    expect(failures()).toEqual([]);
  });

  test("while it waits for an answer ends the research too", async () => {
    const leaving = new AbortController();
    const searching = once(silent, "connection");
    const answer = sent(COMPLETE, { prompt: "Who was Ada Lovelace?" }, leaving.signal);
    const [search] = await searching;
    const ended = once(search, "close");
    search.resume();
    leaving.abort();
    await expect(answer).rejects.toThrow("aborted");
    await ended;
    expect((await answers.at(-1))?.status).toBe(499);
    expect(failures()).toEqual([]);
  });
});

describe("what HTTP itself refuses", () => {
  async function raw(text: string): Promise<string> {
    const socket = connect(listener.port, "127.0.0.1");
    socket.end(text);
    const chunks: Buffer[] = [];
    for await (const chunk of socket) chunks.push(chunk);
    return Buffer.concat(chunks).toString("utf8");
  }

  test.each([
    ["no host", "GET /healthz HTTP/1.0\r\n\r\n"],
    ["a host that is none", "GET /healthz HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n"],
    ["a path that is none", "GET /a\\b HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"],
    ["no HTTP at all", "HELO example.com\r\n\r\n"],
  ])("%s is answered without the inside", async (_what, text) => {
    const answer = await raw(text);
    expect(answer).toMatch(/^HTTP\/1\.1 (200|400) /);
    expect(answer).not.toMatch(/\bat |node_modules|Error:/);
  });

  test("an invalid host gets a problem like every other refusal", async () => {
    const answer = await raw("GET /healthz HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n");
    expect(answer).toContain("content-type: application/problem+json");
    expect(answer).toContain('"error_code":"bad_request"');
  });
});
