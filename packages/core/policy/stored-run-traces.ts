import type { RecordKind } from "../records/record-kind.ts";
import type { RecordStore } from "../records/record-store.ts";
import type { KeepAnswer, RunTraceRecord, RunTraceStore } from "./run-trace-store.ts";

/**
 * Unsigned: the state is sealed in its place. The key table keeps it, as a trace that was deleted or put back
 * would let a run forget that it has read outside text.
 */
export const RUN_TRACES: RecordKind<RunTraceRecord> = {
  name: "run_traces",
  table: "keys",
  key: ["tenant_id", "id"],
  expires: ({ expires_at }) => expires_at,
  signed: false,
};

/** The last release kept them in the main table, for 24 hours. */
const EARLIER_RUN_TRACES: RecordKind<RunTraceRecord> = { ...RUN_TRACES, table: "main" };

export class StoredRunTraces implements RunTraceStore {
  readonly #records: RecordStore;

  constructor(records: RecordStore) {
    this.#records = records;
  }

  find(tenantId: string, id: string): Promise<RunTraceRecord | undefined> {
    return this.#records.get(RUN_TRACES, [tenantId, id]);
  }

  async keep(record: RunTraceRecord, replaces: string | undefined): Promise<KeepAnswer> {
    if (replaces !== undefined) {
      const isReplaced = await this.#records.replace(RUN_TRACES, record, { revision: replaces });
      return isReplaced ? "kept" : "taken";
    }
    const answer = await this.#records.insert(RUN_TRACES, record);
    return answer === "written" ? "kept" : answer;
  }

  /** Copies traces of the last release into the key table. Safe to repeat, also while that release runs. */
  async bringForward(): Promise<void> {
    for await (const trace of this.#records.withField(EARLIER_RUN_TRACES, "revision"))
      await this.#records.insert(RUN_TRACES, trace);
  }
}
