import type { RecordKind } from "./record-kind.ts";
import type { RecordState } from "./record-state.ts";
import type { RecordStore } from "./record-store.ts";

/** Unsigned here: RecordStates signs and verifies each state. */
export const RECORD_STATES: RecordKind<RecordState> = {
  name: "record_states",
  table: "keys",
  key: ["tenant_id", "record"],
  signed: false,
};

/** States of records that expire, such as approvals: they go when their records do. */
export const EXPIRING_STATES: RecordKind<RecordState> = {
  ...RECORD_STATES,
  name: "expiring_states",
  expires: ({ expires_at }) => expires_at,
};

/** Keeps record states: apart from the records, with rights of their own. */
export class RecordStateStore {
  readonly #records: RecordStore;
  readonly #kind: RecordKind<RecordState>;

  constructor(records: RecordStore, kind = RECORD_STATES) {
    this.#records = records;
    this.#kind = kind;
  }

  get(tenantId: string, record: string): Promise<RecordState | undefined> {
    return this.#records.get(this.#kind, [tenantId, record]);
  }

  /**
   * Writes a state in place of `before`, or of none. `false` when another was there. Returns `true` for a
   * deleted tenant without a write: its states are erased with it.
   */
  async put(state: RecordState, before: RecordState | undefined): Promise<boolean> {
    if (before) return this.#records.replace(this.#kind, state, { mac: before.mac });
    return (await this.#records.insert(this.#kind, state)) !== "taken";
  }

  async delete(tenantId: string, record: string): Promise<void> {
    await this.#records.delete(this.#kind, [tenantId, record]);
  }

  /** Calls `take` with every state that is revoked, of all owners: the ledger of revocations and erasures. */
  async eachRevoked(take: (state: RecordState) => Promise<void>): Promise<void> {
    for await (const state of this.#records.withField(this.#kind, "revoked_at")) await take(state);
  }
}
