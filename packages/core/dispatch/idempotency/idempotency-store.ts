import type { RecordKind } from "../../records/record-kind.ts";
import type { RecordStore } from "../../records/record-store.ts";

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

export const IDEMPOTENT_CALLS: RecordKind<IdempotencyRecord> = {
  name: "idempotent_calls",
  table: "main",
  key: ["tenant_id", "id"],
  expires: ({ expires_at }) => expires_at,
  signed: { as: "idempotent call" },
};

/**
 * Keeps idempotent calls. Every write is held against the revision that it replaces:
 *
 *     A   claim r1 (nothing there) ──────────── in flight ───────────── complete r2 IF r1 ✗ → false
 *     B         claim ✗ → taken      (r1's time is over) claim r3 IF r1 ✓
 *     C                              (r1's time is over) claim r4 IF r1 ✗ → taken
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
   * Writes `claim` where nothing stands, or in place of `standing` if that is still as it was read. Leaves
   * nothing in a deleted tenant.
   */
  async claim(claim: IdempotencyRecord, standing?: IdempotencyRecord): Promise<ClaimAnswer> {
    if (standing) return (await this.complete(claim, standing.revision)) ? "claimed" : "taken";
    const answer = await this.#records.insert(IDEMPOTENT_CALLS, claim);
    return answer === "written" ? "claimed" : answer;
  }

  /**
   * Writes what became of the record of `revision`. `false`: it is not there any more, and nothing was
   * written.
   */
  complete(record: IdempotencyRecord, revision: string): Promise<boolean> {
    return this.#records.replace(IDEMPOTENT_CALLS, record, { revision });
  }

  /** Erases a claim if it is still as it was written. */
  async release({ tenant_id, id, revision }: IdempotencyRecord): Promise<void> {
    await this.#records.delete(IDEMPOTENT_CALLS, [tenant_id, id], { revision });
  }
}
