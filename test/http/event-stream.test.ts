import type { Chunk } from "@plumbline/core/agent/chunk.ts";
import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { eventStream } from "@plumbline/http/event-stream.ts";
import { expect, test } from "vitest";
import { StreamReader } from "./stream-reader.ts";

/** Many chunks, counted as they are made; it ends early when it is told to return. */
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

const settled = () => new Promise(setImmediate);

test("chunks are made as they are read, not before", async () => {
  const { made, chunks } = countedChunks(1_000);
  const reader = new StreamReader(eventStream(chunks, new ManualClock()));
  await settled();
  expect(made.chunks).toBeLessThanOrEqual(1);
  await reader.next();
  await reader.next();
  await settled();
  expect(made.chunks).toBeLessThanOrEqual(3);
  expect(await reader.rest()).toHaveLength(998);
});

test("a text with blank lines stays one event", async () => {
  const { chunks } = countedChunks(2);
  const events = await new StreamReader(eventStream(chunks, new ManualClock())).rest();
  expect(events.map(({ data }) => data.text)).toEqual(["chunk 0\n\n", "chunk 1\n\n"]);
});

test("a reader that goes away ends the run", async () => {
  const { made, chunks } = countedChunks(1_000);
  const reader = new StreamReader(eventStream(chunks, new ManualClock()));
  await reader.next();
  await reader.cancel();
  expect(made.returned).toBe(true);
  expect(made.chunks).toBeLessThan(4);
});

test("silence is counted from the last event, and a comment goes out each 15 s of it", async () => {
  const clock = new ManualClock();
  const voice: { speak?: (text: string) => void } = {};
  async function* chunks(): AsyncGenerator<Chunk, void> {
    for (;;) {
      const text = await new Promise<string>((resolve) => {
        voice.speak = resolve;
      });
      yield { type: "text_delta", text };
    }
  }
  const reader = new StreamReader(eventStream(chunks(), clock));
  await settled();
  clock.advance(14_000);
  voice.speak?.("first");
  expect((await reader.next())?.data.text).toBe("first");

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
  voice.speak?.("second");
  expect(await last).toMatchObject({ id: 2, data: { text: "second" } });
});

function isPending(promise: Promise<unknown>): Promise<boolean> {
  return Promise.race([promise.then(() => false), settled().then(() => true)]);
}
