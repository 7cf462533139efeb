import type { AuditTrail } from "../access/audit/audit.ts";
import type { Actor } from "../access/audit/audit-entry.ts";
import type { PageRequest } from "../records/page.ts";
import type { RecordStates } from "../records/record-states.ts";
import type { CredentialRecord } from "./credential.ts";
import type { CredentialSeals } from "./credential-seals.ts";
import type { CredentialStore } from "./credential-store.ts";
import type { DataKeys } from "./vault/data-keys.ts";
import { KeyUnavailableError } from "./vault/key-service.ts";
import { keyVersionOf, SealBrokenError } from "./vault/vault.ts";

/**
 * Encrypts a record's secrets again, with the newest key and in the newest format. Returns `false` if the
 * record changed in the meantime. Throws SealBrokenError and errors of the key service.
 */
export async function reseal(
  record: CredentialRecord,
  { seals, store }: { seals: CredentialSeals; store: CredentialStore },
): Promise<boolean> {
  const version = await seals.nextVersion(record);
  const resealed = await seals.seal({ ...record, version }, await seals.openAll(record));
  return (await store.update(resealed, record.version)) === undefined;
}

/** Result of re-encrypting some records of one kind with a tenant's newest key. */
export interface RewrappedPage {
  /** Number of records checked. */
  seen: number;
  rewrapped: number;
  /** IDs of records whose secrets could not be decrypted. */
  unreadable: string[];
  /** Position to continue after; `null` if all records of this kind are done. */
  next: string | null;
}

/** Records of another package that hold long-lived secrets. */
export interface SealedRecords {
  /** Re-encrypts one page of a tenant's records with this version of its key. */
  rewrap(tenantId: string, newest: number, page: PageRequest): Promise<RewrappedPage>;
}

export interface DataKeyRotationOptions {
  store: CredentialStore;
  seals: CredentialSeals;
  states: RecordStates;
  dataKeys: DataKeys;
  audit: AuditTrail;
  watches: SealedRecords;
}

/** Progress through a tenant's credentials, then its watches. */
export interface RewrapProgress extends RewrappedPage {
  /** IDs of credentials whose tokens could not be decrypted. They must be stored again. */
  unreadable: string[];
  /** IDs of watches whose signing secrets could not be decrypted. They need new secrets. */
  unreadableWatches: string[];
}

/** Records of one kind per request, so that a request ends in time. */
const TOGETHER = 50;
/** Prefix of positions among watches. Positions among credentials are plain IDs. */
const WATCHES = "watches/";

/** Rotates tenants' data keys and re-encrypts their secrets with the newest. */
export class DataKeyRotation {
  readonly #options: DataKeyRotationOptions;

  constructor(options: DataKeyRotationOptions) {
    this.#options = options;
  }

  /**
   * Creates the next version of a tenant's key and returns its number. Data encrypted with older versions
   * stays readable.
   */
  async rotate(tenantId: string, by?: Actor): Promise<number> {
    const { dataKeys, audit } = this.#options;
    const version = await dataKeys.rotate(tenantId);
    await audit.record({ tenantId, action: "data_key.rotated", subject: tenantId, by, details: { version } });
    return version;
  }

  /**
   * Re-encrypts some of a tenant's credentials and watches with its newest key. Repeat the call with `next`
   * until it is `null`. Other encrypted data expires by itself: events, stored results and pending
   * connections.
   */
  async rewrap(tenantId: string, after: string | undefined, by?: Actor): Promise<RewrapProgress> {
    const { dataKeys, audit, watches } = this.#options;
    const newest = await dataKeys.newestVersion(tenantId);
    const ofCredentials = after?.startsWith(WATCHES)
      ? { seen: 0, rewrapped: 0, unreadable: [], next: null }
      : await this.#rewrapCredentials(tenantId, newest, { after, limit: TOGETHER });
    const progress: RewrapProgress = { ...ofCredentials, unreadableWatches: [] };
    if (progress.next === null) {
      const behind = after?.startsWith(WATCHES) ? after.slice(WATCHES.length) : undefined;
      const page = await watches.rewrap(tenantId, newest, { after: behind, limit: TOGETHER });
      progress.seen += page.seen;
      progress.rewrapped += page.rewrapped;
      progress.unreadableWatches = page.unreadable;
      progress.next = page.next === null ? null : WATCHES + page.next;
    }
    const { seen, rewrapped } = progress;
    const details = { version: newest, seen, rewrapped };
    await audit.record({ tenantId, action: "data_key.rewrapped", subject: tenantId, by, details });
    return progress;
  }

  async #rewrapCredentials(tenantId: string, newest: number, page: PageRequest): Promise<RewrappedPage> {
    const { items, next } = await this.#options.store.list(tenantId, page);
    const progress: RewrappedPage = { seen: items.length, rewrapped: 0, unreadable: [], next };
    for (const record of items) {
      const done = await this.#rewrapped(record, newest);
      if (done === "unreadable") progress.unreadable.push(record.id);
      if (done === "rewrapped") progress.rewrapped += 1;
    }
    return progress;
  }

  async #rewrapped(record: CredentialRecord, newest: number): Promise<"rewrapped" | "unreadable" | "kept"> {
    const { seals, store } = this.#options;
    if (record.revoked_at !== null || keyVersionOf(record.token_cipher) === newest) return "kept";
    try {
      return (await reseal(record, { seals, store })) ? "rewrapped" : "kept";
    } catch (error) {
      if (error instanceof SealBrokenError || error instanceof KeyUnavailableError) return "unreadable";
      throw error;
    }
  }
}
