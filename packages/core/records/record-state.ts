/**
 * State of a main-table record, stored in the key table: its current version, and whether it was revoked. It
 * prevents an attacker who can only write the main table from restoring an earlier record.
 */
export interface RecordState {
  /** A tenant's ID, or `STAGE`. */
  tenant_id: string;
  /** `credential/<id>`, or for the stage `api_key/<hash>` and `tenant/<id>`. */
  record: string;
  version: number;
  /**
   * The highest version being written. Until a write is known to have succeeded, all versions up to `next`
   * are valid, as well as `version`. No version is assigned twice.
   */
  next: number | null;
  /** Versions up to this one were assigned and are no longer valid. Omitted if equal to `version`. */
  floor?: number | undefined;
  revoked_at: string | null;
  /** When the state may be deleted, if the record expires. */
  expires_at?: string | undefined;
  /** Signature of all fields above except the expiry (record-states.ts). */
  mac: string;
}

/** Owner of the states of tenants and API keys, and of the key that signs them. */
export const STAGE = "stage";

/** Signs texts with an owner's key and verifies the signatures. */
export interface RecordMacs {
  /** Starts loading the owner's first key, which verifying a signature will probably need. */
  prepare(owner: string): void;
  sign(owner: string, text: string): Promise<string>;
  verify(owner: string, text: string, mac: string): Promise<boolean>;
}
