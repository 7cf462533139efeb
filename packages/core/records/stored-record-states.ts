import type { RecordKind } from "./record-kind.ts";
import type { RecordState, RecordStateStore } from "./record-state.ts";
import type { RecordStore } from "./record-store.ts";

/** Unsigned here: RecordStates signs and verifies each state with the key of its owner. */
export const RECORD_STATES: RecordKind<RecordState> = {
  name: "record_states",
  table: "keys",
  key: ["tenant_id", "record"],
  expires: ({ expires_at }) => expires_at,
  signed: false,
};

export class StoredRecordStates implements RecordStateStore {
  readonly #records: RecordStore;

  constructor(records: RecordStore) {
    this.#records = records;
  }

  get(tenantId: string, record: string): Promise<RecordState | undefined> {
    return this.#records.get(RECORD_STATES, [tenantId, record]);
  }

  /** Returns `true` for a deleted tenant without a write: its states are erased with it. */
  async put(state: RecordState, before: RecordState | undefined): Promise<boolean> {
    if (before) return this.#records.replace(RECORD_STATES, state, { mac: before.mac });
    return (await this.#records.insert(RECORD_STATES, state)) !== "taken";
  }

  async delete(tenantId: string, record: string): Promise<void> {
    await this.#records.delete(RECORD_STATES, [tenantId, record]);
  }

  async eachRevoked(take: (state: RecordState) => Promise<void>): Promise<void> {
    for await (const state of this.#records.withField(RECORD_STATES, "revoked_at")) await take(state);
  }
}
