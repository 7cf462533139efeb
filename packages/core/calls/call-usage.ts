import { setImmediate as yieldToOthers } from "node:timers/promises";
import { maySeeCall } from "../access/caller.ts";
import { type Clock, DAY_MS, HOUR_MS, timestamp } from "../clock/clock.ts";
import { ServiceError } from "../errors/service-error.ts";
import { readRange } from "../records/read-range.ts";
import type { RecordStore } from "../records/record-store.ts";
import type { LogReader } from "./call-history.ts";
import { blockTime, getIdRange } from "./call-ids.ts";
import type { CallLog } from "./call-log.ts";
import { CALL_BLOCKS } from "./call-record.ts";
import {
  addUsage,
  CALL_SUMS,
  createEmptyUsage,
  type HourSum,
  type UsageCounts,
  UsageSummer,
} from "./usage-sums.ts";

/** Delay after which an hour's usage is final, because all calls have been written (call-log.ts). */
const FINAL_AFTER_MS = 10 * 60_000;
const BLOCKS_PER_READ = 100;
const MAX_ROWS = 5_000;

export const USAGE_GROUPINGS = ["day", "tool", "key"] as const;
export type UsageGrouping = (typeof USAGE_GROUPINGS)[number];

interface UsageRequest {
  groupedBy: readonly UsageGrouping[];
  /** First and last day, inclusive, in UTC, such as `2026-01-01`. */
  from: string;
  to: string;
}

/** Usage of one group of calls. Only the fields by which calls are grouped are set. */
export interface UsageRow extends UsageCounts {
  day?: string;
  tool?: string;
  /** The API key, or `null` for the service's own calls. */
  key_id?: string | null;
}

interface CallUsageOptions {
  records: RecordStore;
  log: Pick<CallLog, "flush">;
  clock: Clock;
  /** Number of days for which calls are stored. */
  days: number;
}

/**
 * Aggregates the log of calls. The sums of a past hour are computed on first use and stored. Calls of the
 * current hour are counted each time. For a reader restricted to certain credentials, every hour is counted
 * each time, because the stored sums include calls that it may not see.
 */
export class CallUsage {
  readonly #options: CallUsageOptions;
  readonly #counting = new Map<string, Promise<HourSum[]>>();

  constructor(options: CallUsageOptions) {
    this.#options = options;
  }

  /** Returns rows sorted by day, tool and key. Throws ServiceError `bad_request` if there are too many. */
  async sum(reader: LogReader, { groupedBy, from, to }: UsageRequest): Promise<UsageRow[]> {
    const rows = new Map<string, UsageRow>();
    for (const { hour, groups } of await this.#shareHours(reader, from, to)) {
      for (const group of groups) {
        const groupFields = {
          ...(groupedBy.includes("day") && { day: hour.slice(0, 10) }),
          ...(groupedBy.includes("tool") && { tool: group.tool }),
          ...(groupedBy.includes("key") && { key_id: group.key_id }),
        };
        const name = JSON.stringify(Object.values(groupFields));
        const row = rows.get(name) ?? { ...groupFields, ...createEmptyUsage() };
        addUsage(row, group);
        rows.set(name, row);
      }
      if (rows.size > MAX_ROWS) throw createTooManyRowsError();
    }
    return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  }

  /**
   * Joins a count of the same hours that is in progress, because the console asks for three groupings at
   * once. A call that finished during the count may be missing, until the next request.
   */
  #shareHours(reader: LogReader, from: string, to: string): Promise<HourSum[]> {
    const { tenantId, keyId, grants } = reader;
    const name = JSON.stringify([tenantId, from, to, grants?.credentials && [keyId, ...grants.credentials]]);
    const inProgress = this.#counting.get(name);
    if (inProgress) return inProgress;
    const counting = this.#listHours(reader, from, to).finally(() => this.#counting.delete(name));
    this.#counting.set(name, counting);
    return counting;
  }

  async #listHours(reader: LogReader, from: string, to: string): Promise<HourSum[]> {
    const { records, log, clock, days } = this.#options;
    const { tenantId } = reader;
    await log.flush(tenantId);
    const now = clock.now();
    const first = Math.max(startOfHour(now - days * DAY_MS), Date.parse(from));
    const last = Math.min(startOfHour(now), Date.parse(to) + DAY_MS - HOUR_MS);
    if (first > last) return [];
    const hours = { first: formatHour(first), last: formatHour(last) };
    const seesAll = reader.grants?.credentials === undefined;
    const stored = seesAll ? await readRange(records, CALL_SUMS, tenantId, hours) : [];
    const known = new Set(stored.map(({ hour }) => hour));
    const counted: HourSum[] = [];
    for (const run of findMissingRuns(known, first, last)) counted.push(...(await this.#count(reader, run)));
    const final = counted.filter(({ hour }) => now - endOfHour(hour) > FINAL_AFTER_MS);
    if (seesAll && final.length > 0) await records.putAll(CALL_SUMS, final);
    return [...stored, ...counted];
  }

  /** Counts the calls of consecutive hours that the reader may see. Returns one record per hour. */
  async #count(reader: LogReader, { from, to }: HourRun): Promise<HourSum[]> {
    const { tenantId } = reader;
    const summers = new Map<string, UsageSummer>();
    for (let hour = from; hour <= to; hour += HOUR_MS) summers.set(formatHour(hour), new UsageSummer());
    const range = { ...getIdRange(from, to + HOUR_MS - 1), together: BLOCKS_PER_READ };
    for await (const blocks of this.#options.records.range(CALL_BLOCKS, tenantId, range)) {
      for (const { id, calls } of blocks) {
        const summer = summers.get(formatHour(blockTime(id)));
        for (const call of calls) if (maySeeCall(reader, call)) summer?.add(call);
      }
      await yieldToOthers();
    }
    return [...summers].map(([hour, { groups }]) => ({
      tenant_id: tenantId,
      hour,
      groups,
      expires_at: timestamp(endOfHour(hour) + this.#options.days * DAY_MS),
    }));
  }
}

/** Start of the first and the last of several consecutive hours, in milliseconds since the epoch. */
interface HourRun {
  from: number;
  to: number;
}

function findMissingRuns(known: ReadonlySet<string>, first: number, last: number): HourRun[] {
  const runs: HourRun[] = [];
  for (let hour = first; hour <= last; hour += HOUR_MS) {
    if (known.has(formatHour(hour))) continue;
    const run = runs.at(-1);
    if (run && run.to === hour - HOUR_MS) run.to = hour;
    else runs.push({ from: hour, to: hour });
  }
  return runs;
}

function startOfHour(ms: number): number {
  return Math.floor(ms / HOUR_MS) * HOUR_MS;
}

/** Formats an hour as stored, such as `2026-01-01T05`. */
function formatHour(ms: number): string {
  return timestamp(ms).slice(0, 13);
}

function endOfHour(hour: string): number {
  return Date.parse(`${hour}:00:00Z`) + HOUR_MS;
}

function createTooManyRowsError(): ServiceError {
  return new ServiceError(
    "bad_request",
    `The result has more than ${MAX_ROWS} rows. Ask for fewer days, or group by fewer fields.`,
    {
      issues: [{ path: "group", message: `must result in at most ${MAX_ROWS} rows` }],
    },
  );
}
