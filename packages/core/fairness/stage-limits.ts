/** A place of a run among those that its tenant may hold at one time. */
export interface RunPlace {
  runId: string;
  /** Runs that the tenant may have under way at one time. */
  atMost: number;
  /** Milliseconds since 1970: the place is free by then, also where nobody gives it back. */
  until: number;
}

/**
 * Limits of a tenant that all instances of a stage keep together. Left out where one process serves
 * everybody: it counts by itself.
 */
export interface StageLimits {
  /**
   * Counts a request in this minute of the clock. `counter` tells the limits of one tenant apart. Returns the
   * seconds until the next minute where the limit is reached, and `undefined` where the request may go.
   */
  countRequest(tenantId: string, counter: string, perMinute: number): Promise<number | undefined>;
  /** Takes a place for a run. Returns what gives it back; `undefined` where none is free. */
  enterRun(tenantId: string, place: RunPlace): Promise<(() => Promise<void>) | undefined>;
}
