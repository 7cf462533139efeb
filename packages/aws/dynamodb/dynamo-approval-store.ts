import type { ApprovalRecord, ApprovalStore, TextOwner } from "@plumbline/core/approvals/approval-store.ts";
import type { Page, PageRequest } from "@plumbline/core/records/page.ts";
import { isTenantDeleted } from "./access-item.ts";
import { tenantPartition } from "./credential-item.ts";
import { queryPage } from "./query-page.ts";
import { queryRange } from "./query-range.ts";
import { type Item, type ItemKey, stripKey, type TableClient } from "./table-client.ts";

const PREFIX = "APPROVAL#";
const TEXT_PREFIX = "APPROVALTEXT#";
/** An item has at most 400 KB (docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html). */
const PIECE_CHARS = 350_000;

/**
 * Approvals in the tenant's own partition, at `APPROVAL#<id>`, and their texts in pieces at
 * `APPROVALTEXT#<id>#<name>#<piece>`. The SDK repeats a write whose answer was lost, and the repetition finds
 * its own revision in place: hence `#revision IN (:replaced, :mine)`.
 */
export class DynamoApprovalStore implements ApprovalStore {
  readonly #table: TableClient;

  constructor(table: TableClient) {
    this.#table = table;
  }

  async create(record: ApprovalRecord): Promise<"tenant_deleted" | undefined> {
    const item = approvalItem(record);
    await this.#table.put(item);
    return this.#unlessDeleted(record.tenant_id, [item]);
  }

  async find(tenantId: string, id: string): Promise<ApprovalRecord | undefined> {
    const item = await this.#table.get(approvalKey(tenantId, id));
    return item && approvalFromItem(item);
  }

  replace(record: ApprovalRecord, revision: string): Promise<boolean> {
    return this.#table.put(approvalItem(record), {
      expression: "#revision IN (:replaced, :mine)",
      values: { replaced: revision, mine: record.revision },
    });
  }

  list(
    tenantId: string,
    { wanted, ...page }: PageRequest & { wanted(record: ApprovalRecord): boolean },
  ): Promise<Page<ApprovalRecord>> {
    return queryPage(this.#table, {
      ...page,
      pk: tenantPartition(tenantId),
      prefix: PREFIX,
      read: (items) => items.map(approvalFromItem).map((record) => (wanted(record) ? record : undefined)),
    });
  }

  async putText(owner: TextOwner, name: string, text: string): Promise<"tenant_deleted" | undefined> {
    const { tenant_id, id, kept_until } = owner;
    const pieces = Math.max(1, Math.ceil(text.length / PIECE_CHARS));
    const items = Array.from({ length: pieces }, (_, index) => ({
      ...textKey(tenant_id, id, name, index),
      piece: text.slice(index * PIECE_CHARS, (index + 1) * PIECE_CHARS),
      pieces,
      ttl: ttlOf(kept_until),
    }));
    for (const item of items) await this.#table.put(item);
    return this.#unlessDeleted(tenant_id, items);
  }

  async getText(tenantId: string, id: string, name: string): Promise<string | undefined> {
    const { pk, sk: first } = textKey(tenantId, id, name, 0);
    const { sk: last } = textKey(tenantId, id, name, 999);
    const items: Item[] = [];
    for await (const some of queryRange(this.#table, { pk, first, last })) items.push(...some);
    if (items.length === 0 || items.length !== items[0]?.pieces) return undefined;
    return items.map(({ piece }) => String(piece)).join("");
  }

  /** Takes a write back whose tenant was deleted meanwhile. */
  async #unlessDeleted(tenantId: string, items: readonly ItemKey[]): Promise<"tenant_deleted" | undefined> {
    if (!(await isTenantDeleted(this.#table, tenantId))) return undefined;
    for (const item of items) await this.#table.delete(item, { expression: "attribute_exists(#pk)" });
    return "tenant_deleted";
  }
}

function approvalKey(tenantId: string, id: string): ItemKey {
  return { pk: tenantPartition(tenantId), sk: PREFIX + id };
}

function textKey(tenantId: string, id: string, name: string, piece: number): ItemKey {
  return {
    pk: tenantPartition(tenantId),
    sk: `${TEXT_PREFIX}${id}#${name}#${String(piece).padStart(3, "0")}`,
  };
}

/**
 * `ttl` is the table's time-to-live attribute, in seconds. DynamoDB deletes days late: readers check the
 * times of the record.
 */
function approvalItem(record: ApprovalRecord): Item {
  return { ...approvalKey(record.tenant_id, record.id), ...record, ttl: ttlOf(record.kept_until) };
}

function approvalFromItem(item: Item): ApprovalRecord {
  const { ttl: _ttl, ...record } = stripKey<ApprovalRecord & { ttl: number }>(item);
  return record;
}

function ttlOf(time: string): number {
  return Math.ceil(Date.parse(time) / 1000);
}
