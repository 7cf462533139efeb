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

async function run(body: ReadableStream<Uint8Array> | string, init: ResponseInit = EVENT_STREAM) {
  const client = plumblineClient({
    baseUrl: "http://service.example",
    apiKey: "plk_x",
    fetch: async () => new Response(body, init),
  });
  const chunks: StreamChunk[] = [];
  let error: unknown;
  try {
    for await (const chunk of client.streamAgent(REQUEST)) chunks.push(chunk);
  } catch (thrown) {
    error = thrown;
  }
  return { chunks, error };
}

const BROKEN_OFF = expect.objectContaining({ name: "PlumblineError", code: "broken_off", status: 200 });

describe("a stream cut after any of its bytes", () => {
  const whole = STREAM.length;

  test.each([
    ["and broken", true],
    ["and ended in good order", false],
  ])("%s, gives what had come, then throws; whole, it throws nothing", async (_how, breaks) => {
    for (let at = 0; at <= whole; at++) {
      const { chunks, error } = await run(streamed([STREAM.subarray(0, at)], { breaks }));
      expect(chunks).toEqual(CHUNKS.slice(0, chunks.length));
      const isWhole = chunks.length === CHUNKS.length;
      expect(error).toEqual(isWhole ? undefined : BROKEN_OFF);
      // The last event is there once its blank line is, be that a CR alone.
      expect(isWhole).toBe(at >= whole - 1);
    }
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
  expect(await run(open)).toEqual({ chunks: CHUNKS, error: undefined });
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

test("a reader that leaves hangs up", async () => {
  let hungUp = false;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(STREAM),
    cancel() {
      hungUp = true;
    },
  });
  const client = plumblineClient({
    baseUrl: "http://service.example",
    apiKey: "plk_x",
    fetch: async () => new Response(body, EVENT_STREAM),
  });
  for await (const chunk of client.streamAgent(REQUEST)) {
    expect(chunk.type).toBe("start");
    break;
  }
  expect(hungUp).toBe(true);
});
