import { isDeepStrictEqual } from "node:util";
import type { Where } from "@plumbline/core/records/record-store.ts";
import { type Condition, type Item, marshallItem } from "./table-client.ts";

/**
 * Builds the condition that all fields of `where` have their values. `presenceField` is an attribute that
 * every record of the kind has. Without it, an absent field would also match a record that does not exist.
 */
export function buildCondition<R>(where: Where<R>, presenceField: string): Condition {
  const fields = Object.entries(where);
  const terms = fields.map(([field, value]) =>
    value === undefined ? `attribute_not_exists(#${field})` : `#${field} = :${field}`,
  );
  const values = Object.fromEntries(fields.filter(([, value]) => value !== undefined));
  return { expression: [`attribute_exists(#${presenceField})`, ...terms].join(" AND "), values };
}

/** Returns true if each of these fields is stored with its value, or is absent if it is `undefined`. */
export function hasFields(item: Item, fields: Readonly<Record<string, unknown>>): boolean {
  return isSameItem(Object.fromEntries(Object.keys(fields).map((name) => [name, item[name]])), fields);
}

/** Compares attributes in their stored form. */
export function isSameItem(
  one: Readonly<Record<string, unknown>>,
  other: Readonly<Record<string, unknown>>,
): boolean {
  const [marshalled, others] = [one, other].map((item) => marshallItem({ pk: "", sk: "", ...item }));
  return isDeepStrictEqual(marshalled, others);
}
