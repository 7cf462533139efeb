import type { RecordKind } from "./record-kind.ts";
import type { RecordStore } from "./record-store.ts";

/** Reads an owner's last record in key order, with one request. */
export async function readLast<R extends object>(
  records: RecordStore,
  kind: RecordKind<R>,
  owner: string,
): Promise<R | undefined> {
  for await (const [last] of records.range(kind, owner, { backwards: true, together: 1 })) return last;
  return undefined;
}
