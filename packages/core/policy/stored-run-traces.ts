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

/** Traces that the last release kept in the main table. */
export const PAST_RUN_TRACES: RecordKind<RunTraceRecord> = {
  ...RUN_TRACES,
  table: "main",
  signed: { as: "run trace", hidesRefused: true, isPast: true },
};

export class StoredRunTraces implements RunTraceStore {
  readonly #records: RecordStore;

  constructor(records: RecordStore) {
    this.#records = records;
  }

  async find(tenantId: string, id: string): Promise<RunTraceRecord | undefined> {
    const key = [tenantId, id];
    return (await this.#records.get(RUN_TRACES, key)) ?? this.#records.get(PAST_RUN_TRACES, key);
  }

  async keep(record: RunTraceRecord, replaces: string | undefined): Promise<KeepAnswer> {
    if (replaces !== undefined) {
      if (await this.#records.replace(RUN_TRACES, record, { revision: replaces })) return "kept";
      // It may replace one of the last release, which stays where it was.
      const past = await this.#records.get(PAST_RUN_TRACES, [record.tenant_id, record.id]);
      if (past?.revision !== replaces) return "taken";
    }
    const answer = await this.#records.insert(RUN_TRACES, record);
    return answer === "written" ? "kept" : answer;
  }
}
