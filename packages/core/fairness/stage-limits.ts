/** A limit on the requests of a tenant or of one of its keys. */
export interface StageRate {
  /** Unique among the tenant's limits. */
  name: string;
  perMinute: number;
}

export interface RunPlace {
  runId: string;
  /** The tenant's limit on concurrent runs. */
  atMost: number;
  /** When the permit becomes free even if nobody releases it, in milliseconds since the epoch. */
  until: number;
}

/** Admits a request, or identifies the limit that it exceeds (`run` for the limit on runs). */
export type StageVerdict =
  | { refusedBy: string; retryAfterSeconds: number }
  | {
      refusedBy?: undefined;
      /** Releases the permit of a run. */
      leave(): Promise<void>;
      /** Undoes the count and releases the permit, as if the request had never been made. */
      undo(): Promise<void>;
    };

/**
 * Limits of a tenant across all instances of a stage. Omitted if a single process serves all tenants, because
 * it counts in memory.
 */
export interface StageLimits {
  /**
   * Counts a request against the tenant's rates, and takes a permit if it is a run. A refused request takes
   * nothing.
   */
  admit(tenantId: string, rates: readonly StageRate[], run?: RunPlace): Promise<StageVerdict>;
}

/** Name of the limit on concurrent runs. */
export const RUN_LIMIT = "run";
