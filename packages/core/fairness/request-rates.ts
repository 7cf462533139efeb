/** The operator's limits of requests per minute and process. */
export interface RequestRates {
  /** Limit for one tenant, unless its policy sets another. */
  perTenant: number;
  /** Limit for one IP address, for requests without a valid key. */
  perAddress: number;
}

/** Limits used if no setting overrides them. */
export const DEFAULT_REQUEST_RATES: RequestRates = { perTenant: 1_200, perAddress: 600 };
