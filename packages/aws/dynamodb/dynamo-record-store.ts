import type { Clock } from "@plumbline/core/clock/clock.ts";
import type { Page, PageRequest } from "@plumbline/core/records/page.ts";
import { keyOf, type RecordKey, type RecordKind } from "@plumbline/core/records/record-kind.ts";
import type {
  InsertAnswer,
  KeyRange,
  RecordOf,
  RecordRead,
  RecordStore,
  RecordWrite,
  Where,
} from "@plumbline/core/records/record-store.ts";
import { batchGet } from "./batches.ts";
import { eraseTenant } from "./erase-tenant.ts";
import { getText, hasLargeText, putText } from "./large-text.ts";
import { countRange, queryRange, scanItemsWith } from "./query-range.ts";
import { buildCondition, hasFields, isSameItem } from "./record-condition.ts";
import {
  buildPointer,
  createItemKey,
  findLayout,
  getPresenceField,
  isOfKind,
  listRange,
  parseRecord,
  readPointedKey,
  sortRange,
  toRecordItem,
  withoutFields,
} from "./record-layout.ts";
import { type Condition, IF_ABSENT, type Item, type ItemKey, type TableClient } from "./table-client.ts";
import { checkTenants, isTenantDeleted } from "./tenant-mark.ts";
import { type TransactItem, transactWrite } from "./transact-write.ts";

/** Number of records to write in parallel. */
const MAX_PARALLEL_WRITES = 25;

const IF_PRESENT: Condition = { expression: "attribute_exists(#pk)" };

/**
 * Stores records of every kind in the main table and the key table (record-layout.ts). The pointer that lists
 * a record is written before it and deleted after it. So every record has its pointer, and a pointer without
 * a record lists nothing.
 *
 * The SDK repeats a write whose response was lost, and the write's condition then fails. Therefore, a refused
 * write is compared with the stored item. A repeated deletion looks like that of a record that never existed,
 * and returns `false`.
 */
export class DynamoRecordStore implements RecordStore {
  readonly #table: TableClient;
  readonly #keyTable: TableClient;
  readonly #clock: Clock;

  /** `clock` is used to wait if a table throttles a batch. */
  constructor(table: TableClient, keyTable: TableClient, clock: Clock) {
    this.#table = table;
    this.#keyTable = keyTable;
    this.#clock = clock;
  }

  async get<R extends object>(kind: RecordKind<R>, key: RecordKey): Promise<R | undefined> {
    if (hasLargeText(kind)) return getText(this.#selectTable(kind), kind, key);
    const item = await this.#selectTable(kind).get(createItemKey(kind, key));
    return item && parseRecord(kind, item);
  }

  async getMany<Read extends RecordRead<never>>(
    reads: readonly Read[],
    { stale = false }: { stale?: boolean } = {},
  ): Promise<(RecordOf<Read> | undefined)[]> {
    const keys = reads.map(({ kind, key }) => ({
      table: this.#selectTable(kind),
      key: toSingleKey(kind, key),
    }));
    const items = await batchGet(keys, { clock: this.#clock, consistent: !stale });
    return reads.map(({ kind }, index) => {
      const item = items[index];
      return item && parseRecord(kind as unknown as RecordKind<RecordOf<Read>>, item);
    });
  }

  async insert<R extends object>(kind: RecordKind<R>, record: R): Promise<InsertAnswer> {
    const item = toSingleItem(kind, record);
    await this.#putPointer(kind, record);
    const written =
      (await this.#selectTable(kind).put(item, IF_ABSENT)) || (await this.#isStored(kind, item));
    return written ? this.#undoIfTenantDeleted(kind, record, [item]) : "taken";
  }

  async put<R extends object>(kind: RecordKind<R>, record: R): Promise<"written" | "tenant_deleted"> {
    return this.putAll(kind, [record]);
  }

  async putAll<R extends object>(
    kind: RecordKind<R>,
    records: readonly R[],
  ): Promise<"written" | "tenant_deleted"> {
    const written: ItemKey[] = [];
    for (let from = 0; from < records.length; from += MAX_PARALLEL_WRITES) {
      const some = records.slice(from, from + MAX_PARALLEL_WRITES);
      written.push(...(await Promise.all(some.map((record) => this.#put(kind, record)))).flat());
    }
    const [first] = records;
    return first ? this.#undoIfTenantDeleted(kind, first, written) : "written";
  }

  async replace<R extends object>(kind: RecordKind<R>, record: R, where: Where<R>): Promise<boolean> {
    const item = toSingleItem(kind, record);
    const table = this.#selectTable(kind);
    const condition = buildCondition(where, getPresenceField(kind));
    if (findLayout(kind).isContended) return table.putOwn(item, condition);
    return (await table.put(item, condition)) || this.#isStored(kind, item);
  }

  /** Does not update expiry and list entry. Use `replace` to change those. */
  async change<R extends object>(
    kind: RecordKind<R>,
    key: RecordKey,
    changes: Partial<R>,
    where: Where<R>,
  ): Promise<boolean> {
    const table = this.#selectTable(kind);
    const storedKey = toSingleKey(kind, key);
    if (await table.update(storedKey, changes, buildCondition(where, getPresenceField(kind)))) return true;
    const stored = await table.get(storedKey);
    return stored !== undefined && hasFields(stored, { ...where, ...changes });
  }

  async delete<R extends object>(
    kind: RecordKind<R>,
    key: RecordKey,
    where: Where<R> = {},
  ): Promise<boolean> {
    const table = this.#selectTable(kind);
    const record = kind.listed && (await this.get(kind, key));
    const deleted = await table.delete(toSingleKey(kind, key), buildCondition(where, getPresenceField(kind)));
    const pointer = record && buildPointer(kind, record);
    if (deleted && pointer) await table.delete(pointer, IF_PRESENT);
    return deleted;
  }

  async page<R extends object>(
    kind: RecordKind<R>,
    list: string,
    { after, limit, wanted = () => true }: PageRequest & { wanted?: (record: R) => boolean },
  ): Promise<Page<R>> {
    const { prefix, range, isPointed } = listRange(kind, list);
    const options = { together: limit + 1, after: after === undefined ? undefined : prefix + after };
    const matches: { position: string; record: R }[] = [];
    for await (const items of queryRange(this.#selectTable(kind), range, options)) {
      const listed = isPointed ? await this.#listItems(kind, items) : items;
      for (const [index, { sk }] of items.entries()) {
        const item = listed[index];
        const record = item && parseRecord(kind, item);
        if (record && wanted(record)) matches.push({ position: sk.slice(prefix.length), record });
      }
      if (matches.length > limit) break;
    }
    const page = matches.slice(0, limit);
    return {
      items: page.map(({ record }) => record),
      next: matches.length > limit ? (page.at(-1)?.position ?? null) : null,
    };
  }

  async *range<R extends object>(
    kind: RecordKind<R>,
    owner: string,
    { first, last, backwards = false, together }: KeyRange = {},
  ): AsyncGenerator<readonly R[]> {
    const range = sortRange(kind, owner, { first, last });
    // DynamoDB refuses a range that ends before it starts.
    if (Buffer.compare(Buffer.from(range.first), Buffer.from(range.last)) > 0) return;
    for await (const items of queryRange(this.#selectTable(kind), range, { backwards, together })) {
      const records = items.map((item) => parseRecord(kind, item)).filter((record) => record !== undefined);
      if (records.length > 0) yield records;
    }
  }

  count(kind: RecordKind<never>, owner: string, most: number): Promise<number> {
    return countRange(this.#selectTable(kind), sortRange(kind, owner), most);
  }

  async *withField<R extends object>(kind: RecordKind<R>, field: keyof R & string): AsyncGenerator<R> {
    for await (const item of scanItemsWith(this.#selectTable(kind), field)) {
      const record = isOfKind(kind, item) ? parseRecord(kind, item) : undefined;
      if (record) yield record;
    }
  }

  /** Writes a tenant's records only if the tenant is not marked as deleted. */
  async transact(writes: readonly RecordWrite[]): Promise<boolean> {
    const items = (await Promise.all(writes.map((write) => this.#transactItems(write)))).flat();
    return transactWrite([...items, ...checkTenants(this.#table, writes, items)], this.#clock);
  }

  async eraseTenant(tenantId: string): Promise<void> {
    await eraseTenant(this.#keyTable, tenantId, this.#clock);
    await eraseTenant(this.#table, tenantId, this.#clock);
  }

  async #transactItems(write: RecordWrite): Promise<TransactItem[]> {
    const { kind } = write;
    const table = this.#selectTable(kind);
    if ("delete" in write) {
      const listed = kind.listed && (await this.get(kind, write.delete));
      const pointer = listed && buildPointer(kind, listed);
      const items = [toSingleKey(kind, write.delete), ...(pointer ? [pointer] : [])];
      return items.map((item) => ({ table, action: "Delete", item }));
    }
    if ("replace" in write) {
      const condition = buildCondition(write.where, getPresenceField(kind));
      return [{ table, action: "Put", item: toSingleItem(kind, write.replace), condition }];
    }
    const isNew = "insert" in write;
    const record = isNew ? write.insert : write.put;
    const pointer = buildPointer(kind, record);
    return [
      ...(pointer ? [{ table, action: "Put" as const, item: pointer }] : []),
      { table, action: "Put", item: toSingleItem(kind, record), ...(isNew && { condition: IF_ABSENT }) },
    ];
  }

  async #put<R extends object>(kind: RecordKind<R>, record: R): Promise<ItemKey[]> {
    if (hasLargeText(kind)) return putText(this.#selectTable(kind), kind, record);
    const item = toRecordItem(kind, record);
    await this.#putPointer(kind, record);
    await this.#selectTable(kind).put(item);
    return [item];
  }

  async #putPointer<R extends object>(kind: RecordKind<R>, record: R): Promise<void> {
    const pointer = buildPointer(kind, record);
    if (pointer) await this.#selectTable(kind).put(pointer);
  }

  /**
   * Reads the item of each pointer. Returns `undefined` for a pointer whose record was deleted or is listed
   * elsewhere.
   */
  async #listItems<R extends object>(
    kind: RecordKind<R>,
    pointers: readonly Item[],
  ): Promise<(Item | undefined)[]> {
    const table = this.#selectTable(kind);
    const keys = pointers.map((pointer) => ({ table, key: readPointedKey(kind, pointer) }));
    const items = await batchGet(keys, { clock: this.#clock, consistent: true });
    return pointers.map((pointer, index) => {
      const item = items[index];
      const record = item && parseRecord(kind, item);
      const listed = record && buildPointer(kind, record);
      return listed?.pk === pointer.pk && listed.sk === pointer.sk ? item : undefined;
    });
  }

  /** Compares a refused write with the stored item. Ignores fields that are updated separately. */
  async #isStored<R extends object>(kind: RecordKind<R>, item: Item): Promise<boolean> {
    const stored = await this.#selectTable(kind).get(item);
    if (!stored) return false;
    const ignored = ["write_id", ...(kind.noted ?? [])];
    return isSameItem(withoutFields(stored, ignored), withoutFields(item, ignored));
  }

  /**
   * Undoes a write if the tenant was deleted in the meantime, because the erasure may have missed it. A
   * tenant is marked before it is erased. So either the erasure starts after the write and finds it, or this
   * method sees the mark.
   */
  async #undoIfTenantDeleted<R extends object>(
    kind: RecordKind<R>,
    record: R,
    items: readonly ItemKey[],
  ): Promise<"written" | "tenant_deleted"> {
    if (!(await isTenantDeleted(this.#table, kind, record))) return "written";
    for (const item of items) await this.#selectTable(kind).delete(item, IF_PRESENT);
    return "tenant_deleted";
  }

  #selectTable({ table }: Pick<RecordKind<never>, "table">): TableClient {
    return table === "keys" ? this.#keyTable : this.#table;
  }
}

/** Converts a record to an item. Throws TypeError for kinds that are stored in pieces. */
function toSingleItem<R extends object>(kind: RecordKind<R>, record: R): Item {
  return { ...toRecordItem(kind, record), ...toSingleKey(kind, keyOf(kind, record)) };
}

function toSingleKey(kind: RecordKind<never>, key: RecordKey): ItemKey {
  if (kind.large !== undefined)
    throw new TypeError(
      `Records of the kind ${kind.name} are stored in pieces: they can only be put and got.`,
    );
  return createItemKey(kind, key);
}
