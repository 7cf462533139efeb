import type { Chunk } from "./chunk.ts";

/** A comment line, which every client skips: keeps the connection from looking dead. */
export const HEARTBEAT = ": still here\n\n";

/** One chunk as a server-sent event: `event` is its type, `id` counts up from 1, `data` is one line of JSON. */
export function encodeEvent(chunk: Chunk, id: number): string {
  return `event: ${chunk.type}\nid: ${id}\ndata: ${JSON.stringify(chunk)}\n\n`;
}
