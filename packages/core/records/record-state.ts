/**
 * The word of the key table on one record of the main table: which version of it counts, and whether it was
 * revoked. Whoever can write the main table alone cannot put back an earlier record against it.
 */
export interface RecordState {
  /** A tenant's id, or `STAGE`. */
  tenant_id: string;
  /** `credential/<id>`; of the stage: `api_key/<hash>`, `tenant/<id>`. */
  record: string;
  version: number;
  /**
   * The highest version that is being written. Until one of them is known to be written, each of them counts
   * beside `version`. No number is given out twice.
   */
  next: number | null;
  /** Versions up to this one were given out and count no more. Left out where it is `version` itself. */
  floor?: number | undefined;
  revoked_at: string | null;
  /** Of a record that expires: when its state may be deleted too. */
  expires_at?: string | undefined;
  /** Over all of the above but the expiry (record-states.ts). */
  mac: string;
}

/** Owner of the states of tenants and API keys, and of the key that signs these. */
export const STAGE = "stage";

/** Signs texts with a key of an owner, and checks such signatures. */
export interface RecordMacs {
  sign(owner: string, text: string): Promise<string>;
  verify(owner: string, text: string, mac: string): Promise<boolean>;
}
