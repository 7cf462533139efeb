import type { StageRate } from "@plumbline/core/fairness/stage-limits.ts";

/**
 * Counts of one tenant in a stage. The item is smaller than 1 KB for up to 50 runs, so that a write costs one
 * unit. It has an attribute with the number of requests per rate and interval of ten seconds, an attribute
 * per run with the second at which its slot expires, and `held`, the number of taken slots.
 */
export type LimitItem = Readonly<Record<string, unknown>>;

const INTERVAL_MS = 10_000;
/** Number of intervals that count: those of the last minute. */
const COUNTED_INTERVALS = 6;
const RUN_ATTRIBUTE = /^r_/;
const COUNT_ATTRIBUTE = /^[tk]\w*_([0-9a-z]+)$/;

/** Returns the attribute of a run. The chance that two of 50 runs share one is about 1 in 10,000. */
export function formatRunAttribute(runId: string): string {
  return `r_${runId.replaceAll("-", "").slice(0, 6)}`;
}

/** Returns the attribute that counts a rate's requests at a time. */
export function formatCountAttribute({ name }: Pick<StageRate, "name">, now: number): string {
  return formatAttribute(name, findInterval(now));
}

/** Returns the attributes of intervals that no longer count. */
export function findStaleAttributes(item: LimitItem, now: number): string[] {
  const newestStale = findInterval(now) - COUNTED_INTERVALS;
  return Object.keys(item).filter((attribute) => {
    const [, interval] = COUNT_ATTRIBUTE.exec(attribute) ?? [];
    return interval !== undefined && Number.parseInt(interval, 36) <= newestStale;
  });
}

/** Returns the runs whose slots have expired, because their processes died. */
export function findExpiredRuns(item: LimitItem, now: number): string[] {
  return listRuns(item).flatMap(([run, until]) => (until * 1_000 <= now ? [run] : []));
}

/** Returns the time at which the next slot expires, in milliseconds since the epoch. */
export function findNextExpiry(item: LimitItem): number {
  return Math.min(...listRuns(item).map(([, until]) => until * 1_000));
}

/**
 * Returns the milliseconds until a request is within a rate, or 0 if it already is. `item` must include the
 * request.
 */
export function computeWait({ name, perMinute }: StageRate, item: LimitItem, now: number): number {
  const current = findInterval(now);
  let used = 0;
  for (let interval = current; interval > current - COUNTED_INTERVALS; interval--) {
    used += Number(item[formatAttribute(name, interval)] ?? 0);
    // When this interval no longer counts, the later ones are within the rate.
    if (used > perMinute) return (interval + COUNTED_INTERVALS) * INTERVAL_MS - now;
  }
  return 0;
}

function listRuns(item: LimitItem): [string, number][] {
  return Object.entries(item).flatMap(([name, until]): [string, number][] =>
    RUN_ATTRIBUTE.test(name) ? [[name, Number(until)]] : [],
  );
}

function findInterval(now: number): number {
  return Math.floor(now / INTERVAL_MS);
}

/**
 * Returns a short name, because names count towards the item's size: `t_abc123`, and `k1a2b3c_abc123` for a
 * key.
 */
function formatAttribute(name: string, interval: number): string {
  const [kind = "", id = ""] = name.split(" ");
  const prefix = kind === "tenant" ? "t" : `k${id.replaceAll("-", "").slice(0, 6)}`;
  return `${prefix}_${interval.toString(36)}`;
}
