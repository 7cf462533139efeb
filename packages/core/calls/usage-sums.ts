import { type BlockedCall, CALL_OUTCOMES, type CallOutcome } from "./call-record.ts";

/** Counts of one group of calls. */
export interface UsageCounts extends Record<CallOutcome, number> {
  /** Number of calls by error code. */
  errors: Record<string, number>;
  /** Total duration of the calls in milliseconds. */
  elapsed_ms: number;
  /** Histogram of durations: number of calls by step. The median is computed from it. */
  durations: Record<string, number>;
}

/** Calls of one tool by one API key. */
export interface UsageGroup extends UsageCounts {
  tool: string;
  /** The API key; `null` for calls that the service made itself. */
  key_id: string | null;
}

/** All calls of one tenant in one hour. */
export interface HourSum {
  tenant_id: string;
  /** The hour in UTC, such as `2026-01-01T05`. */
  hour: string;
  groups: readonly UsageGroup[];
  /** The record may be deleted after this time. */
  expires_at: string;
}

/** Stands for several keys: the calls beyond an hour's first groups are counted under it. */
export const OTHER_KEYS = "others";
/**
 * Limits the size of a record. Without it, a tenant with one key per end user could exceed what a store
 * accepts.
 */
const MOST_GROUPS = 500;

export function noUsage(): UsageCounts {
  return { ok: 0, refused: 0, failed: 0, unknown: 0, errors: {}, elapsed_ms: 0, durations: {} };
}

export class UsageSummer {
  readonly #groups = new Map<string, UsageGroup>();

  add({ tool, key_id, outcome, error_code, elapsed_ms, looks }: BlockedCall): void {
    const count = looks?.count ?? 1;
    const group = this.#groupOf(tool, key_id ?? null);
    group[outcome] += count;
    group.elapsed_ms += elapsed_ms;
    const step = stepOf(elapsed_ms / count);
    group.durations[step] = (group.durations[step] ?? 0) + count;
    if (error_code !== undefined) group.errors[error_code] = (group.errors[error_code] ?? 0) + count;
  }

  get groups(): UsageGroup[] {
    return [...this.#groups.values()];
  }

  #groupOf(tool: string, keyId: string | null): UsageGroup {
    const own = JSON.stringify([tool, keyId]);
    const found = this.#groups.get(own);
    if (found) return found;
    if (keyId !== OTHER_KEYS && this.#groups.size >= MOST_GROUPS) return this.#groupOf(tool, OTHER_KEYS);
    const made = { tool, key_id: keyId, ...noUsage() };
    this.#groups.set(own, made);
    return made;
  }
}

/** Adds the counts of `more` to `to`. */
export function addUsage(to: UsageCounts, more: UsageCounts): void {
  for (const outcome of CALL_OUTCOMES) to[outcome] += more[outcome];
  to.elapsed_ms += more.elapsed_ms;
  for (const field of ["errors", "durations"] as const)
    for (const [name, count] of Object.entries(more[field])) to[field][name] = (to[field][name] ?? 0) + count;
}

/** Width of a histogram step: each duration is 20 % longer than the last. */
const STEP = Math.log(1.2);

function stepOf(ms: number): string {
  return String(ms < 1 ? 0 : 1 + Math.floor(Math.log(ms) / STEP));
}

/** Returns the median duration in milliseconds, accurate to 10 %; `null` if there are no calls. */
export function medianDuration(durations: UsageCounts["durations"]): number | null {
  const steps = Object.entries(durations)
    .map(([step, count]) => ({ step: Number(step), count }))
    .sort((a, b) => a.step - b.step);
  let left = steps.reduce((sum, { count }) => sum + count, 0) / 2;
  for (const { step, count } of steps) {
    left -= count;
    if (left <= 0) return step === 0 ? 0 : Math.round(Math.exp((step - 0.5) * STEP));
  }
  return null;
}
