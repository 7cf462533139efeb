/** One version of a tenant's data key, wrapped. Versions count from 1. */
export interface DataKeyRecord {
  tenant_id: string;
  version: number;
  wrapped: string;
  created_at: string;
}

/** Where wrapped data keys are kept. */
export interface DataKeyStore {
  /** The highest version, or `undefined` before the first. */
  latest(tenantId: string): Promise<DataKeyRecord | undefined>;
  get(tenantId: string, version: number): Promise<DataKeyRecord | undefined>;
  /**
   * `false` when that version is already there, as somebody else was first and theirs counts, or when the
   * tenant is deleted and has none any more.
   */
  putIfAbsent(record: DataKeyRecord): Promise<boolean>;
}
