import type { WatchEvent } from "../service/watch-events.ts";

/**
 * An event as its receiver gets it: the payload that Standard Webhooks advises, `{type, timestamp, data}`, as
 * JSON.
 */
export function eventMessage(watchId: string, { sequence, found_at, content }: WatchEvent): string {
  const { type, ...found } = content;
  return JSON.stringify({ type, timestamp: found_at, data: { watch_id: watchId, sequence, ...found } });
}
