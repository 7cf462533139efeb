/** An event whose next attempt is due. */
export interface DueDelivery {
  tenantId: string;
  watchId: string;
  sequence: number;
}

/**
 * Limits on the due deliveries to list: in total, per tenant and per watch, so that the backlog of one does
 * not hide those of others.
 */
export interface DueBounds {
  total: number;
  /** Defaults to the total. */
  perTenant?: number;
  perWatch: number;
}

/** Which deliveries of an index to read, and in which order. */
export interface DueQuery {
  /** Selects those due by a time (ISO 8601 in UTC), or after it. */
  compare: "<=" | ">";
  time: string;
  /** True for the longest waiting first. */
  forwards: boolean;
}

/** A page of an index of waiting deliveries. If there are more, the next page follows `next`. */
export interface DuePage {
  found: readonly { due_at: string; delivery: DueDelivery }[];
  next: unknown;
}

/** The index of waiting deliveries, in one or more equal parts. */
export interface DueIndex {
  readonly parts: number;
  page(part: number, query: DueQuery, page: { limit: number; after: unknown }): Promise<DuePage>;
}

export interface DueListing {
  /**
   * Yields deliveries due at `now` (ISO 8601 in UTC), roughly the longest waiting first, and then those due
   * after `farthest`, whose times were written by a clock that was ahead. A recently changed delivery may be
   * missing, or be listed although it is no longer due. If very many are due, some may also be missing.
   */
  dueDeliveries(now: string, bounds: DueBounds, farthest?: string): AsyncIterable<DueDelivery>;
  /** Returns the due time of the longest overdue delivery, or `undefined` if no delivery is due at `now`. */
  findOldestDue(now: string): Promise<string | undefined>;
}

export function createDueListing(index: DueIndex): DueListing {
  return {
    dueDeliveries: (now, bounds, farthest) => listDue(index, { now, farthest }, bounds),
    findOldestDue: (now) => findOldestDue(index, now),
  };
}

/**
 * Maximum number of deliveries to read from the start of a part. MAX_READ_LAST limits those from its end. On
 * DynamoDB, that takes at most 450 read units.
 */
const MAX_READ = 20_000;
const MAX_READ_LAST = 5_000;
const READ_BATCH_SIZE = 2_000;

/**
 * Yields the deliveries due at `now`, part after part. Each part yields its share of the total plus what
 * earlier parts left, and each watch no more than its limit. Then yields those due after `farthest`.
 *
 * A watch's backlog does not hide other deliveries, because deliveries above its limit are skipped. Some
 * deliveries may still have to wait for a later minute. First, those younger than the deliveries of so many
 * watches that these fill the share within their limits; they follow once the older ones have been tried.
 * Second, in a part with more due deliveries than are read, those neither among the first nor among the last.
 */
async function* listDue(
  index: DueIndex,
  times: { now: string; farthest: string | undefined },
  { total, ...bounds }: DueBounds,
): AsyncGenerator<DueDelivery> {
  let left = total;
  for (let part = 0; part < index.parts; part++) {
    const tally = new DueTally({ ...bounds, total: Math.ceil(left / (index.parts - part)) });
    if (tally.isFull()) continue;
    for await (const due of listDueOfPart(index, part, times)) {
      if (tally.takes(due)) {
        left -= 1;
        yield due;
      }
      if (tally.isFull()) break;
    }
  }
}

async function findOldestDue(index: DueIndex, now: string): Promise<string | undefined> {
  const query: DueQuery = { compare: "<=", time: now, forwards: true };
  const pages = Array.from({ length: index.parts }, (_, part) =>
    index.page(part, query, { limit: 1, after: undefined }),
  );
  const firsts = (await Promise.all(pages)).flatMap(({ found }) => found.map(({ due_at }) => due_at));
  return firsts.sort()[0];
}

/**
 * Yields those of a part, longest waiting first. If there are more than are read, the most recently due ones
 * follow, because they include the new ones.
 */
async function* listDueOfPart(
  index: DueIndex,
  part: number,
  { now, farthest }: { now: string; farthest: string | undefined },
): AsyncGenerator<DueDelivery> {
  const due = { compare: "<=", time: now } as const;
  const all = yield* listInOrder(index, part, { ...due, forwards: true }, MAX_READ);
  if (!all) yield* listInOrder(index, part, { ...due, forwards: false }, MAX_READ_LAST);
  if (farthest === undefined) return;
  yield* listInOrder(index, part, { compare: ">", time: farthest, forwards: true }, MAX_READ_LAST);
}

/** Yields at most this many deliveries. Returns whether there were no more. */
async function* listInOrder(
  index: DueIndex,
  part: number,
  query: DueQuery,
  most: number,
): AsyncGenerator<DueDelivery, boolean> {
  let after: unknown;
  for (let left = most; left > 0; ) {
    const { found, next } = await index.page(part, query, { limit: Math.min(left, READ_BATCH_SIZE), after });
    for (const { delivery } of found) yield delivery;
    if (next === undefined) return true;
    left -= found.length;
    after = next;
  }
  return false;
}

/** Passes a due delivery only once, and only while the limits permit it. */
class DueTally {
  readonly #bounds: DueBounds;
  readonly #ofTenants = new Map<string, number>();
  readonly #ofWatches = new Map<string, Set<number>>();
  #listed = 0;

  constructor(bounds: DueBounds) {
    this.#bounds = bounds;
  }

  isFull(): boolean {
    return this.#listed >= this.#bounds.total;
  }

  takes({ tenantId, watchId, sequence }: DueDelivery): boolean {
    const { total, perTenant = total, perWatch } = this.#bounds;
    const name = `${tenantId} ${watchId}`;
    const ofWatch = this.#ofWatches.get(name) ?? new Set();
    const ofTenant = this.#ofTenants.get(tenantId) ?? 0;
    if (this.isFull() || ofTenant >= perTenant) return false;
    if (ofWatch.size >= perWatch || ofWatch.has(sequence)) return false;
    this.#ofWatches.set(name, ofWatch.add(sequence));
    this.#ofTenants.set(tenantId, ofTenant + 1);
    this.#listed += 1;
    return true;
  }
}
