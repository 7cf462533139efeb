import { PlumblineError } from "./plumbline-error.ts";
import type { Schemas } from "./schemas.ts";
import { serverSentEvents } from "./server-sent-events.ts";

/** A chunk of a run's output; `type` says which kind it is. */
export type StreamChunk = Schemas["StreamChunk"];

/**
 * Yields the chunks of a run, up to its `done`; anything after that is not read. Throws PlumblineError
 * `broken_off` for a stream that ends without one.
 */
export async function* runChunks(body: AsyncIterable<Uint8Array>): AsyncGenerator<StreamChunk, void> {
  for await (const { data } of serverSentEvents(body)) {
    const chunk = chunkIn(data);
    yield chunk;
    if (chunk.type === "done") return;
  }
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
