import type { RecordKind } from "../records/record-kind.ts";
import { CALL_OUTCOMES, type CallOutcome, type StoredCall } from "./call-record.ts";

/** Counts of one group of calls. */
export interface UsageCounts extends Record<CallOutcome, number> {
  /** Number of calls by error code. */
  errors: Record<string, number>;
  /** Total duration of the calls in milliseconds. */
  elapsed_ms: number;
  /** Histogram of durations: number of calls per bucket. */
  durations: Record<string, number>;
}

interface UsageGroup extends UsageCounts {
  tool: string;
  /** The API key; `null` for calls that the service made itself. */
  key_id: string | null;
}

export interface HourSum {
  tenant_id: string;
  /** The hour in UTC, such as `2026-01-01T05`. */
  hour: string;
  groups: readonly UsageGroup[];
  /** Time after which the record may be deleted. */
  expires_at: string;
}

/** Signed, because bills may be based on the sums. Sums with an invalid signature are computed again. */
export const CALL_SUMS: RecordKind<HourSum> = {
  name: "call_sums",
  table: "main",
  key: ["tenant_id", "hour"],
  expires: ({ expires_at }) => expires_at,
  signed: { as: "call sum" },
};

/** Placeholder key. Collects the calls of an hour after its first 500 groups. */
const OTHER_KEYS = "others";
/** Keeps a record below the store's size limit, for tenants with one key per end user. */
const MAX_GROUPS = 500;

export function createEmptyUsage(): UsageCounts {
  return { ok: 0, refused: 0, failed: 0, unknown: 0, errors: {}, elapsed_ms: 0, durations: {} };
}

/** Aggregates calls by tool and key. */
export class UsageSummer {
  readonly #groups = new Map<string, UsageGroup>();

  add({ tool, key_id, outcome, error_code, elapsed_ms, looks }: StoredCall): void {
    const count = looks?.count ?? 1;
    const group = this.#groupOf(tool, key_id ?? null);
    group[outcome] += count;
    group.elapsed_ms += elapsed_ms;
    const bucket = bucketOf(elapsed_ms / count);
    group.durations[bucket] = (group.durations[bucket] ?? 0) + count;
    if (error_code !== undefined) group.errors[error_code] = (group.errors[error_code] ?? 0) + count;
  }

  get groups(): UsageGroup[] {
    return [...this.#groups.values()];
  }

  #groupOf(tool: string, keyId: string | null): UsageGroup {
    const own = JSON.stringify([tool, keyId]);
    const found = this.#groups.get(own);
    if (found) return found;
    if (keyId !== OTHER_KEYS && this.#groups.size >= MAX_GROUPS) return this.#groupOf(tool, OTHER_KEYS);
    const made = { tool, key_id: keyId, ...createEmptyUsage() };
    this.#groups.set(own, made);
    return made;
  }
}

/** Adds `more` to `total`, in place. */
export function addUsage(total: UsageCounts, more: UsageCounts): void {
  for (const outcome of CALL_OUTCOMES) total[outcome] += more[outcome];
  total.elapsed_ms += more.elapsed_ms;
  for (const field of ["errors", "durations"] as const)
    for (const [name, count] of Object.entries(more[field]))
      total[field][name] = (total[field][name] ?? 0) + count;
}

/** Logarithmic bucket width: each bucket is 20% wider than the one before. */
const LOG_BUCKET_WIDTH = Math.log(1.2);

/** Returns the histogram bucket of a duration. Bucket 0 is below 1 ms. */
function bucketOf(ms: number): string {
  return String(ms < 1 ? 0 : 1 + Math.floor(Math.log(ms) / LOG_BUCKET_WIDTH));
}

/** Returns the median duration in milliseconds, accurate to 10 %; `null` if there are no calls. */
export function estimateMedianDuration(durations: UsageCounts["durations"]): number | null {
  const buckets = Object.entries(durations)
    .map(([bucket, count]) => ({ bucket: Number(bucket), count }))
    .sort((a, b) => a.bucket - b.bucket);
  let left = buckets.reduce((sum, { count }) => sum + count, 0) / 2;
  for (const { bucket, count } of buckets) {
    left -= count;
    if (left <= 0) return bucket === 0 ? 0 : Math.round(Math.exp((bucket - 0.5) * LOG_BUCKET_WIDTH));
  }
  return null;
}
