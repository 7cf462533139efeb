import {
  keyOf,
  positionOf,
  type RecordKey,
  type RecordKind,
  withKey,
} from "@plumbline/core/records/record-kind.ts";
import { STAGE } from "@plumbline/core/records/record-state.ts";
import type { Item, ItemKey } from "./table-client.ts";

/**
 * Keys of the items of a kind. Released layouts must never change, because stored items are read with them.
 */
interface RecordLayout {
  /**
   * Prefix of the sort keys in the owner's partition. A record with a single key field has a partition of its
   * own.
   */
  prefix: string;
  /** Each of the stage's own records has its own partition, because every request reads one. */
  hasOwnPartition?: true;
  /** The item's attributes omit the key fields, because its key contains them. */
  omitsKey?: true;
  /** Several writers may replace a record with the same content, and only one of them must succeed. */
  isContended?: true;
  list?: ListLayout;
}

/** Keys of the pointers that list the records of a kind. */
interface ListLayout {
  partition(list: string): string;
  prefix: string;
  /** Field of the record to store in the pointer, if the pointer's key does not contain the record's ID. */
  keyField?: string;
}

const LAYOUTS: Readonly<Record<string, RecordLayout>> = {
  tenants: { prefix: "TENANT#", list: { partition: () => "TENANTS", prefix: "TENANT#" } },
  api_keys: {
    prefix: "APIKEY#",
    list: {
      partition: (list) => (list === "" ? "OPERATORS" : formatTenantPartition(list)),
      prefix: "KEY#",
      keyField: "hash",
    },
  },
  credentials: { prefix: "CRED#" },
  data_keys: { prefix: "DEK#" },
  idempotent_calls: { prefix: "IDEM#" },
  watches: { prefix: "WATCH#" },
  watch_states: { prefix: "WSTATE#", isContended: true },
  subscriptions: { prefix: "WSUB#", omitsKey: true },
  pending_connects: { prefix: "CONNECT#" },
  approvals: { prefix: "APPROVAL#" },
  approval_texts: { prefix: "APPROVALTEXT#", omitsKey: true },
  audit_entries: { prefix: "AUDIT#" },
  record_states: { prefix: "STATE#", hasOwnPartition: true },
  expiring_states: { prefix: "EXPIRING#" },
  run_traces: { prefix: "RUN#" },
  conversation_entries: { prefix: "CONV#" },
  chats: { prefix: "CHAT#" },
  sessions: { prefix: "SESSION#" },
  ended_visits: { prefix: "VISIT#" },
  call_blocks: { prefix: "CALLS#" },
  call_sums: { prefix: "CALLSUM#" },
};

/** Sort key of an item with its own partition. */
const META = "META";

const TENANT_PARTITION = "TENANT#";

/** Returns the partition of everything that a tenant owns. */
export function formatTenantPartition(tenantId: string): string {
  return TENANT_PARTITION + tenantId;
}

/** Returns the owner of a partition. */
export function parseTenantId(partition: string): string {
  return partition.slice(TENANT_PARTITION.length);
}

export function findLayout({ name }: { readonly name: string }): RecordLayout {
  const layout = LAYOUTS[name];
  if (!layout) throw new TypeError(`The table has no layout for records of the kind ${name}.`);
  return layout;
}

type KeyedKind = Pick<RecordKind<never>, "name" | "key" | "digits">;

export function createItemKey(kind: KeyedKind, key: RecordKey): ItemKey {
  const { prefix, hasOwnPartition } = findLayout(kind);
  const owner = String(key[0]);
  if (kind.key.length === 1) return { pk: prefix + owner, sk: META };
  const position = positionOf(kind, key);
  if (hasOwnPartition && owner === STAGE) return { pk: prefix + position, sk: META };
  return { pk: formatTenantPartition(owner), sk: prefix + position };
}

/** Returns whether an item is of this kind. Its partition may also contain other kinds. */
export function isOfKind(kind: KeyedKind, { pk, sk }: ItemKey): boolean {
  const { prefix, hasOwnPartition } = findLayout(kind);
  if (kind.key.length === 1) return sk === META && pk.startsWith(prefix);
  return sk.startsWith(prefix) || (hasOwnPartition === true && sk === META && pk.startsWith(prefix));
}

/**
 * Returns the sort keys of an owner's records from `first` to `last`. Without `last`, the range ends at the
 * character after `#`, before the sort keys of any other kind.
 */
export function sortRange(
  kind: KeyedKind,
  owner: string,
  { first, last }: { first?: string | number | undefined; last?: string | number | undefined } = {},
) {
  const { prefix } = findLayout(kind);
  const at = (position: string | number) => prefix + positionOf(kind, [owner, position]);
  const all = createPrefixRange(formatTenantPartition(owner), prefix);
  return {
    ...all,
    ...(first !== undefined && { first: at(first) }),
    ...(last !== undefined && { last: at(last) }),
  };
}

/** Returns the range of sort keys with a prefix, which ends in `#`. */
function createPrefixRange(pk: string, prefix: string) {
  return { pk, first: prefix, last: `${prefix.slice(0, -1)}$` };
}

/**
 * Returns the range of the items that form a list: its pointers, or the records themselves. An item's
 * position comes after `prefix`.
 */
export function listRange(kind: KeyedKind, list: string) {
  const { prefix, list: layout } = findLayout(kind);
  const [pk, listPrefix] = layout
    ? [layout.partition(list), layout.prefix]
    : [formatTenantPartition(list), prefix];
  return { prefix: listPrefix, range: createPrefixRange(pk, listPrefix), isPointed: layout !== undefined };
}

/**
 * Converts a record to an item. `ttl` is the time-to-live attribute of both tables, in seconds. DynamoDB
 * deletes items days late, so readers check the times in the record.
 */
export function toRecordItem<R extends object>(kind: RecordKind<R>, record: R): Item {
  const expiresAt = kind.expires?.(record);
  return {
    ...createItemKey(kind, keyOf(kind, record)),
    ...(findLayout(kind).omitsKey ? withoutFields(record, kind.key) : record),
    ...(expiresAt !== undefined && { ttl: Math.ceil(Date.parse(expiresAt) / 1000) }),
  };
}

/**
 * Converts an item to a record, or returns `undefined` for a fence in place of a record (dynamo-stores.ts).
 * Takes the key from the item, so that a record copied to another key fails its signature check.
 */
export function parseRecord<R extends object>(kind: RecordKind<R>, item: Item): R | undefined {
  const { pk, sk, write_id: _write, ttl: _ttl, gsi1pk: _pk, gsi1sk: _sk, ...fields } = item;
  if (!findLayout(kind).omitsKey && !(getPresenceField(kind) in fields)) return undefined;
  return withKey(kind, parseKey(kind, { pk, sk }), fields as R);
}

/** Returns the key of the record stored here. */
function parseKey(kind: KeyedKind, { pk, sk }: ItemKey): RecordKey {
  const { prefix } = findLayout(kind);
  if (kind.key.length === 1) return [pk.slice(prefix.length)];
  if (sk === META) return [STAGE, pk.slice(prefix.length)];
  const position = sk.slice(prefix.length);
  return [parseTenantId(pk), kind.digits === undefined ? position : Number(position)];
}

/** Returns an attribute that every record of a kind has, but a fence in place of a record has not. */
export function getPresenceField(kind: KeyedKind): string {
  return findLayout(kind).omitsKey ? "pk" : (kind.key.at(-1) ?? "pk");
}

/**
 * Builds the pointer that lists a record. Returns `undefined` if no list contains it, or if its partition is
 * the list.
 */
export function buildPointer<R extends object>(kind: RecordKind<R>, record: R): Item | undefined {
  const { list: layout } = findLayout(kind);
  const position = kind.listed?.(record);
  if (!layout || !position) return undefined;
  const key = { pk: layout.partition(position.list), sk: layout.prefix + position.position };
  return {
    ...key,
    ...(layout.keyField !== undefined && { [layout.keyField]: Reflect.get(record, layout.keyField) }),
  };
}

/** Returns the key of the record that a pointer lists. */
export function readPointedKey(kind: KeyedKind, pointer: Item): ItemKey {
  const { list } = findLayout(kind);
  const id = list?.keyField === undefined ? pointer.sk.slice(list?.prefix.length) : pointer[list.keyField];
  return createItemKey(kind, [String(id)]);
}

export function withoutFields(record: object, fields: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !fields.includes(name)));
}
