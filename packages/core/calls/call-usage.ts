import { setImmediate as yieldToOthers } from "node:timers/promises";
import { type Clock, timestamp } from "../clock/clock.ts";
import { ServiceError } from "../errors/service-error.ts";
import { idBefore } from "./call-history.ts";
import { idsBetween, madeAt } from "./call-ids.ts";
import type { CallLog } from "./call-log.ts";
import type { CallStore } from "./call-store.ts";
import { addUsage, type HourSum, noUsage, type UsageCounts, UsageSummer } from "./usage-sums.ts";

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/**
 * Delay after which an hour's usage is final: no process writes calls of that hour any more (call-log.ts).
 */
const CLOSED_AFTER_MS = 10 * 60_000;
const READ_TOGETHER = 100;
const MOST_ROWS = 5_000;

export const USAGE_GROUPINGS = ["day", "tool", "key"] as const;
export type UsageGrouping = (typeof USAGE_GROUPINGS)[number];

export interface UsageRequest {
  groupedBy: readonly UsageGrouping[];
  /** First and last day, both included, in UTC, such as `2026-01-01`. */
  from: string;
  to: string;
}

/** Counts of one group of calls. Only the fields that the calls are grouped by are set. */
export interface UsageRow extends UsageCounts {
  day?: string;
  tool?: string;
  /** The API key; `null` for calls that the service made itself. */
  key_id?: string | null;
}

export interface CallUsageOptions {
  store: CallStore;
  log: Pick<CallLog, "flush">;
  clock: Clock;
  /** Number of days that calls are kept. */
  days: number;
}

/**
 * Sums up the log of calls. The sums of a closed hour are computed on first use and stored. Calls of the
 * current hour are counted each time.
 */
export class CallUsage {
  readonly #options: CallUsageOptions;

  constructor(options: CallUsageOptions) {
    this.#options = options;
  }

  /**
   * Returns rows sorted by day, tool and key. Throws ServiceError `bad_request` if there are too many rows.
   */
  async sum(tenantId: string, { groupedBy, from, to }: UsageRequest): Promise<UsageRow[]> {
    const rows = new Map<string, UsageRow>();
    for (const { hour, groups } of await this.#hours(tenantId, from, to)) {
      for (const group of groups) {
        const named = {
          ...(groupedBy.includes("day") && { day: hour.slice(0, 10) }),
          ...(groupedBy.includes("tool") && { tool: group.tool }),
          ...(groupedBy.includes("key") && { key_id: group.key_id }),
        };
        const name = JSON.stringify(Object.values(named));
        const row = rows.get(name) ?? { ...named, ...noUsage() };
        addUsage(row, group);
        rows.set(name, row);
      }
      if (rows.size > MOST_ROWS) throw tooManyRows();
    }
    return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  }

  async #hours(tenantId: string, from: string, to: string): Promise<HourSum[]> {
    const { store, log, clock, days } = this.#options;
    await log.flush(tenantId);
    const now = clock.now();
    const first = Math.max(startOfHour(now - days * DAY_MS), Date.parse(from));
    const last = Math.min(startOfHour(now), Date.parse(to) + DAY_MS - HOUR_MS);
    if (first > last) return [];
    const kept = await store.sums(tenantId, { first: hourOf(first), last: hourOf(last) });
    const known = new Set(kept.map(({ hour }) => hour));
    const made: HourSum[] = [];
    for (const run of runsWithout(known, first, last)) made.push(...(await this.#count(tenantId, run)));
    const closed = made.filter(({ hour }) => now - endOf(hour) > CLOSED_AFTER_MS);
    if (closed.length > 0) await store.keepSums(closed);
    return [...kept, ...made];
  }

  /** Counts the calls of consecutive hours. Returns one record per hour. */
  async #count(tenantId: string, { from, to }: HourRun): Promise<HourSum[]> {
    const summers = new Map<string, UsageSummer>();
    for (let hour = from; hour <= to; hour += HOUR_MS) summers.set(hourOf(hour), new UsageSummer());
    const range = idsBetween(from, to + HOUR_MS - 1);
    for (let { last } = range; ; ) {
      const blocks = await this.#options.store.blocks(tenantId, { ...range, last, limit: READ_TOGETHER });
      for (const { id, calls } of blocks) {
        const summer = summers.get(hourOf(madeAt(id)));
        for (const call of calls) summer?.add(call);
      }
      const end = blocks.at(-1);
      if (end === undefined || blocks.length < READ_TOGETHER) break;
      last = idBefore(end.id);
      await yieldToOthers();
    }
    return [...summers].map(([hour, { groups }]) => ({
      tenant_id: tenantId,
      hour,
      groups,
      expires_at: timestamp(endOf(hour) + this.#options.days * DAY_MS),
    }));
  }
}

/** The start of the first and of the last of some consecutive hours, in milliseconds since the epoch. */
interface HourRun {
  from: number;
  to: number;
}

function runsWithout(known: ReadonlySet<string>, first: number, last: number): HourRun[] {
  const runs: HourRun[] = [];
  for (let hour = first; hour <= last; hour += HOUR_MS) {
    if (known.has(hourOf(hour))) continue;
    const run = runs.at(-1);
    if (run && run.to === hour - HOUR_MS) run.to = hour;
    else runs.push({ from: hour, to: hour });
  }
  return runs;
}

function startOfHour(ms: number): number {
  return Math.floor(ms / HOUR_MS) * HOUR_MS;
}

/** Returns the hour of a time as it is stored, such as `2026-01-01T05`. */
function hourOf(ms: number): string {
  return timestamp(ms).slice(0, 13);
}

function endOf(hour: string): number {
  return Date.parse(`${hour}:00:00Z`) + HOUR_MS;
}

function tooManyRows(): ServiceError {
  return new ServiceError(
    "bad_request",
    `More than ${MOST_ROWS} rows: ask for fewer days, or group by less.`,
    {
      issues: [{ path: "group", message: `must make at most ${MOST_ROWS} rows` }],
    },
  );
}
