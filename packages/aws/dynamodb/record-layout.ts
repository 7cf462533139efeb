import {
  keyOf,
  positionOf,
  type RecordKey,
  type RecordKind,
  withKey,
} from "@plumbline/core/records/record-kind.ts";
import { STAGE } from "@plumbline/core/records/record-state.ts";
import type { Item, ItemKey } from "./table-client.ts";

/** Where the items of a kind are. Released layouts never change: stored items are read by them. */
interface RecordLayout {
  /** Start of the sort keys in the owner's partition. A record with one key field has its own partition. */
  prefix: string;
  /** The stage's own records have a partition each, as every request reads one. */
  spread?: true;
  /** The item does not repeat the key fields: its key says them. */
  bare?: true;
  /** Several writers replace a record with the same content, and one of them must win. */
  contended?: true;
  list?: ListLayout;
}

/** Where the pointers are that list the records of a kind. */
interface ListLayout {
  partition(list: string): string;
  prefix: string;
  /** The key field of the record, when the pointer's own key does not say it. */
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
  sessions: { prefix: "SESSION#" },
  ended_visits: { prefix: "VISIT#" },
  call_blocks: { prefix: "CALLS#" },
  call_sums: { prefix: "CALLSUM#" },
};

/** The sort key of an item with a partition to itself. */
const META = "META";

const TENANT_PARTITION = "TENANT#";

/** The partition of all that a tenant owns. */
export function tenantPartition(tenantId: string): string {
  return TENANT_PARTITION + tenantId;
}

/** Whose partition it is. */
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

/** Returns true for an item of this kind. Other kinds may be in the same partition. */
export function isOfKind(kind: KeyedKind, { pk, sk }: ItemKey): boolean {
  const { prefix, spread } = layoutOf(kind);
  if (kind.key.length === 1) return sk === META && pk.startsWith(prefix);
  return sk.startsWith(prefix) || (spread === true && sk === META && pk.startsWith(prefix));
}

/**
 * The sort keys of an owner's records from `first` to `last`. Left open, the range ends at the character that
 * follows the `#` of the prefix, which no sort key of another kind is.
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

/** The sort keys that begin with a prefix, which ends in `#`. */
function prefixRange(pk: string, prefix: string) {
  return { pk, first: prefix, last: `${prefix.slice(0, -1)}$` };
}

/** The items that show a list: its pointers, or the records themselves. Positions follow `prefix`. */
export function listRange(kind: KeyedKind, list: string) {
  const { prefix, list: layout } = layoutOf(kind);
  const [pk, begins] = layout ? [layout.partition(list), layout.prefix] : [tenantPartition(list), prefix];
  return { prefix: begins, range: prefixRange(pk, begins), isPointed: layout !== undefined };
}

/**
 * `ttl` is the time-to-live attribute of both tables, in seconds. DynamoDB deletes days late: readers check
 * the times of the record.
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
 * The record of an item; `undefined` for a mark in its place (dynamo-label-claims.ts). Its key is that of the
 * item, so that a record that was copied to another key is not the one that was signed.
 */
export function recordOf<R extends object>(kind: RecordKind<R>, item: Item): R | undefined {
  const { pk, sk, write_id: _write, ttl: _ttl, gsi1pk: _pk, gsi1sk: _sk, ...fields } = item;
  if (!layoutOf(kind).bare && !(presenceField(kind) in fields)) return undefined;
  return withKey(kind, keyAt(kind, { pk, sk }), fields as R);
}

/** The key whose record has this place. */
function keyAt(kind: KeyedKind, { pk, sk }: ItemKey): RecordKey {
  const { prefix } = layoutOf(kind);
  if (kind.key.length === 1) return [pk.slice(prefix.length)];
  if (sk === META) return [STAGE, pk.slice(prefix.length)];
  const position = sk.slice(prefix.length);
  return [tenantOf(pk), kind.digits === undefined ? position : Number(position)];
}

/** The attribute that every record of a kind has, and a mark in place of one has not. */
export function presenceField(kind: KeyedKind): string {
  return layoutOf(kind).bare ? "pk" : (kind.key.at(-1) ?? "pk");
}

/** The pointer that lists a record; `undefined` when nothing lists it, or when its own partition does. */
export function pointerOf<R extends object>(kind: RecordKind<R>, record: R): Item | undefined {
  const { list: layout } = layoutOf(kind);
  const at = kind.listed?.(record);
  if (!layout || !at) return undefined;
  const key = { pk: layout.partition(at.list), sk: layout.prefix + at.position };
  return { ...key, ...(layout.holds !== undefined && { [layout.holds]: Reflect.get(record, layout.holds) }) };
}

/** The key of the record that a pointer lists. */
export function pointedKey(kind: KeyedKind, pointer: Item): ItemKey {
  const { list } = layoutOf(kind);
  const held = list?.holds === undefined ? pointer.sk.slice(list?.prefix.length) : pointer[list.holds];
  return itemKey(kind, [String(held)]);
}

export function withoutFields(record: object, fields: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !fields.includes(name)));
}
