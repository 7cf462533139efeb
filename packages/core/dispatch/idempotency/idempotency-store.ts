/**
 * Record of one `Idempotency-Key` of a tenant. While `result_cipher` is null the first call is in flight, or
 * its process died. Times are ISO 8601 in UTC.
 */
export interface IdempotencyRecord {
  tenant_id: string;
  /** Stands for the key, which itself is not stored (see keyDigest). */
  id: string;
  /** New with every write and never used again: what the next conditional write is held against. */
  revision: string;
  /** The sealed fingerprint of tool and arguments. */
  fingerprint_cipher: string;
  /**
   * The key that the call sends to a provider which knows such keys; a call that takes over from a dead one
   * sends the same.
   */
  provider_key: string;
  /** By then the call in flight is over, or its process died. */
  in_flight_until: string;
  /** The sealed first result. */
  result_cipher: string | null;
  /** From then on the key is free again, whatever stands here. */
  expires_at: string;
}

/** `taken`: something else stands there than what was to be replaced. */
export type ClaimAnswer = "claimed" | "taken" | "tenant_deleted";

/**
 * Where idempotent calls are kept. Every write is conditional on one record, so a store needs no
 * transactions.
 */
export interface IdempotencyStore {
  find(tenantId: string, id: string): Promise<IdempotencyRecord | undefined>;
  /**
   * Writes `claim` where nothing stands, or in place of `standing` if that is still as it was read. Leaves
   * nothing in a deleted tenant.
   */
  claim(claim: IdempotencyRecord, standing?: IdempotencyRecord): Promise<ClaimAnswer>;
  /**
   * Writes what became of the record of `revision`. `false`: it is not there any more, and nothing was
   * written.
   */
  complete(record: IdempotencyRecord, revision: string): Promise<boolean>;
  /** Erases a claim if it is still as it was written. */
  release(claim: IdempotencyRecord): Promise<void>;
}
