import type { EndedVisit, SessionRecord, SessionStore } from "@plumbline/core/access/session-store.ts";
import { STAGE } from "@plumbline/core/records/record-state.ts";
import { isDeletedFor } from "./sqlite-access-store.ts";
import type { SqliteStore } from "./sqlite-store.ts";
import { TABLES } from "./tables.ts";

/** Sessions, found by their tenant and the hash of their token. Ended visits are the stage's own. */
export class SqliteSessionStore implements SessionStore {
  readonly #store: SqliteStore;

  constructor(store: SqliteStore) {
    this.#store = store;
  }

  create(session: SessionRecord): Promise<"created" | "tenant_deleted"> {
    const { tenant_id, hash, expires_at } = session;
    return this.#store.transact((transaction) => {
      if (isDeletedFor(transaction, tenant_id)) return "tenant_deleted";
      const found = { expires_at: Date.parse(expires_at) };
      transaction.put(TABLES.sessions, { key: { tenant_id, hash }, found, record: session });
      return "created";
    });
  }

  async find(tenantId: string, hash: string): Promise<SessionRecord | undefined> {
    return this.#store.record<SessionRecord>(TABLES.sessions, tenantId, hash);
  }

  endVisit({ hash, expires_at }: EndedVisit): Promise<void> {
    const record = { tenant_id: STAGE, hash, expires_at };
    const key = { tenant_id: STAGE, hash };
    return this.#store.transact((transaction) =>
      transaction.put(TABLES.sessions, { key, found: { expires_at: Date.parse(expires_at) }, record }),
    );
  }

  async isVisitEnded(hash: string): Promise<boolean> {
    return this.#store.record<EndedVisit>(TABLES.sessions, STAGE, hash) !== undefined;
  }
}
