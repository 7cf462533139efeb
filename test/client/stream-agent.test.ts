import type { StreamChunk } from "@plumbline/client/agent-stream.ts";
import { plumblineClient } from "@plumbline/client/client.ts";
import { describe, expect, test } from "vitest";

const CHUNKS: StreamChunk[] = [
  {
    type: "start",
    run_id: "r",
    conversation_id: "c-1",
    requires_grounding: false,
    gate: { score: 0.1, reasons: [] },
  },
  { type: "text_delta", text: "Grüße 👋" },
  { type: "done", stop_reason: "end", usage: { input_tokens: 1, output_tokens: 2 }, elapsed_ms: 3 },
];

const STREAM = Buffer.from(
  CHUNKS.map(
    (chunk, index) =>
      `: still here\r\n\r\nevent: ${chunk.type}\r\nid: ${index + 1}\r\ndata: ${JSON.stringify(chunk)}\r\n\r\n`,
  ).join(""),
);

/** The stream in these pieces; then it breaks, or ends in good order. */
function streamed(pieces: readonly Uint8Array[], { breaks = false } = {}): ReadableStream<Uint8Array> {
  const left = [...pieces];
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      const next = left.shift();
      if (next) controller.enqueue(next);
      else if (breaks) controller.error(new TypeError("terminated"));
      else controller.close();
    },
  });
}

const REQUEST = { messages: [{ role: "user" as const, content: "Hello" }] };
const EVENT_STREAM = { headers: { "content-type": "text/event-stream; charset=utf-8" } };

const REFUSED = { error_code: "not_found", detail: "There is no such run." };

/** Runs against this answer; `later` answers any later request. Returns all requests that were made. */
async function run(
  body: ReadableStream<Uint8Array> | string,
  init: ResponseInit = EVENT_STREAM,
  later = (_request: Request) => Response.json(REFUSED, { status: 404 }),
) {
  const requests: Request[] = [];
  const client = plumblineClient({
    baseUrl: "http://service.example",
    apiKey: "plk_x",
    async fetch(request) {
      requests.push(request);
      return requests.length === 1 ? new Response(body, init) : later(request);
    },
  });
  const chunks: StreamChunk[] = [];
  let error: unknown;
  try {
    for await (const chunk of client.streamAgent(REQUEST)) chunks.push(chunk);
  } catch (thrown) {
    error = thrown;
  }
  return { chunks, error, requests };
}

/** The events of the run behind the one that the request names. */
function behind(request: Request): Response {
  const [, id = ""] = /^(\d+)$/.exec(request.headers.get("last-event-id") ?? "") ?? [];
  const rest = STREAM.subarray(STREAM.indexOf(`id: ${Number(id) + 1}\r`));
  return new Response(rest, EVENT_STREAM);
}

const BROKEN_OFF = expect.objectContaining({ name: "PlumblineError", code: "broken_off", status: 200 });

describe("a stream cut after any of its bytes", () => {
  const whole = STREAM.length;

  test.each([
    ["and broken", true],
    ["and ended in good order", false],
  ])("%s, is read on where it was cut, once its start has come", async (_how, breaks) => {
    const start = STREAM.indexOf("\r\n\r\n", STREAM.indexOf("event: start")) + 3;
    for (let at = 0; at <= whole; at++) {
      const { chunks, error } = await run(
        streamed([STREAM.subarray(0, at)], { breaks }),
        EVENT_STREAM,
        behind,
      );
      // An event is there once its blank line is, be that a CR alone.
      const isFound = at >= start;
      expect([chunks, error]).toEqual(isFound ? [CHUNKS, undefined] : [[], BROKEN_OFF]);
    }
  });

  test("is thrown as broken off where the service refuses to go on", async () => {
    const { chunks, error, requests } = await run(streamed([STREAM.subarray(0, -20)]));
    expect([chunks, error]).toEqual([CHUNKS.slice(0, -1), expect.objectContaining({ status: 404 })]);
    expect(requests.map(({ method }) => method)).toEqual(["POST", "GET"]);
  });

  test("and sent in two pieces gives all", async () => {
    for (let at = 1; at < whole; at++) {
      const { chunks, error } = await run(streamed([STREAM.subarray(0, at), STREAM.subarray(at)]));
      expect([chunks, error]).toEqual([CHUNKS, undefined]);
    }
  });
});

test("what comes after done is not waited for", async () => {
  const open = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(STREAM) });
  expect(await run(open)).toMatchObject({ chunks: CHUNKS, error: undefined });
});

test("a run that was begun before is read from its start, beyond the done with which it waited", async () => {
  const waited = { ...CHUNKS.at(-1), stop_reason: "approval" };
  const body = Buffer.concat([Buffer.from(`data: ${JSON.stringify(waited)}\n\n`), STREAM]);
  let asked: Request | undefined;
  const client = plumblineClient({
    baseUrl: "http://service.example",
    async fetch(request) {
      asked = request;
      return new Response(body, EVENT_STREAM);
    },
  });
  const chunks: StreamChunk[] = [];
  for await (const chunk of client.streamRun("r")) chunks.push(chunk);
  expect(chunks).toEqual([waited, ...CHUNKS]);
  expect([asked?.url, asked?.headers.get("last-event-id")]).toEqual([
    "http://service.example/api/v1/agent/runs/r/stream",
    "0",
  ]);
});

test("a chunk of a type that is not known yet is given as it is", async () => {
  const chunk = { type: "thought", text: "Hm." };
  const { chunks } = await run(`data: ${JSON.stringify(chunk)}\n\n${STREAM}`);
  expect(chunks).toEqual([chunk, ...CHUNKS]);
});

test.each([
  ["no JSON", "data: {\n\n"],
  ["no object", "data: 1\n\n"],
  ["null", "data: null\n\n"],
  ["an object without a type", 'data: {"text":"x"}\n\n'],
])("%s is no chunk", async (_what, body) => {
  const { chunks, error } = await run(body);
  expect([chunks, error]).toEqual([[], expect.objectContaining({ code: "unreadable" })]);
});

test("what is not a stream of events is not read as one", async () => {
  for (const type of ["text/html", "application/json"]) {
    const { error } = await run(STREAM.toString(), { headers: { "content-type": type } });
    expect(error).toMatchObject({ code: "unreadable", status: 200 });
  }
});

test("a reader that leaves hangs up, and stops the run", async () => {
  let hungUp = false;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(STREAM),
    cancel() {
      hungUp = true;
    },
  });
  const asked: string[] = [];
  const client = plumblineClient({
    baseUrl: "http://service.example",
    apiKey: "plk_x",
    async fetch({ method, url }) {
      asked.push(`${method} ${new URL(url).pathname}`);
      return asked.length === 1 ? new Response(body, EVENT_STREAM) : Response.json({});
    },
  });
  for await (const chunk of client.streamAgent(REQUEST)) {
    expect(chunk.type).toBe("start");
    break;
  }
  expect(hungUp).toBe(true);
  expect(asked).toEqual(["POST /api/v1/agent/stream", "POST /api/v1/agent/runs/r/stop"]);
});
