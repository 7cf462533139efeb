import type { RecordKind } from "./record-kind.ts";
import type { RecordStore } from "./record-store.ts";

/** Reads an owner's last record, ordered by the second key field, with one request. */
export async function lastRecord<R extends object>(
  records: RecordStore,
  kind: RecordKind<R>,
  owner: string,
): Promise<R | undefined> {
  for await (const [last] of records.range(kind, owner, { backwards: true, together: 1 })) return last;
  return undefined;
}
