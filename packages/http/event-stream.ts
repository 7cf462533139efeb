import type { Chunk } from "@plumbline/core/agent/chunk.ts";
import { encodeEvent, HEARTBEAT } from "@plumbline/core/agent/server-sent-events.ts";
import type { Clock } from "@plumbline/core/clock/clock.ts";

const SILENCE_MS = 15_000;

/** A run as `text/event-stream`. Chunks are made only as fast as the reader takes them; a comment goes out after 15 s of silence. */
export function eventStream(chunks: AsyncGenerator<Chunk, void>, clock: Clock): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let id = 0;
  let cancelHeartbeat: (() => void) | undefined;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const beat = () => {
        controller.enqueue(encoder.encode(HEARTBEAT));
        cancelHeartbeat = clock.after(SILENCE_MS, beat);
      };
      cancelHeartbeat = clock.after(SILENCE_MS, beat);
      try {
        const next = await chunks.next();
        if (next.done) controller.close();
        else controller.enqueue(encoder.encode(encodeEvent(next.value, ++id)));
      } finally {
        cancelHeartbeat?.();
      }
    },
    async cancel() {
      cancelHeartbeat?.();
      await chunks.return();
    },
  });
}

export const EVENT_STREAM_HEADERS = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-cache",
  "x-accel-buffering": "no",
} as const;
