/** The operator's limits of requests, a minute and for each process. */
export interface RequestRates {
  /** Of one tenant, where its policy sets no other number. */
  perTenant: number;
  /** Of one address, for requests without a valid key. */
  perAddress: number;
}

/** Limits where no setting says otherwise. */
export const DEFAULT_REQUEST_RATES: RequestRates = { perTenant: 1_200, perAddress: 600 };
