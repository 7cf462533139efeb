import { QueryCommand } from "@aws-sdk/client-dynamodb";
import type { AuditEntry } from "@plumbline/core/access/audit/audit-entry.ts";
import type { AuditStore } from "@plumbline/core/access/audit/audit-store.ts";
import type { Page, PageRequest } from "@plumbline/core/records/page.ts";
import { isTenantDeleted } from "./access-item.ts";
import { tenantPartition } from "./credential-item.ts";
import { queryPage } from "./query-page.ts";
import { send } from "./send.ts";
import { isStored } from "./stored-item.ts";
import { IF_ABSENT, type ItemKey, stripKey, type TableClient, unmarshallItem } from "./table-client.ts";

const PREFIX = "AUDIT#";

/**
 * Audit logs in the key table, at `TENANT#<id> / AUDIT#<sequence in twelve digits>`: whoever writes the main
 * table cannot change them.
 */
export class DynamoAuditStore implements AuditStore {
  readonly #table: TableClient;
  readonly #keyTable: TableClient;

  /** `table`: the main one, which knows the tenants that were deleted. */
  constructor(table: TableClient, keyTable: TableClient) {
    this.#table = table;
    this.#keyTable = keyTable;
  }

  async last(tenantId: string): Promise<AuditEntry | undefined> {
    const command = new QueryCommand({
      TableName: this.#keyTable.tableName,
      KeyConditionExpression: "pk = :pk AND begins_with(sk, :prefix)",
      ExpressionAttributeValues: { ":pk": { S: tenantPartition(tenantId) }, ":prefix": { S: PREFIX } },
      ConsistentRead: true,
      ScanIndexForward: false,
      Limit: 1,
    });
    const { Items: [newest] = [] } = await send(this.#keyTable.client.send(command));
    return newest && stripKey<AuditEntry>(unmarshallItem(newest));
  }

  /** Takes back what a tenant's erasure would miss. */
  async append(entry: AuditEntry): Promise<boolean> {
    const item = { ...entryKey(entry.tenant_id, entry.sequence), ...entry };
    const written = (await this.#keyTable.put(item, IF_ABSENT)) || (await isStored(this.#keyTable, item));
    if (!written || !(await isTenantDeleted(this.#table, entry.tenant_id))) return written;
    const { hash } = entry;
    await this.#keyTable.delete(item, { expression: "#hash = :hash", values: { hash } });
    return true;
  }

  list(tenantId: string, { after, limit }: PageRequest): Promise<Page<AuditEntry>> {
    return queryPage(this.#keyTable, {
      pk: tenantPartition(tenantId),
      prefix: PREFIX,
      limit,
      after: after === undefined ? undefined : position(Number(after)),
      read: (items) => items.map((item) => stripKey<AuditEntry>(item)),
    });
  }
}

function entryKey(tenantId: string, sequence: number): ItemKey {
  return { pk: tenantPartition(tenantId), sk: PREFIX + position(sequence) };
}

function position(sequence: number): string {
  return String(sequence).padStart(12, "0");
}
