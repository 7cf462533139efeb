import type {
  ClaimAnswer,
  IdempotencyRecord,
  IdempotencyStore,
} from "@plumbline/core/dispatch/idempotency/idempotency-store.ts";
import { isDeletedFor } from "./sqlite-access-store.ts";
import type { SqliteStore } from "./sqlite-store.ts";
import { TABLES } from "./tables.ts";
import type { Transaction } from "./transaction.ts";

/** Idempotent calls. Every write is held against the revision it replaces. */
export class SqliteIdempotencyStore implements IdempotencyStore {
  readonly #store: SqliteStore;

  constructor(store: SqliteStore) {
    this.#store = store;
  }

  async find(tenantId: string, id: string): Promise<IdempotencyRecord | undefined> {
    return this.#store.record<IdempotencyRecord>(TABLES.idempotentCalls, tenantId, id);
  }

  claim(claim: IdempotencyRecord, standing?: IdempotencyRecord): Promise<ClaimAnswer> {
    return this.#store.transact((transaction) => {
      if (isDeletedFor(transaction, claim.tenant_id)) return "tenant_deleted";
      if (getCall(transaction, claim)?.revision !== standing?.revision) return "taken";
      putCall(transaction, claim);
      return "claimed";
    });
  }

  complete(record: IdempotencyRecord, revision: string): Promise<boolean> {
    return this.#store.transact((transaction) => {
      if (getCall(transaction, record)?.revision !== revision) return false;
      putCall(transaction, record);
      return true;
    });
  }

  release(claim: IdempotencyRecord): Promise<void> {
    const { tenant_id, id, revision } = claim;
    return this.#store.transact((transaction) => {
      if (getCall(transaction, claim)?.revision === revision)
        transaction.delete(TABLES.idempotentCalls, { tenant_id, id });
    });
  }
}

function getCall(
  transaction: Transaction,
  { tenant_id, id }: IdempotencyRecord,
): IdempotencyRecord | undefined {
  return transaction.get(TABLES.idempotentCalls, { tenant_id, id }) as IdempotencyRecord | undefined;
}

export function putCall(transaction: Transaction, record: IdempotencyRecord): void {
  const { tenant_id, id } = record;
  const found = { expires_at: Date.parse(record.expires_at) };
  transaction.put(TABLES.idempotentCalls, { key: { tenant_id, id }, found, record });
}
