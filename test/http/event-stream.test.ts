import { type Chunk, writeChunkEvents } from "@plumbline/agent/run/chunk.ts";
import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { UI_MESSAGE_STREAM_HEADERS as SDK_HEADERS } from "ai";
import { expect, test, vi } from "vitest";
import {
  EVENT_STREAM_HEADERS,
  eventStream,
  UI_MESSAGE_STREAM_HEADERS,
} from "../../packages/http/event-stream.ts";
import { StreamReader } from "./stream-reader.ts";

/** Yields chunks and counts them as they are made. Ends early when the reader returns. */
function countedChunks(count: number) {
  const made = { chunks: 0, returned: false };
  async function* chunks(): AsyncGenerator<Chunk, void> {
    try {
      for (; made.chunks < count; made.chunks++)
        yield { type: "text_delta", text: `chunk ${made.chunks}\n\n` };
    } finally {
      made.returned = true;
    }
  }
  return { made, chunks: chunks() };
}

function opened(chunks: AsyncIterable<Chunk>, clock = new ManualClock()) {
  const onCancel = vi.fn();
  const stream = eventStream(writeChunkEvents(chunks), { clock, onCancel });
  return { stream, clock, onCancel };
}

/** Events that come when the test says so. */
function spokenEvents() {
  const voice: { speak?: (event: string) => void; fail?: (error: Error) => void } = {};
  async function* events(): AsyncGenerator<string, void> {
    for (;;)
      yield await new Promise<string>((resolve, reject) => {
        voice.speak = resolve;
        voice.fail = reject;
      });
  }
  return { voice, events: events() };
}

/** A clock that can tell how many alarms are set. */
class WatchedClock extends ManualClock {
  alarms = 0;

  override after(ms: number, run: () => void): () => void {
    this.alarms++;
    const over = () => {
      if (pending) this.alarms--;
      pending = false;
    };
    let pending = true;
    const cancel = super.after(ms, () => {
      over();
      run();
    });
    return () => {
      over();
      cancel();
    };
  }
}

const settled = () => new Promise(setImmediate);

test("nothing is made before it is read", async () => {
  const { made, chunks } = countedChunks(1_000);
  const reader = new StreamReader(opened(chunks).stream);
  await settled();
  expect(made.chunks).toBe(0);
  await reader.next();
  await reader.next();
  await settled();
  expect(made.chunks).toBe(1);
  expect(await reader.rest()).toHaveLength(998);
});

test.each([
  ["gives up when it is aborted", (abort: AbortSignal) => abort.throwIfAborted()],
  ["says one more word when it is aborted", () => undefined],
])("a run that %s, and not before, ends with its reader", async (_what, onAbort) => {
  const clock = new WatchedClock();
  const abort = new AbortController();
  let returned = false;
  async function* events(): AsyncGenerator<string, void> {
    try {
      await new Promise((resolve) => abort.signal.addEventListener("abort", resolve));
      onAbort(abort.signal);
      yield "data: too late\n\n";
    } finally {
      returned = true;
    }
  }
  const reader = eventStream(events(), { clock, onCancel: () => abort.abort() }).getReader();
  const reading = reader.read();
  await settled();
  await reader.cancel();
  expect(returned).toBe(true);
  expect((await reading).done).toBe(true);
  expect(clock.alarms).toBe(0);
});

test("a run that is slow to end gets no comment after its reader has gone", async () => {
  const clock = new WatchedClock();
  const { voice, events } = spokenEvents();
  const reader = eventStream(events, { clock, onCancel: vi.fn() }).getReader();
  const reading = reader.read();
  await settled();
  const cancelled = reader.cancel();
  expect(clock.alarms).toBe(0);
  clock.advance(15_000);
  voice.speak?.("data: too late\n\n");
  await cancelled;
  expect((await reading).done).toBe(true);
});

test("a reader that takes nothing for two minutes ends the run, before its first event as after it", async () => {
  for (const taken of [0, 2]) {
    const clock = new WatchedClock();
    const { made, chunks } = countedChunks(1_000);
    const { stream, onCancel } = opened(chunks, clock);
    const reader = new StreamReader(stream);
    for (let at = 0; at < taken; at++) await reader.next();
    clock.advance(119_999);
    expect(onCancel).not.toHaveBeenCalled();
    clock.advance(1);
    await settled();
    expect(onCancel).toHaveBeenCalledOnce();
    // A generator that never began has nothing to clean up.
    expect(made.returned).toBe(taken > 0);
    await expect(reader.next()).rejects.toThrow("read nothing");
    expect(clock.alarms).toBe(0);
  }
});

test("a run that throws ends the stream as an error, once, and leaves no alarm behind", async () => {
  const clock = new WatchedClock();
  const onCancel = vi.fn();
  const { voice, events } = spokenEvents();
  const reader = eventStream(events, { clock, onCancel }).getReader();
  const reading = reader.read();
  await settled();
  expect(clock.alarms).toBe(1);
  voice.fail?.(new RangeError("inside"));
  await expect(reading).rejects.toThrow(RangeError);
  await expect(reader.read()).rejects.toThrow(RangeError);
  expect(clock.alarms).toBe(0);
  expect(onCancel).not.toHaveBeenCalled();
});

test("silence is counted from the last event, and a comment goes out each 15 s of it", async () => {
  const clock = new ManualClock();
  const { voice, events } = spokenEvents();
  const said = (text: string) => `event: text_delta\nid: 1\ndata: ${JSON.stringify({ text })}\n\n`;
  const reader = new StreamReader(eventStream(events, { clock, onCancel: vi.fn() }));
  const first = reader.next();
  await settled();
  clock.advance(14_000);
  voice.speak?.(said("first"));
  expect((await first)?.data.text).toBe("first");

  const comment = reader.next();
  await settled();
  clock.advance(14_999);
  expect(await isPending(comment)).toBe(true);
  clock.advance(1);
  expect((await comment)?.event).toBe("comment");

  const second = reader.next();
  clock.advance(15_000);
  expect((await second)?.event).toBe("comment");

  const last = reader.next();
  clock.advance(14_999);
  voice.speak?.(said("second"));
  expect(await last).toMatchObject({ event: "text_delta", data: { text: "second" } });
});

test("a reader that has stopped reading finds one comment, however long it stayed away", async () => {
  const clock = new ManualClock();
  const { voice, events } = spokenEvents();
  const reader = new StreamReader(eventStream(events, { clock, onCancel: vi.fn() }));
  const comment = reader.next();
  await settled();
  clock.advance(15_000);
  await comment;
  clock.advance(3_600_000);
  voice.speak?.('event: text_delta\nid: 1\ndata: {"text":"at last"}\n\n');
  await settled();
  expect((await reader.next())?.event).toBe("comment");
  expect((await reader.next())?.event).toBe("text_delta");
});

test("the headers say what the AI SDK's own server says", () => {
  const { connection: _perConnection, "content-type": type, ...others } = SDK_HEADERS;
  expect(UI_MESSAGE_STREAM_HEADERS).toMatchObject(others);
  expect(UI_MESSAGE_STREAM_HEADERS["content-type"]).toBe(`${type}; charset=utf-8`);
  expect(EVENT_STREAM_HEADERS).not.toHaveProperty("x-vercel-ai-ui-message-stream");
});

function isPending(promise: Promise<unknown>): Promise<boolean> {
  return Promise.race([promise.then(() => false), settled().then(() => true)]);
}
