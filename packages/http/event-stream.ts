import type { Clock } from "@plumbline/core/clock/clock.ts";

const SILENCE_MS = 15_000;
/**
 * A reader that takes no data for this long counts as disconnected. The agent run that it follows then ends
 * and releases its concurrency permit.
 */
const UNREAD_MS = 120_000;
/** A comment, which every client ignores. It keeps the connection alive. */
const HEARTBEAT = ": still here\n\n";

export interface EventStreamOptions {
  clock: Clock;
  /**
   * Called once when the reader disconnects early or stops reading. It must make `events` end, because the
   * stream does not wait for a pending event.
   */
  onCancel(): void;
}

/**
 * Encodes server-sent events as a response body. Each event is requested only when the reader wants it. While
 * the reader waits, a comment is sent every 15 s. If `events` throws, or the reader takes no data for two
 * minutes although some is available, the stream fails.
 */
export function eventStream(
  events: AsyncGenerator<string, void>,
  { clock, onCancel }: EventStreamOptions,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let hasEnded = false;
  let cancelTimer: () => void = () => undefined;
  const end = () => {
    hasEnded = true;
    cancelTimer();
    // Call this first, because a generator that waits for a model can only return once the model ends.
    onCancel();
    return events.return();
  };
  const awaitReader = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    cancelTimer = clock.after(UNREAD_MS, () => {
      controller.error(new Error("The reader read nothing for two minutes."));
      end().catch(() => undefined);
    });
  };
  return new ReadableStream<Uint8Array>(
    {
      start: awaitReader,
      async pull(controller) {
        cancelTimer();
        const sendHeartbeat = () => {
          // A reader that has stopped reading gets one comment, not a queue of them.
          if (controller.desiredSize === 0) controller.enqueue(encoder.encode(HEARTBEAT));
          cancelTimer = clock.after(SILENCE_MS, sendHeartbeat);
        };
        cancelTimer = clock.after(SILENCE_MS, sendHeartbeat);
        try {
          const next = await events.next();
          cancelTimer();
          if (hasEnded) return;
          if (next.done) return controller.close();
          controller.enqueue(encoder.encode(next.value));
          awaitReader(controller);
        } catch (error) {
          cancelTimer();
          throw error;
        }
      },
      async cancel() {
        await end();
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
