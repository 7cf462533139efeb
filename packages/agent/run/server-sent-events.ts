import type { Chunk } from "./chunk.ts";

/** A comment line, which every client skips: keeps the connection from looking dead. */
export const HEARTBEAT = ": still here\n\n";

/** A run as server-sent events, one a chunk: `event` is its type, `id` counts up from 1, `data` is one line of JSON. */
export async function* chunkEvents(chunks: AsyncIterable<Chunk>): AsyncGenerator<string, void> {
  let id = 0;
  for await (const chunk of chunks)
    yield `event: ${chunk.type}\nid: ${++id}\ndata: ${JSON.stringify(chunk)}\n\n`;
}
