import type { Page, PageRequest } from "./page.ts";
import type { RecordKey, RecordKind } from "./record-kind.ts";
import type {
  InsertAnswer,
  KeyRange,
  RecordOf,
  RecordRead,
  RecordStore,
  RecordWrites,
  Where,
} from "./record-store.ts";

/** Passes everything on to another store. Classes that add something override what they change. */
export abstract class ForwardedRecords implements RecordStore {
  protected readonly inner: RecordStore;

  constructor(inner: RecordStore) {
    this.inner = inner;
  }

  get<R extends object>(kind: RecordKind<R>, key: RecordKey): Promise<R | undefined> {
    return this.inner.get(kind, key);
  }

  getMany<Read extends RecordRead<never>>(
    reads: readonly Read[],
    options?: { stale?: boolean },
  ): Promise<(RecordOf<Read> | undefined)[]> {
    return this.inner.getMany(reads, options);
  }

  insert<R extends object>(kind: RecordKind<R>, record: R): Promise<InsertAnswer> {
    return this.inner.insert(kind, record);
  }

  put<R extends object>(kind: RecordKind<R>, record: R): Promise<"written" | "tenant_deleted"> {
    return this.inner.put(kind, record);
  }

  putAll<R extends object>(
    kind: RecordKind<R>,
    records: readonly R[],
  ): Promise<"written" | "tenant_deleted"> {
    return this.inner.putAll(kind, records);
  }

  replace<R extends object>(kind: RecordKind<R>, record: R, where: Where<R>): Promise<boolean> {
    return this.inner.replace(kind, record, where);
  }

  change<R extends object>(
    kind: RecordKind<R>,
    key: RecordKey,
    changes: Partial<R>,
    where: Where<R>,
  ): Promise<boolean> {
    return this.inner.change(kind, key, changes, where);
  }

  delete<R extends object>(kind: RecordKind<R>, key: RecordKey, where?: Where<R>): Promise<boolean> {
    return this.inner.delete(kind, key, where);
  }

  page<R extends object>(
    kind: RecordKind<R>,
    list: string,
    page: PageRequest & { wanted?: (record: R) => boolean },
  ): Promise<Page<R>> {
    return this.inner.page(kind, list, page);
  }

  range<R extends object>(kind: RecordKind<R>, owner: string, range?: KeyRange): AsyncIterable<readonly R[]> {
    return this.inner.range(kind, owner, range);
  }

  count(kind: RecordKind<never>, owner: string, most: number): Promise<number> {
    return this.inner.count(kind, owner, most);
  }

  withField<R extends object>(kind: RecordKind<R>, field: keyof R & string): AsyncIterable<R> {
    return this.inner.withField(kind, field);
  }

  transact<Rs extends readonly object[]>(writes: RecordWrites<Rs>): Promise<boolean> {
    return this.inner.transact(writes);
  }

  eraseTenant(tenantId: string): Promise<void> {
    return this.inner.eraseTenant(tenantId);
  }
}
