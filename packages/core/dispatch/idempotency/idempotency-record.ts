import type { RecordKind } from "../../records/record-kind.ts";

/**
 * The record of an `Idempotency-Key`. While `result_cipher` is null, the first call is in flight or its
 * process died. Times are ISO 8601 in UTC.
 */
export interface IdempotencyRecord {
  tenant_id: string;
  /** Digest of the key (see hashKey). The key itself is not stored. */
  id: string;
  /** A new value for every write, never reused. The next write is conditional on it. */
  revision: string;
  /** The encrypted fingerprint of tool and arguments. */
  fingerprint_cipher: string;
  /** Idempotency key sent to the provider. A call that takes over from a crashed one reuses it. */
  provider_key: string;
  /** After this time the call in flight has ended, or its process died. */
  in_flight_until: string;
  /** The encrypted result of the first call. */
  result_cipher: string | null;
  /** After this time the key is free again, whatever the record contains. */
  expires_at: string;
}

/**
 * Every write of a claim is conditional on the revision that it replaces:
 *
 *     A   insert r1 (nothing there) ──────────── in flight ──────────── replace r1 by r2 ✗ → false
 *     B         insert ✗ → taken     (r1 has expired) replace r1 by r3 ✓
 *     C                              (r1 has expired) replace r1 by r4 ✗ → false
 */
export const IDEMPOTENT_CALLS: RecordKind<IdempotencyRecord> = {
  name: "idempotent_calls",
  table: "main",
  key: ["tenant_id", "id"],
  expires: ({ expires_at }) => expires_at,
  signed: { as: "idempotent call" },
};
