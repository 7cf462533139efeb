import type { CredentialRecord } from "@plumbline/core/credentials/credential.ts";
import type { CredentialKind } from "@plumbline/core/credentials/kinds.ts";
import { CLAIMS_PER_READ, hashLabel, type LabelClaims } from "@plumbline/core/credentials/label-claims.ts";
import { asBytes, type SqlValue } from "./rows.ts";
import { SqliteRecordStore } from "./sqlite-record-store.ts";
import type { SqliteStore } from "./sqlite-store.ts";
import { sqliteWatchEvents } from "./sqlite-watch-events.ts";
import { sqliteWatchWheel } from "./sqlite-watch-wheel.ts";
import { TABLES } from "./tables.ts";

/** Opens the stores that are implemented in SQLite, in one file. */
export function sqliteStores(store: SqliteStore) {
  return {
    records: new SqliteRecordStore(store),
    labelClaims: new SqliteLabelClaims(store),
    watchWheel: sqliteWatchWheel(store),
    watchEvents: sqliteWatchEvents(store),
  };
}

/**
 * Label claims as a unique index: writing a record claims its label, and a revoked record has no label. The
 * index rejects the second of two writers.
 */
class SqliteLabelClaims implements LabelClaims {
  readonly #store: SqliteStore;

  constructor(store: SqliteStore) {
    this.#store = store;
  }

  async claim({ tenant_id, id, kind, label }: CredentialRecord): Promise<boolean> {
    const holders = await this.claimants(tenant_id, label, [kind]);
    return holders.every((holder) => holder === id);
  }

  async free(): Promise<void> {
    // Writing the record has freed its label.
  }

  async claimants(
    tenantId: string,
    label: string,
    kinds: readonly CredentialKind[],
  ): Promise<readonly string[]> {
    const where = `tenant_id = ? AND label = ? AND kind IN (${kinds.map(() => "?").join(", ")})`;
    return this.#listIds(where, [tenantId, hashLabel(label), ...kinds]);
  }

  /** Reads the IDs from `credentials_by_kind`, which contains no revoked records. */
  async *claimantsOfKinds(
    tenantId: string,
    kinds: readonly CredentialKind[],
  ): AsyncGenerator<readonly string[]> {
    const where = "tenant_id = ? AND kind = ? AND label IS NOT NULL AND id > ? ORDER BY id LIMIT ?";
    for (const kind of kinds) {
      let after: string | undefined = "";
      while (after !== undefined) {
        const ids: string[] = this.#listIds(where, [tenantId, kind, after, CLAIMS_PER_READ]);
        yield ids;
        after = ids.length < CLAIMS_PER_READ ? undefined : ids.at(-1);
      }
    }
  }

  #listIds(where: string, values: readonly SqlValue[]): string[] {
    const sql = `SELECT ${asBytes("id")} FROM credentials WHERE ${where}`;
    return this.#store.select(TABLES.credentials, { sql, values }).map(([id]) => String(id));
  }
}
