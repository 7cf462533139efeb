import type { RecordKind } from "./record-kind.ts";
import type { RecordStore } from "./record-store.ts";

/** Reads the last of an owner's records, in the order of their second key field, by one request. */
export async function lastRecord<R extends object>(
  records: RecordStore,
  kind: RecordKind<R>,
  owner: string,
): Promise<R | undefined> {
  for await (const [last] of records.range(kind, owner, { backwards: true, together: 1 })) return last;
  return undefined;
}
