/** The operator's limits of requests per minute, and of concurrent runs. */
export interface RequestRates {
  /** Requests of one tenant, unless its policy sets another limit. */
  perTenant: number;
  /** Requests of one IP address without a valid key. */
  perAddress: number;
  /**
   * Concurrent runs of one tenant over all instances of a stage, unless its policy sets another limit. A
   * single process divides its places by demand instead (shares.ts).
   */
  runsPerTenant: number;
}

/** Limits used if no setting overrides them. */
export const DEFAULT_REQUEST_RATES: RequestRates = { perTenant: 1_200, perAddress: 600, runsPerTenant: 50 };
