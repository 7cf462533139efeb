import { PlumblineError } from "./plumbline-error.ts";
import type { Schemas } from "./schemas.ts";
import { serverSentEvents } from "./server-sent-events.ts";

/** A chunk of a run's output; `type` says which kind it is. */
export type StreamChunk = Schemas["StreamChunk"];

/** The requests that a run which lasts is read by. */
export interface RunRequests {
  begin(): Promise<AsyncIterable<Uint8Array>>;
  /** Reads on behind the event of this id. */
  goOn(runId: string, after: string): Promise<AsyncIterable<Uint8Array>>;
  stop(runId: string): Promise<unknown>;
}

/** Reads on so often where the connection breaks off before it has told anything more. */
const MOST_ATTEMPTS = 3;

interface Reading {
  runId: string | undefined;
  /** The id of the last event that was read. */
  read: string;
  /** Connections that broke off since then. */
  attempts: number;
  /** It was read to its end, or nobody can read it. */
  isOver: boolean;
}

/**
 * Yields the chunks of a run, up to its `done`. Where the connection breaks off it reads on with another. A
 * reader that leaves, or whose signal aborts, stops the run.
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
        reading.isOver = reading.attempts > MOST_ATTEMPTS || !isOfConnection(error);
        if (reading.isOver) throw error;
        await new Promise((resolve) => setTimeout(resolve, 500 * (reading.attempts - 1)));
      }
    }
  } finally {
    // Whoever leaves does not wait for it.
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
 * Yields the chunks of a stream with the ids of their events, up to `done`; anything after that is not read.
 * A run that waited for a person and was resumed has a `done` in its middle. Throws PlumblineError
 * `broken_off` for a stream that ends without one.
 */
export async function* runChunks(
  body: AsyncIterable<Uint8Array>,
): AsyncGenerator<{ chunk: StreamChunk; id: string }, void> {
  let isDone = false;
  for await (const { data, id = "" } of serverSentEvents(body)) {
    const chunk = chunkIn(data);
    yield { chunk, id };
    isDone = chunk.type === "done";
    if (chunk.type === "done" && chunk.stop_reason !== "approval") return;
  }
  if (isDone) return;
  throw new PlumblineError("The run broke off: the service ended its stream without a `done`.", 200, {
    code: "broken_off",
  });
}

function chunkIn(data: string): StreamChunk {
  try {
    const chunk: StreamChunk | null = JSON.parse(data);
    if (typeof chunk?.type === "string") return chunk;
  } catch (cause) {
    throw new PlumblineError("The service streamed something that is not JSON.", 200, { cause });
  }
  throw new PlumblineError("The service streamed something that is no chunk of a run.", 200);
}
