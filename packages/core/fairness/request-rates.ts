/** The operator's limits on requests per minute and on concurrent runs. */
export interface RequestRates {
  /** Requests of a tenant, unless its policy sets another limit. */
  perTenant: number;
  /** Requests of an IP address without a valid key. */
  perAddress: number;
  /**
   * Concurrent runs of a tenant across all instances of a stage, unless its policy sets another limit. A
   * single process shares its permits by demand instead (shares.ts).
   */
  runsPerTenant: number;
}

/** Limits that apply unless settings override them. */
export const DEFAULT_REQUEST_RATES: RequestRates = { perTenant: 1_200, perAddress: 600, runsPerTenant: 50 };
