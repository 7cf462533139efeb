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
 * Location of the items of a kind. Released layouts never change, because stored items are read with them.
 */
interface RecordLayout {
  /** Prefix of the sort keys in the owner's partition. A record with one key field has its own partition. */
  prefix: string;
  /** The stage's own records have one partition each, because every request reads one. */
  spread?: true;
  /** The item does not repeat the key fields, which its key contains. */
  bare?: true;
  /** Several writers replace a record with the same content, and only one of them must succeed. */
  contended?: true;
  list?: ListLayout;
}

/** Location of the pointers that list the records of a kind. */
interface ListLayout {
  partition(list: string): string;
  prefix: string;
  /** The record's key field, if the pointer's own key does not contain it. */
  holds?: string;
}

const LAYOUTS: Readonly<Record<string, RecordLayout>> = {
  tenants: { prefix: "TENANT#", list: { partition: () => "TENANTS", prefix: "TENANT#" } },
  api_keys: {
    prefix: "APIKEY#",
    list: {
      partition: (list) => (list === "" ? "OPERATORS" : tenantPartition(list)),
      prefix: "KEY#",
      holds: "hash",
    },
  },
  credentials: { prefix: "CRED#" },
  data_keys: { prefix: "DEK#" },
  idempotent_calls: { prefix: "IDEM#" },
  watches: { prefix: "WATCH#" },
  watch_states: { prefix: "WSTATE#", contended: true },
  subscriptions: { prefix: "WSUB#", bare: true },
  pending_connects: { prefix: "CONNECT#" },
  approvals: { prefix: "APPROVAL#" },
  approval_texts: { prefix: "APPROVALTEXT#", bare: true },
  audit_entries: { prefix: "AUDIT#" },
  record_states: { prefix: "STATE#", spread: true },
  expiring_states: { prefix: "EXPIRING#" },
  run_traces: { prefix: "RUN#" },
  conversation_entries: { prefix: "CONV#" },
  chats: { prefix: "CHAT#" },
  sessions: { prefix: "SESSION#" },
  ended_visits: { prefix: "VISIT#" },
  call_blocks: { prefix: "CALLS#" },
  call_sums: { prefix: "CALLSUM#" },
};

/** Sort key of an item that has its own partition. */
const META = "META";

const TENANT_PARTITION = "TENANT#";

/** Returns the partition of everything that a tenant owns. */
export function tenantPartition(tenantId: string): string {
  return TENANT_PARTITION + tenantId;
}

/** Returns the owner of a partition. */
export function tenantOf(partition: string): string {
  return partition.slice(TENANT_PARTITION.length);
}

export function layoutOf({ name }: { readonly name: string }): RecordLayout {
  const layout = LAYOUTS[name];
  if (!layout) throw new TypeError(`The table has no layout for records of the kind ${name}.`);
  return layout;
}

type KeyedKind = Pick<RecordKind<never>, "name" | "key" | "digits">;

export function itemKey(kind: KeyedKind, key: RecordKey): ItemKey {
  const { prefix, spread } = layoutOf(kind);
  const owner = String(key[0]);
  if (kind.key.length === 1) return { pk: prefix + owner, sk: META };
  const position = positionOf(kind, key);
  if (spread && owner === STAGE) return { pk: prefix + position, sk: META };
  return { pk: tenantPartition(owner), sk: prefix + position };
}

/** Returns true for an item of this kind. The partition may also contain other kinds. */
export function isOfKind(kind: KeyedKind, { pk, sk }: ItemKey): boolean {
  const { prefix, spread } = layoutOf(kind);
  if (kind.key.length === 1) return sk === META && pk.startsWith(prefix);
  return sk.startsWith(prefix) || (spread === true && sk === META && pk.startsWith(prefix));
}

/**
 * Returns the range of sort keys of an owner's records from `first` to `last`. An open range ends at the
 * character after the `#` of the prefix, which is in no sort key of another kind.
 */
export function sortRange(
  kind: KeyedKind,
  owner: string,
  { first, last }: { first?: string | number | undefined; last?: string | number | undefined } = {},
) {
  const { prefix } = layoutOf(kind);
  const at = (position: string | number) => prefix + positionOf(kind, [owner, position]);
  const all = prefixRange(tenantPartition(owner), prefix);
  return {
    ...all,
    ...(first !== undefined && { first: at(first) }),
    ...(last !== undefined && { last: at(last) }),
  };
}

/** Returns the range of sort keys with a prefix, which ends in `#`. */
function prefixRange(pk: string, prefix: string) {
  return { pk, first: prefix, last: `${prefix.slice(0, -1)}$` };
}

/**
 * Returns the range of the items that form a list: its pointers, or the records themselves. Positions follow
 * `prefix`.
 */
export function listRange(kind: KeyedKind, list: string) {
  const { prefix, list: layout } = layoutOf(kind);
  const [pk, begins] = layout ? [layout.partition(list), layout.prefix] : [tenantPartition(list), prefix];
  return { prefix: begins, range: prefixRange(pk, begins), isPointed: layout !== undefined };
}

/**
 * Returns the item of a record. `ttl` is the time-to-live attribute of both tables, in seconds. DynamoDB
 * deletes items days late, so readers check the times in the record.
 */
export function itemOf<R extends object>(kind: RecordKind<R>, record: R): Item {
  const expiresAt = kind.expires?.(record);
  return {
    ...itemKey(kind, keyOf(kind, record)),
    ...(layoutOf(kind).bare ? withoutFields(record, kind.key) : record),
    ...(expiresAt !== undefined && { ttl: Math.ceil(Date.parse(expiresAt) / 1000) }),
  };
}

/**
 * Returns the record of an item, or `undefined` for a mark in its place (dynamo-label-claims.ts). Its key is
 * taken from the item, so that a record copied to another key fails its signature check.
 */
export function recordOf<R extends object>(kind: RecordKind<R>, item: Item): R | undefined {
  const { pk, sk, write_id: _write, ttl: _ttl, gsi1pk: _pk, gsi1sk: _sk, ...fields } = item;
  if (!layoutOf(kind).bare && !(presenceField(kind) in fields)) return undefined;
  return withKey(kind, parseKey(kind, { pk, sk }), fields as R);
}

/** Returns the key of the record stored here. */
function parseKey(kind: KeyedKind, { pk, sk }: ItemKey): RecordKey {
  const { prefix } = layoutOf(kind);
  if (kind.key.length === 1) return [pk.slice(prefix.length)];
  if (sk === META) return [STAGE, pk.slice(prefix.length)];
  const position = sk.slice(prefix.length);
  return [tenantOf(pk), kind.digits === undefined ? position : Number(position)];
}

/** Returns the attribute that every record of a kind has, but not a mark in place of one. */
export function presenceField(kind: KeyedKind): string {
  return layoutOf(kind).bare ? "pk" : (kind.key.at(-1) ?? "pk");
}

/** Returns the pointer that lists a record, or `undefined` if nothing lists it, or its own partition does. */
export function pointerOf<R extends object>(kind: RecordKind<R>, record: R): Item | undefined {
  const { list: layout } = layoutOf(kind);
  const at = kind.listed?.(record);
  if (!layout || !at) return undefined;
  const key = { pk: layout.partition(at.list), sk: layout.prefix + at.position };
  return { ...key, ...(layout.holds !== undefined && { [layout.holds]: Reflect.get(record, layout.holds) }) };
}

/** Returns the key of the record that a pointer lists. */
export function pointedKey(kind: KeyedKind, pointer: Item): ItemKey {
  const { list } = layoutOf(kind);
  const held = list?.holds === undefined ? pointer.sk.slice(list?.prefix.length) : pointer[list.holds];
  return itemKey(kind, [String(held)]);
}

export function withoutFields(record: object, fields: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !fields.includes(name)));
}
