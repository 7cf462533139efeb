import type { StageRate } from "@plumbline/core/fairness/stage-limits.ts";

/**
 * The counts of one tenant in a stage: one item of less than 1 KB for up to 50 runs, so that a write costs
 * one unit. It has one attribute per rate and slot of ten seconds with the number of requests, one attribute
 * per run with the second at which its place expires, and `held`, the number of places.
 */
export type LimitItem = Readonly<Record<string, unknown>>;

const SLOT_MS = 10_000;
/** Slots that count: the current one and those that began within the last minute. */
const SLOTS = 6;
const RUN = /^r_/;
const COUNT = /^[tk]\w*_([0-9a-z]+)$/;

/** Returns the attribute of a run. Of 50 runs, two share one about once in ten thousand times. */
export function runAttribute(runId: string): string {
  return `r_${runId.replaceAll("-", "").slice(0, 6)}`;
}

/** Returns the attribute that counts the requests of a rate at a time. */
export function countAttribute({ name }: Pick<StageRate, "name">, now: number): string {
  return formatAttribute(name, findSlot(now));
}

/** Returns the attributes of slots that no longer count. */
export function staleAttributes(item: LimitItem, now: number): string[] {
  const oldest = findSlot(now) - SLOTS;
  return Object.keys(item).filter((attribute) => {
    const [, slot] = COUNT.exec(attribute) ?? [];
    return slot !== undefined && Number.parseInt(slot, 36) <= oldest;
  });
}

/** Returns the runs whose places have expired, because their processes died. */
export function expiredRuns(item: LimitItem, now: number): string[] {
  return listRuns(item).flatMap(([run, until]) => (until * 1_000 <= now ? [run] : []));
}

/** Returns the time at which the next place expires, in milliseconds since the epoch. */
export function nextExpiry(item: LimitItem): number {
  return Math.min(...listRuns(item).map(([, until]) => until * 1_000));
}

/**
 * Returns how long to wait until a request fits in a rate, in milliseconds. `item` contains the request
 * itself. Returns 0 if it fits now.
 */
export function waitFor({ name, perMinute }: StageRate, item: LimitItem, now: number): number {
  const current = findSlot(now);
  let used = 0;
  for (let slot = current; slot > current - SLOTS; slot--) {
    used += Number(item[formatAttribute(name, slot)] ?? 0);
    // Once this slot no longer counts, those after it fit.
    if (used > perMinute) return (slot + SLOTS) * SLOT_MS - now;
  }
  return 0;
}

function listRuns(item: LimitItem): [string, number][] {
  return Object.entries(item).flatMap(([name, until]): [string, number][] =>
    RUN.test(name) ? [[name, Number(until)]] : [],
  );
}

function findSlot(now: number): number {
  return Math.floor(now / SLOT_MS);
}

/** Short, because names count towards the size of the item: `t_abc123`, and `k1a2b3c_abc123` for a key. */
function formatAttribute(name: string, slot: number): string {
  const [kind = "", id = ""] = name.split(" ");
  const prefix = kind === "tenant" ? "t" : `k${id.replaceAll("-", "").slice(0, 6)}`;
  return `${prefix}_${slot.toString(36)}`;
}
