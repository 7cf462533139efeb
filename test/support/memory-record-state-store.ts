import type { RecordState, RecordStateStore } from "@plumbline/core/records/record-state.ts";

/** Record states in a Map. */
export class MemoryRecordStateStore implements RecordStateStore {
  readonly #states = new Map<string, RecordState>();

  async get(tenantId: string, record: string) {
    return this.#states.get(`${tenantId}/${record}`);
  }

  async put(state: RecordState, before: RecordState | undefined) {
    const id = `${state.tenant_id}/${state.record}`;
    if (this.#states.get(id)?.mac !== before?.mac) return false;
    this.#states.set(id, state);
    return true;
  }

  async delete(tenantId: string, record: string) {
    this.#states.delete(`${tenantId}/${record}`);
  }

  async eachRevoked(take: (state: RecordState) => Promise<void>) {
    for (const state of this.#states.values()) if (state.revoked_at !== null) await take(state);
  }
}
