/** One of the concurrent runs that a tenant may have. */
export interface RunPlace {
  runId: string;
  /** The tenant's limit of concurrent runs. */
  atMost: number;
  /** Milliseconds since the epoch. The place becomes free then, even if nobody releases it. */
  until: number;
}

/**
 * Limits of a tenant that apply across all instances of a stage. Omitted if one process serves everybody,
 * since it counts in memory.
 */
export interface StageLimits {
  /**
   * Counts a request in the current minute. `counter` identifies one of the tenant's limits. Returns the
   * seconds until the next minute if the limit is reached, and `undefined` otherwise.
   */
  countRequest(tenantId: string, counter: string, perMinute: number): Promise<number | undefined>;
  /** Takes a place for a run. Returns a function that releases it; `undefined` if no place is free. */
  enterRun(tenantId: string, place: RunPlace): Promise<(() => Promise<void>) | undefined>;
}
