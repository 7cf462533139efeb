import { isDeepStrictEqual } from "node:util";
import type { Where } from "@plumbline/core/records/record-store.ts";
import { type Condition, type Item, marshallItem } from "./table-client.ts";

/**
 * The condition that all fields of `where` have their values. `present` is an attribute that every record of
 * the kind has: a field that is absent would also be absent from no record at all.
 */
export function conditionOf<R>(where: Where<R>, present: string): Condition {
  const fields = Object.entries(where);
  const terms = fields.map(([field, value]) =>
    value === undefined ? `attribute_not_exists(#${field})` : `#${field} = :${field}`,
  );
  const values = Object.fromEntries(fields.filter(([, value]) => value !== undefined));
  return { expression: [`attribute_exists(#${present})`, ...terms].join(" AND "), values };
}

/** Returns true when every one of these fields is stored so, or is absent where it is `undefined`. */
export function holdsFields(item: Item, fields: Readonly<Record<string, unknown>>): boolean {
  return isSameItem(Object.fromEntries(Object.keys(fields).map((name) => [name, item[name]])), fields);
}

/** Compares attributes as the table stores them. */
export function isSameItem(
  one: Readonly<Record<string, unknown>>,
  other: Readonly<Record<string, unknown>>,
): boolean {
  const [marshalled, others] = [one, other].map((item) => marshallItem({ pk: "", sk: "", ...item }));
  return isDeepStrictEqual(marshalled, others);
}
