/**
 * The trace of one run whose loop is the caller's own. Times are ISO 8601 in UTC.
 */
export interface RunTraceRecord {
  tenant_id: string;
  /** Stands for the key and the run id that the caller chose, which themselves are not stored. */
  id: string;
  /** New with every write: what the next write is held against. */
  revision: string;
  /** The sealed state: it names people and channels. */
  state_cipher: string;
  /** From then on the run is unknown, whatever stands here. */
  expires_at: string;
}

/** `taken`: something else stands there than what was to be replaced. */
export type KeepAnswer = "kept" | "taken" | "tenant_deleted";

/** Where the traces of runs are kept. */
export interface RunTraceStore {
  find(tenantId: string, id: string): Promise<RunTraceRecord | undefined>;
  /**
   * Writes a trace where nothing stands, or in place of the one of revision `replaces`. Leaves nothing in a
   * deleted tenant.
   */
  keep(record: RunTraceRecord, replaces: string | undefined): Promise<KeepAnswer>;
}
