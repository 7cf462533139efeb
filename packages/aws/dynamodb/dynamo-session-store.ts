import type { EndedVisit, SessionRecord, SessionStore } from "@plumbline/core/access/session-store.ts";
import { STAGE } from "@plumbline/core/records/record-state.ts";
import { isTenantDeleted } from "./access-item.ts";
import { tenantPartition } from "./credential-item.ts";
import { type Item, type ItemKey, stripKey, type TableClient } from "./table-client.ts";

/** Sessions in the tenant's own partition, and ended visits in the stage's, at `SESSION#<hash>`. */
export class DynamoSessionStore implements SessionStore {
  readonly #table: TableClient;

  constructor(table: TableClient) {
    this.#table = table;
  }

  async create(session: SessionRecord): Promise<"created" | "tenant_deleted"> {
    const key = sessionKey(session.tenant_id, session.hash);
    await this.#table.put({ ...session, ...endingItem(session) });
    if (!(await isTenantDeleted(this.#table, session.tenant_id))) return "created";
    await this.#table.delete(key, { expression: "attribute_exists(#pk)" });
    return "tenant_deleted";
  }

  async find(tenantId: string, hash: string): Promise<SessionRecord | undefined> {
    const item = await this.#table.get(sessionKey(tenantId, hash));
    if (!item) return undefined;
    const { ttl: _ttl, ...session } = stripKey<SessionRecord & { ttl: number }>(item);
    return session;
  }

  async endVisit({ hash, expires_at }: EndedVisit): Promise<void> {
    await this.#table.put(endingItem({ tenant_id: STAGE, hash, expires_at }));
  }

  async isVisitEnded(hash: string): Promise<boolean> {
    return (await this.#table.get(sessionKey(STAGE, hash))) !== undefined;
  }
}

function sessionKey(tenantId: string, hash: string): ItemKey {
  return { pk: tenantPartition(tenantId), sk: `SESSION#${hash}` };
}

/** `ttl` is the table's time-to-live attribute, in seconds. DynamoDB deletes days late: readers check. */
function endingItem({
  tenant_id,
  hash,
  expires_at,
}: Pick<SessionRecord, "tenant_id" | keyof EndedVisit>): Item {
  const ttl = Math.ceil(Date.parse(expires_at) / 1000);
  return { ...sessionKey(tenant_id, hash), tenant_id, hash, expires_at, ttl };
}
