import type { RecordKey, RecordKind } from "@plumbline/core/records/record-kind.ts";
import { queryRange } from "./query-range.ts";
import { createItemKey, parseRecord, toRecordItem, withoutFields } from "./record-layout.ts";
import type { Item, ItemKey, TableClient } from "./table-client.ts";

/**
 * Maximum number of characters per piece. DynamoDB items are limited to 400 KB
 * (docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html).
 */
const PIECE_CHARS = 350_000;
const MAX_PIECES = 1000;

type LargeKind<R extends object> = RecordKind<R> & { readonly large: keyof R & string };

export function hasLargeText<R extends object>(kind: RecordKind<R>): kind is LargeKind<R> {
  return kind.large !== undefined;
}

/**
 * Writes a record whose large ASCII text may not fit into one item. Its pieces are stored at the record's key
 * with `#<piece>` added; the first one also contains the other fields. Returns the keys.
 */
export async function putText<R extends object>(
  table: TableClient,
  kind: LargeKind<R>,
  record: R,
): Promise<ItemKey[]> {
  const field = kind.large;
  const { pk, sk, ttl, ...fields } = toRecordItem(kind, record);
  const text = String(fields[field]);
  const otherFields = withoutFields(fields, [field]);
  const pieces = Math.max(1, Math.ceil(text.length / PIECE_CHARS));
  const items: Item[] = Array.from({ length: pieces }, (_, index) => ({
    pk,
    sk: formatPieceKey(sk, index),
    ...(index === 0 && otherFields),
    piece: text.slice(index * PIECE_CHARS, (index + 1) * PIECE_CHARS),
    pieces,
    ttl,
  }));
  for (const item of items) await table.put(item);
  return items;
}

/** Reads a record written by `putText`. Returns `undefined` if pieces are missing. */
export async function getText<R extends object>(
  table: TableClient,
  kind: LargeKind<R>,
  key: RecordKey,
): Promise<R | undefined> {
  const items: Item[] = [];
  const { pk, sk } = createItemKey(kind, key);
  const range = { pk, first: formatPieceKey(sk, 0), last: formatPieceKey(sk, MAX_PIECES - 1) };
  for await (const some of queryRange(table, range)) items.push(...some);
  const [first] = items;
  if (!first || items.length < Number(first.pieces)) return undefined;
  const { piece: _piece, pieces, ...fields } = first;
  const text = items.slice(0, Number(pieces)).map(({ piece }) => String(piece));
  const keyFields = Object.fromEntries(kind.key.map((field, index) => [field, key[index]]));
  return {
    ...parseRecord(kind, fields as Item),
    ...keyFields,
    [kind.large]: text.join(""),
  } as R;
}

function formatPieceKey(sk: string, piece: number): string {
  return `${sk}#${String(piece).padStart(3, "0")}`;
}
