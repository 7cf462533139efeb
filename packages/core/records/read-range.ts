import type { RecordKind } from "./record-kind.ts";
import type { KeyRange, RecordStore } from "./record-store.ts";

/** Reads an owner's last record in key order, or the last of a range. */
export async function readLast<R extends object>(
  records: RecordStore,
  kind: RecordKind<R>,
  owner: string,
  range?: Pick<KeyRange, "first" | "last">,
): Promise<R | undefined> {
  const lastOnly = { ...range, backwards: true, together: 1 };
  for await (const [last] of records.range(kind, owner, lastOnly)) return last;
  return undefined;
}

/** Reads all records of an owner in a range. */
export async function readRange<R extends object>(
  records: RecordStore,
  kind: RecordKind<R>,
  owner: string,
  range: KeyRange,
): Promise<R[]> {
  const found: R[] = [];
  for await (const some of records.range(kind, owner, range)) found.push(...some);
  return found;
}

/** Returns the range of all keys that start with a prefix. `~` sorts after the characters of IDs. */
export function startingWith(prefix: string): { first: string; last: string } {
  return { first: prefix, last: `${prefix}~` };
}
