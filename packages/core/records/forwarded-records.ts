import type { RecordStore } from "./record-store.ts";

/**
 * Forwards everything to another store. Subclasses override what they change. Each method is a field, so that
 * it takes its type from the interface.
 */
export abstract class ForwardedRecords implements RecordStore {
  protected readonly inner: RecordStore;
  readonly get: RecordStore["get"] = (kind, key) => this.inner.get(kind, key);
  readonly getMany: RecordStore["getMany"] = (reads, options) => this.inner.getMany(reads, options);
  readonly insert: RecordStore["insert"] = (kind, record) => this.inner.insert(kind, record);
  readonly put: RecordStore["put"] = (kind, record) => this.inner.put(kind, record);
  readonly putAll: RecordStore["putAll"] = (kind, records) => this.inner.putAll(kind, records);
  readonly replace: RecordStore["replace"] = (kind, record, where) => this.inner.replace(kind, record, where);
  readonly change: RecordStore["change"] = (kind, key, changes, where) =>
    this.inner.change(kind, key, changes, where);
  readonly delete: RecordStore["delete"] = (kind, key, where) => this.inner.delete(kind, key, where);
  readonly page: RecordStore["page"] = (kind, list, page) => this.inner.page(kind, list, page);
  readonly range: RecordStore["range"] = (kind, owner, range) => this.inner.range(kind, owner, range);
  readonly count: RecordStore["count"] = (kind, owner, most) => this.inner.count(kind, owner, most);
  readonly withField: RecordStore["withField"] = (kind, field) => this.inner.withField(kind, field);
  readonly transact: RecordStore["transact"] = (writes) => this.inner.transact(writes);
  readonly eraseTenant: RecordStore["eraseTenant"] = (tenantId) => this.inner.eraseTenant(tenantId);

  constructor(inner: RecordStore) {
    this.inner = inner;
  }
}
