import type { WatchEventRecord } from "../service/watch.ts";
import type { WatchStore } from "../service/watch-store.ts";

export interface EventRange {
  tenantId: string;
  watchId: string;
  /** ISO 8601 in UTC. */
  since: string;
  /** Not itself in the range. */
  until?: string | undefined;
  /** Begins behind this sequence, which an earlier reading came to, in place of a search for `since`. */
  after?: number | undefined;
  /** The first sequence that is not there yet. */
  before: number;
}

const READ_TOGETHER = 100;

/**
 * A watch's events of a time, oldest first. They were found in the order of their sequences, so the first is
 * found by halving.
 */
export async function* eventsSince(store: WatchStore, range: EventRange): AsyncGenerator<WatchEventRecord> {
  const { until, before } = range;
  let after = range.after ?? (await lastBefore(store, range));
  for (;;) {
    const { items, next } = await store.listEvents(range, {
      after: String(after),
      limit: READ_TOGETHER,
      before,
    });
    for (const event of items) {
      if (until !== undefined && event.found_at >= until) return;
      yield event;
      after = event.sequence;
    }
    if (next === null) return;
  }
}

/** The last sequence that is older than `since`, or of an event that is gone. */
async function lastBefore(store: WatchStore, range: EventRange): Promise<number> {
  let [older, younger] = [0, range.before];
  while (younger - older > 1) {
    const middle = Math.floor((older + younger) / 2);
    const page = { after: String(middle - 1), limit: 1, before: range.before };
    const [event] = (await store.listEvents(range, page)).items;
    if (event !== undefined && event.found_at < range.since) older = event.sequence;
    else younger = middle;
  }
  return older;
}
