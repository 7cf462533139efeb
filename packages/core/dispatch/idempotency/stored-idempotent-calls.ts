import type { RecordKind } from "../../records/record-kind.ts";
import type { RecordStore } from "../../records/record-store.ts";
import type { ClaimAnswer, IdempotencyRecord, IdempotencyStore } from "./idempotency-store.ts";

export const IDEMPOTENT_CALLS: RecordKind<IdempotencyRecord> = {
  name: "idempotent_calls",
  table: "main",
  key: ["tenant_id", "id"],
  expires: ({ expires_at }) => expires_at,
  signed: { as: "idempotent call" },
};

/**
 * Idempotent calls. Every write is held against the revision that it replaces:
 *
 *     A   claim r1 (nothing there) ──────────── in flight ───────────── complete r2 IF r1 ✗ → false
 *     B         claim ✗ → taken      (r1's time is over) claim r3 IF r1 ✓
 *     C                              (r1's time is over) claim r4 IF r1 ✗ → taken
 */
export class StoredIdempotentCalls implements IdempotencyStore {
  readonly #records: RecordStore;

  constructor(records: RecordStore) {
    this.#records = records;
  }

  find(tenantId: string, id: string): Promise<IdempotencyRecord | undefined> {
    return this.#records.get(IDEMPOTENT_CALLS, [tenantId, id]);
  }

  async claim(claim: IdempotencyRecord, standing?: IdempotencyRecord): Promise<ClaimAnswer> {
    if (standing) return (await this.complete(claim, standing.revision)) ? "claimed" : "taken";
    const answer = await this.#records.insert(IDEMPOTENT_CALLS, claim);
    return answer === "written" ? "claimed" : answer;
  }

  complete(record: IdempotencyRecord, revision: string): Promise<boolean> {
    return this.#records.replace(IDEMPOTENT_CALLS, record, { revision });
  }

  async release({ tenant_id, id, revision }: IdempotencyRecord): Promise<void> {
    await this.#records.delete(IDEMPOTENT_CALLS, [tenant_id, id], { revision });
  }
}
