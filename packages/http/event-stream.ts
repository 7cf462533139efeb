import type { Clock } from "@plumbline/core/clock/clock.ts";

const SILENCE_MS = 15_000;
/** A comment, which every client skips: it keeps the connection from looking dead. */
const HEARTBEAT = ": still here\n\n";

export interface EventStreamOptions {
  clock: Clock;
  /**
   * Called once when the reader goes away before the end. It must make `events` end: what they wait for is
   * not waited for without it.
   */
  onCancel(): void;
}

/**
 * Encoded server-sent events as a body. An event is made when the reader asks for it, none ahead; a comment
 * goes out after each 15 s in which the reader waits for one. Events that throw end the stream as an error.
 */
export function eventStream(
  events: AsyncGenerator<string, void>,
  { clock, onCancel }: EventStreamOptions,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let cancelled = false;
  let stopHeartbeat: (() => void) | undefined;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const beat = () => {
          // A reader that has stopped reading gets one comment, not a queue of them.
          if (controller.desiredSize === 0) controller.enqueue(encoder.encode(HEARTBEAT));
          stopHeartbeat = clock.after(SILENCE_MS, beat);
        };
        stopHeartbeat = clock.after(SILENCE_MS, beat);
        try {
          const next = await events.next();
          if (cancelled) return;
          if (next.done) controller.close();
          else controller.enqueue(encoder.encode(next.value));
        } finally {
          stopHeartbeat();
        }
      },
      async cancel() {
        cancelled = true;
        stopHeartbeat?.();
        // First: a generator that waits for a model can return only when the model ends.
        onCancel();
        await events.return();
      },
    },
    { highWaterMark: 0 },
  );
}

export const EVENT_STREAM_HEADERS = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-cache",
  "x-accel-buffering": "no",
} as const;

/** The same for the AI SDK's UI message stream. */
export const UI_MESSAGE_STREAM_HEADERS = {
  ...EVENT_STREAM_HEADERS,
  "x-vercel-ai-ui-message-stream": "v1",
} as const;
