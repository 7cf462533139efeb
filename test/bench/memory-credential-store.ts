import type { CredentialRecord } from "@plumbline/core/credentials/credential.ts";
import type { CredentialStore } from "@plumbline/core/credentials/credential-store.ts";
import type { DataKeyRecord, DataKeyStore } from "@plumbline/core/credentials/vault/data-key-store.ts";

/** Credentials in a Map, so that a benchmark shows the dispatcher's own cost without a store's. */
export class MemoryCredentialStore implements CredentialStore {
  readonly #records = new Map<string, CredentialRecord>();

  async create(record: CredentialRecord) {
    this.#records.set(`${record.tenant_id}/${record.id}`, record);
    return undefined;
  }

  async get(tenantId: string, id: string) {
    return this.#records.get(`${tenantId}/${id}`);
  }

  async list(tenantId: string, { limit }: { limit: number }) {
    const items = [...this.#records.values()].filter((record) => record.tenant_id === tenantId);
    return { items: items.slice(0, limit), next: null };
  }

  async *ofKinds(tenantId: string, kinds: readonly string[]) {
    yield [...this.#records.values()].filter(
      ({ tenant_id, kind }) => tenant_id === tenantId && kinds.includes(kind),
    );
  }

  async findByLabel(tenantId: string, label: string) {
    return [...this.#records.values()].filter(
      (record) => record.tenant_id === tenantId && record.label === label,
    );
  }

  update(record: CredentialRecord) {
    return this.create(record);
  }

  async takeLease() {
    return "taken" as const;
  }

  async freeLease() {
    // Nobody else renews.
  }

  async noteAccount() {
    // Nothing is tested in a bench.
  }

  async noteUse() {
    // A benchmark has no use for notes.
  }
}

/** Wrapped data keys in an array. */
export class MemoryDataKeyStore implements DataKeyStore {
  readonly #records: DataKeyRecord[] = [];

  async latest(tenantId: string) {
    return this.#records.filter((record) => record.tenant_id === tenantId).at(-1);
  }

  async get(tenantId: string, version: number) {
    return this.#records.find((record) => record.tenant_id === tenantId && record.version === version);
  }

  async putIfAbsent(record: DataKeyRecord) {
    this.#records.push(record);
    return true;
  }
}
