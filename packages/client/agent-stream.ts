import { PlumblineError } from "./plumbline-error.ts";
import type { Schemas } from "./schemas.ts";
import { serverSentEvents } from "./server-sent-events.ts";

/** A chunk of a run's output. `type` gives its kind. */
export type StreamChunk = Schemas["StreamChunk"];

/** Requests that `readRun` uses to start, resume and stop reading a run. */
export interface RunRequests {
  begin(): Promise<AsyncIterable<Uint8Array>>;
  /** Resumes reading after the event with this ID. */
  goOn(runId: string, after: string): Promise<AsyncIterable<Uint8Array>>;
  stop(runId: string): Promise<unknown>;
}

/** Number of reconnections without a new event before the reader gives up. */
const MAX_ATTEMPTS = 3;

interface Reading {
  runId: string | undefined;
  /** ID of the last event read. */
  read: string;
  /** Number of connections that broke off since that event. */
  attempts: number;
  /** True if the run was read to its end or cannot be read. */
  isOver: boolean;
}

/**
 * Yields the chunks of a run, up to and including its `done`. Reconnects if the connection breaks off. Stops
 * the run if the reader leaves or its signal aborts.
 */
export async function* readRun(
  { begin, goOn, stop }: RunRequests,
  signal: AbortSignal | undefined,
): AsyncGenerator<StreamChunk, void> {
  const reading: Reading = { runId: undefined, read: "", attempts: 0, isOver: false };
  try {
    while (!reading.isOver) {
      try {
        const body = await (reading.runId === undefined ? begin() : goOn(reading.runId, reading.read));
        yield* readOn(reading, body);
      } catch (error) {
        if (signal?.aborted || reading.runId === undefined) throw error;
        reading.attempts += 1;
        reading.isOver = reading.attempts > MAX_ATTEMPTS || !isOfConnection(error);
        if (reading.isOver) throw error;
        await new Promise((resolve) => setTimeout(resolve, 500 * (reading.attempts - 1)));
      }
    }
  } finally {
    // A reader that leaves does not wait for the run to stop.
    if (reading.runId !== undefined && !reading.isOver) void stop(reading.runId).catch(() => undefined);
  }
}

async function* readOn(reading: Reading, body: AsyncIterable<Uint8Array>): AsyncGenerator<StreamChunk, void> {
  for await (const { chunk, id } of runChunks(body)) {
    if (chunk.type === "start") reading.runId = chunk.run_id;
    reading.read = id;
    reading.attempts = 0;
    reading.isOver = chunk.type === "done";
    yield chunk;
  }
}

function isOfConnection(error: unknown): boolean {
  return error instanceof PlumblineError && ["broken_off", "unreachable"].includes(error.code ?? "");
}

/**
 * Yields the chunks of a stream with the IDs of their events, up to `done`, and ignores anything after it. A
 * run that waited for approval and was resumed also has a `done` in the middle. Throws PlumblineError
 * `broken_off` if the stream ends without a `done`.
 */
export async function* runChunks(
  body: AsyncIterable<Uint8Array>,
): AsyncGenerator<{ chunk: StreamChunk; id: string }, void> {
  let isDone = false;
  for await (const { data, id = "" } of serverSentEvents(body)) {
    const chunk = parseChunk(data);
    yield { chunk, id };
    isDone = chunk.type === "done";
    if (chunk.type === "done" && chunk.stop_reason !== "approval") return;
  }
  if (isDone) return;
  throw new PlumblineError("The run was cut off: the service ended its stream without a `done`.", 200, {
    code: "broken_off",
  });
}

function parseChunk(data: string): StreamChunk {
  try {
    const chunk: StreamChunk | null = JSON.parse(data);
    if (typeof chunk?.type === "string") return chunk;
  } catch (cause) {
    throw new PlumblineError("The service streamed something that is not JSON.", 200, { cause });
  }
  throw new PlumblineError("The service streamed something that is not a chunk of a run.", 200);
}
