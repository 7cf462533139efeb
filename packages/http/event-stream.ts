import type { Clock } from "@plumbline/core/clock/clock.ts";

const SILENCE_MS = 15_000;
/** A reader that takes nothing for so long counts as gone: its run ends and gives its place back. */
const UNREAD_MS = 120_000;
/** A comment, which every client skips: it keeps the connection from looking dead. */
const HEARTBEAT = ": still here\n\n";

export interface EventStreamOptions {
  clock: Clock;
  /**
   * Called once when the reader goes away before the end, or stops reading. It must make `events` end:
   * what they wait for is
   * not waited for without it.
   */
  onCancel(): void;
}

/**
 * Encoded server-sent events as a body. An event is made when the reader asks for it, none ahead; a comment
 * goes out after each 15 s in which the reader waits for one. Events that throw end the stream as an
 * error, and
 * so does a reader that takes nothing for two minutes while there is something to take.
 */
export function eventStream(
  events: AsyncGenerator<string, void>,
  { clock, onCancel }: EventStreamOptions,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let over = false;
  let cancelTimer: () => void = () => undefined;
  const end = () => {
    over = true;
    cancelTimer();
    // First: a generator that waits for a model can return only when the model ends.
    onCancel();
    return events.return();
  };
  const awaitReader = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    cancelTimer = clock.after(UNREAD_MS, () => {
      controller.error(new Error("The reader took nothing for two minutes."));
      end().catch(() => undefined);
    });
  };
  return new ReadableStream<Uint8Array>(
    {
      start: awaitReader,
      async pull(controller) {
        cancelTimer();
        const beat = () => {
          // A reader that has stopped reading gets one comment, not a queue of them.
          if (controller.desiredSize === 0) controller.enqueue(encoder.encode(HEARTBEAT));
          cancelTimer = clock.after(SILENCE_MS, beat);
        };
        cancelTimer = clock.after(SILENCE_MS, beat);
        try {
          const next = await events.next();
          cancelTimer();
          if (over) return;
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
