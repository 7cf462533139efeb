/** An event whose next try has come. */
export interface DueDelivery {
  tenantId: string;
  watchId: string;
  sequence: number;
}

/**
 * Bounds on the due deliveries listed: in all, for one tenant and for one watch, so that its backlog hides
 * nobody else's.
 */
export interface DueBounds {
  most: number;
  /** Left out: as many as in all. */
  mostOfATenant?: number;
  mostOfAWatch: number;
}

/** Which deliveries of an index are read, and in which order. */
export interface DueQuery {
  /** Those due by a time (ISO 8601 in UTC), or after it. */
  compare: "<=" | ">";
  time: string;
  /** The longest waiting first. */
  forwards: boolean;
}

/** A page of an index of waiting deliveries. `next`, where there are more, is what the next page follows. */
export interface DuePage {
  found: readonly { due_at: string; delivery: DueDelivery }[];
  next: unknown;
}

/** The index of waiting deliveries, in one or several parts that are read alike. */
export interface DueIndex {
  readonly parts: number;
  page(part: number, query: DueQuery, page: { limit: number; after: unknown }): Promise<DuePage>;
}

/** Lists deliveries whose time has come. */
export interface DueListing {
  /**
   * Lists deliveries that wait and are due at `now` (ISO 8601 in UTC), roughly the longest waiting first, and
   * then those that are due after `farthest`: a clock that was ahead stamped them. A delivery that changed
   * recently may be missing, or be listed though it is no longer due. Some may also be missing when very many
   * are due.
   */
  dueDeliveries(now: string, bounds: DueBounds, farthest?: string): AsyncIterable<DueDelivery>;
  /** When the delivery that is overdue for longest was due; `undefined` when none is due at `now`. */
  oldestDue(now: string): Promise<string | undefined>;
}

export function dueListing(index: DueIndex): DueListing {
  return {
    dueDeliveries: (now, bounds, farthest) => listDue(index, { now, farthest }, bounds),
    oldestDue: (now) => oldestDue(index, now),
  };
}

/** Deliveries read of a part, from its beginning and from its end. On DynamoDB 450 read units at most. */
const MOST_READ = 20_000;
const MOST_READ_LAST = 5_000;
const READ_TOGETHER = 2_000;

/**
 * Lists what is due at `now`, part after part, of each its share of `most` and what those before have left,
 * and of each watch no more than its bound. Then follow those due after `farthest`.
 *
 * A watch's backlog hides nobody else's deliveries, as what is over its bound is read past. What may still
 * have to wait for a later minute: what is younger than the deliveries of so many watches that these fill the
 * share within their bounds, until tries have moved them on; and, in a part with more due than is read of it,
 * what is neither among the first nor among the last.
 */
async function* listDue(
  index: DueIndex,
  times: { now: string; farthest: string | undefined },
  { most, ...bounds }: DueBounds,
): AsyncGenerator<DueDelivery> {
  let left = most;
  for (let part = 0; part < index.parts; part++) {
    const tally = new DueTally({ ...bounds, most: Math.ceil(left / (index.parts - part)) });
    if (tally.isFull()) continue;
    for await (const due of dueOfPart(index, part, times)) {
      if (tally.takes(due)) {
        left -= 1;
        yield due;
      }
      if (tally.isFull()) break;
    }
  }
}

async function oldestDue(index: DueIndex, now: string): Promise<string | undefined> {
  const query: DueQuery = { compare: "<=", time: now, forwards: true };
  const pages = Array.from({ length: index.parts }, (_, part) =>
    index.page(part, query, { limit: 1, after: undefined }),
  );
  const firsts = (await Promise.all(pages)).flatMap(({ found }) => found.map(({ due_at }) => due_at));
  return firsts.sort()[0];
}

/**
 * Those of a part, the longest waiting first. Where they are more than is read, those that fell due last
 * follow, as the new ones are among them.
 */
async function* dueOfPart(
  index: DueIndex,
  part: number,
  { now, farthest }: { now: string; farthest: string | undefined },
): AsyncGenerator<DueDelivery> {
  const due = { compare: "<=", time: now } as const;
  const all = yield* dueInOrder(index, part, { ...due, forwards: true }, MOST_READ);
  if (!all) yield* dueInOrder(index, part, { ...due, forwards: false }, MOST_READ_LAST);
  if (farthest === undefined) return;
  yield* dueInOrder(index, part, { compare: ">", time: farthest, forwards: true }, MOST_READ_LAST);
}

/** Returns whether there were no more. */
async function* dueInOrder(
  index: DueIndex,
  part: number,
  query: DueQuery,
  most: number,
): AsyncGenerator<DueDelivery, boolean> {
  let after: unknown;
  for (let left = most; left > 0; ) {
    const { found, next } = await index.page(part, query, { limit: Math.min(left, READ_TOGETHER), after });
    for (const { delivery } of found) yield delivery;
    if (next === undefined) return true;
    left -= found.length;
    after = next;
  }
  return false;
}

/** Lets a due delivery pass while the bounds allow it, and each one only once. */
class DueTally {
  readonly #bounds: DueBounds;
  readonly #ofTenants = new Map<string, number>();
  readonly #ofWatches = new Map<string, Set<number>>();
  #listed = 0;

  constructor(bounds: DueBounds) {
    this.#bounds = bounds;
  }

  isFull(): boolean {
    return this.#listed >= this.#bounds.most;
  }

  takes({ tenantId, watchId, sequence }: DueDelivery): boolean {
    const { most, mostOfATenant = most, mostOfAWatch } = this.#bounds;
    const name = `${tenantId} ${watchId}`;
    const ofWatch = this.#ofWatches.get(name) ?? new Set();
    const ofTenant = this.#ofTenants.get(tenantId) ?? 0;
    if (this.isFull() || ofTenant >= mostOfATenant) return false;
    if (ofWatch.size >= mostOfAWatch || ofWatch.has(sequence)) return false;
    this.#ofWatches.set(name, ofWatch.add(sequence));
    this.#ofTenants.set(tenantId, ofTenant + 1);
    this.#listed += 1;
    return true;
  }
}
