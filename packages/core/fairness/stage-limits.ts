/** A limit on the requests of a tenant or of one of its keys. */
export interface StageRate {
  /** Unique among the tenant's limits. */
  name: string;
  perMinute: number;
}

/** One of the concurrent runs that a tenant may have. */
export interface RunPlace {
  runId: string;
  /** The tenant's limit of concurrent runs. */
  atMost: number;
  /** Milliseconds since the epoch. The place becomes free then, even if nobody releases it. */
  until: number;
}

/** The verdict on a request: which limit it exceeds (`run` for the place), or that it is admitted. */
export type StageVerdict =
  | { refusedBy: string; retryAfterSeconds: number }
  | {
      refusedBy?: undefined;
      /** Releases the place of a run. */
      leave(): Promise<void>;
      /** Takes the count and the place back, as if the request had never come. */
      undo(): Promise<void>;
    };

/**
 * Limits of a tenant that apply across all instances of a stage. Omitted if one process serves everybody,
 * since it counts in memory.
 */
export interface StageLimits {
  /**
   * Counts a request against the tenant's rates, and takes a place if it is a run. A refused request takes
   * nothing.
   */
  admit(tenantId: string, rates: readonly StageRate[], run?: RunPlace): Promise<StageVerdict>;
}

/** The limit that refuses a run for want of a place. */
export const RUN_LIMIT = "run";
