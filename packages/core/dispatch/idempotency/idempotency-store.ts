import type { RecordKind } from "../../records/record-kind.ts";
import type { RecordStore } from "../../records/record-store.ts";

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

/** `taken`: the record has changed since it was read. */
export type ClaimAnswer = "claimed" | "taken" | "tenant_deleted";

export const IDEMPOTENT_CALLS: RecordKind<IdempotencyRecord> = {
  name: "idempotent_calls",
  table: "main",
  key: ["tenant_id", "id"],
  expires: ({ expires_at }) => expires_at,
  signed: { as: "idempotent call" },
};

/**
 * Stores idempotent calls. Every write is conditional on the revision that it replaces:
 *
 *     A   claim r1 (nothing there) ──────────── in flight ───────────── complete r2 IF r1 ✗ → false
 *     B         claim ✗ → taken      (r1 has expired) claim r3 IF r1 ✓
 *     C                              (r1 has expired) claim r4 IF r1 ✗ → taken
 */
export class IdempotencyStore {
  readonly #records: RecordStore;

  constructor(records: RecordStore) {
    this.#records = records;
  }

  find(tenantId: string, id: string): Promise<IdempotencyRecord | undefined> {
    return this.#records.get(IDEMPOTENT_CALLS, [tenantId, id]);
  }

  /**
   * Writes `claim` if there is no record, or replaces `standing` if it has not changed since it was read.
   * Writes nothing for a deleted tenant.
   */
  async claim(claim: IdempotencyRecord, standing?: IdempotencyRecord): Promise<ClaimAnswer> {
    if (standing) return (await this.complete(claim, standing.revision)) ? "claimed" : "taken";
    const answer = await this.#records.insert(IDEMPOTENT_CALLS, claim);
    return answer === "written" ? "claimed" : answer;
  }

  /** Replaces the record that has this `revision`. Returns `false` if the record has changed. */
  complete(record: IdempotencyRecord, revision: string): Promise<boolean> {
    return this.#records.replace(IDEMPOTENT_CALLS, record, { revision });
  }

  /** Deletes a claim if it has not changed since it was written. */
  async release({ tenant_id, id, revision }: IdempotencyRecord): Promise<void> {
    await this.#records.delete(IDEMPOTENT_CALLS, [tenant_id, id], { revision });
  }
}
