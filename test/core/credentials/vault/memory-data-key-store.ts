import type { DataKeyRecord, DataKeyStore } from "@plumbline/core/credentials/vault/data-key-store.ts";

/** Data keys in a map; answers one turn later, like a real store. */
export class MemoryDataKeyStore implements DataKeyStore {
  readonly records = new Map<string, DataKeyRecord>();

  async latest(tenantId: string): Promise<DataKeyRecord | undefined> {
    await Promise.resolve();
    const own = [...this.records.values()].filter((record) => record.tenant_id === tenantId);
    return own.sort((a, b) => b.version - a.version)[0];
  }

  async get(tenantId: string, version: number): Promise<DataKeyRecord | undefined> {
    await Promise.resolve();
    return this.records.get(`${tenantId}/${version}`);
  }

  async putIfAbsent(record: DataKeyRecord): Promise<boolean> {
    await Promise.resolve();
    const id = `${record.tenant_id}/${record.version}`;
    if (this.records.has(id)) return false;
    this.records.set(id, record);
    return true;
  }
}
