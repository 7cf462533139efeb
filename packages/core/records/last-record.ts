import type { RecordKind } from "./record-kind.ts";
import type { KeyRange, RecordStore } from "./record-store.ts";

/** Reads an owner's last record in key order, or the last of a range. */
export async function readLast<R extends object>(
  records: RecordStore,
  kind: RecordKind<R>,
  owner: string,
  range?: Pick<KeyRange, "first" | "last">,
): Promise<R | undefined> {
  for await (const [last] of records.range(kind, owner, { ...range, backwards: true, together: 1 }))
    return last;
  return undefined;
}
