import type { Page, PageRequest } from "@plumbline/core/records/page.ts";
import { keyOf, positionOf, type RecordKey, type RecordKind } from "@plumbline/core/records/record-kind.ts";
import type {
  InsertAnswer,
  KeyRange,
  RecordOf,
  RecordRead,
  RecordStore,
  RecordWrite,
  Where,
} from "@plumbline/core/records/record-store.ts";

interface Kept {
  kind: RecordKind<object>;
  key: RecordKey;
  record: object;
}

/** Records in a map, as JSON. Reads and writes copy, unless a benchmark asks for the record itself. */
export class MemoryRecordStore implements RecordStore {
  readonly #records = new Map<string, Kept>();
  readonly #copies: boolean;

  constructor({ copies = true } = {}) {
    this.#copies = copies;
  }

  async get<R extends object>(kind: RecordKind<R>, key: RecordKey): Promise<R | undefined> {
    const kept = this.#records.get(placeOf(kind, key));
    return kept && this.#read<R>(kept);
  }

  getMany<Read extends RecordRead<never>>(reads: readonly Read[]): Promise<(RecordOf<Read> | undefined)[]> {
    return Promise.all(reads.map(({ kind, key }) => this.get<RecordOf<Read>>(kind as never, key)));
  }

  async insert<R extends object>(kind: RecordKind<R>, record: R): Promise<InsertAnswer> {
    if (this.#isDeletedFor(kind, record)) return "tenant_deleted";
    if (this.#records.has(placeOf(kind, keyOf(kind, record)))) return "taken";
    this.#write(kind, record);
    return "written";
  }

  async put<R extends object>(kind: RecordKind<R>, record: R): Promise<"written" | "tenant_deleted"> {
    if (this.#isDeletedFor(kind, record)) return "tenant_deleted";
    this.#write(kind, record);
    return "written";
  }

  async putAll<R extends object>(
    kind: RecordKind<R>,
    records: readonly R[],
  ): Promise<"written" | "tenant_deleted"> {
    const answers = await Promise.all(records.map((record) => this.put(kind, record)));
    return answers.find((answer) => answer !== "written") ?? "written";
  }

  async replace<R extends object>(kind: RecordKind<R>, record: R, where: Where<R>): Promise<boolean> {
    if (!this.#holds(kind, keyOf(kind, record), where)) return false;
    this.#write(kind, record);
    return true;
  }

  async change<R extends object>(
    kind: RecordKind<R>,
    key: RecordKey,
    changes: Partial<R>,
    where: Where<R>,
  ): Promise<boolean> {
    const stored = await this.get(kind, key);
    if (!stored || !this.#holds(kind, key, where)) return false;
    this.#write(kind, { ...stored, ...changes });
    return true;
  }

  async delete<R extends object>(
    kind: RecordKind<R>,
    key: RecordKey,
    where: Where<R> = {},
  ): Promise<boolean> {
    return this.#holds(kind, key, where) && this.#records.delete(placeOf(kind, key));
  }

  async page<R extends object>(
    kind: RecordKind<R>,
    list: string,
    { after = "", limit, wanted = () => true }: PageRequest & { wanted?: (record: R) => boolean },
  ): Promise<Page<R>> {
    const found = this.#of(kind)
      .map((kept) => ({ ...listedAt(kind, kept.key, kept.record as R), record: this.#read<R>(kept) }))
      .filter((one) => one.list === list && one.position > after && wanted(one.record))
      .sort((one, other) => (one.position < other.position ? -1 : 1));
    const items = found.slice(0, limit);
    return {
      items: items.map(({ record }) => record),
      next: found.length > limit ? (items.at(-1)?.position ?? null) : null,
    };
  }

  async *range<R extends object>(
    kind: RecordKind<R>,
    owner: string,
    { first, last, backwards = false, together = 100 }: KeyRange = {},
  ): AsyncGenerator<readonly R[]> {
    const [from, to] = [first, last].map((at) => at !== undefined && positionOf(kind, [owner, at]));
    const found = this.#of(kind)
      .filter(({ key }) => key[0] === owner)
      .map((kept) => ({ position: positionOf(kind, kept.key), kept }))
      .filter(({ position }) => (!from || position >= from) && (!to || position <= to))
      .sort((one, other) => (one.position < other.position ? -1 : 1));
    if (backwards) found.reverse();
    const records = found.map(({ kept }) => this.#read<R>(kept));
    for (let start = 0; start < records.length; start += together)
      yield records.slice(start, start + together);
  }

  async count(kind: RecordKind<never>, owner: string, most: number): Promise<number> {
    return Math.min(most, this.#of(kind).filter(({ key }) => key[0] === owner).length);
  }

  async *withField<R extends object>(kind: RecordKind<R>, field: keyof R & string): AsyncGenerator<R> {
    for (const record of this.#of(kind).map((kept) => this.#read<R>(kept)))
      if ((record[field] ?? null) !== null) yield record;
  }

  async transact(writes: readonly RecordWrite[]): Promise<boolean> {
    const hold = writes.every((write) => {
      if ("insert" in write) {
        const { kind, insert } = write;
        return !this.#isDeletedFor(kind, insert) && !this.#records.has(placeOf(kind, keyOf(kind, insert)));
      }
      if ("put" in write) return !this.#isDeletedFor(write.kind, write.put);
      return "delete" in write || this.#holds(write.kind, keyOf(write.kind, write.replace), write.where);
    });
    if (!hold) return false;
    for (const write of writes) {
      if ("delete" in write) this.#records.delete(placeOf(write.kind, write.delete));
      else if ("put" in write) this.#write(write.kind, write.put);
      else this.#write(write.kind, "insert" in write ? write.insert : write.replace);
    }
    return true;
  }

  async eraseTenant(tenantId: string): Promise<void> {
    for (const [place, { kind, key, record }] of this.#records) {
      const isIts = key[0] === tenantId || kind.listed?.(record)?.list === tenantId;
      if (isIts && kind.name !== "tenants") this.#records.delete(place);
    }
  }

  #write<R extends object>(kind: RecordKind<R>, record: R): void {
    const kept = { kind: kind as unknown as RecordKind<object>, key: keyOf(kind, record) };
    const copy = this.#copies ? JSON.parse(JSON.stringify(record)) : record;
    this.#records.set(placeOf(kind, kept.key), { ...kept, record: copy });
  }

  #holds<R extends object>(kind: RecordKind<R>, key: RecordKey, where: Where<R>): boolean {
    const stored = this.#records.get(placeOf(kind, key))?.record as R | undefined;
    const fields = Object.entries(where) as [keyof R, unknown][];
    return stored !== undefined && fields.every(([field, value]) => stored[field] === value);
  }

  #of({ name }: Pick<RecordKind<never>, "name">): Kept[] {
    return [...this.#records.values()].filter(({ kind }) => kind.name === name);
  }

  #read<R extends object>({ record }: Kept): R {
    return (this.#copies ? structuredClone(record) : record) as R;
  }

  #isDeletedFor<R extends object>(kind: RecordKind<R>, record: R): boolean {
    if (kind.key.length === 1) return false;
    const tenant = this.#records.get(JSON.stringify(["tenants", keyOf(kind, record)[0]]))?.record;
    return tenant !== undefined && Reflect.get(tenant, "deleted_at") !== null;
  }
}

function placeOf(kind: Pick<RecordKind<never>, "name">, key: RecordKey): string {
  return JSON.stringify([kind.name, ...key]);
}

function listedAt<R extends object>(kind: RecordKind<R>, key: RecordKey, record: R) {
  if (kind.listed) return kind.listed(record) ?? { list: undefined, position: "" };
  return { list: String(key[0]), position: positionOf(kind, key) };
}
