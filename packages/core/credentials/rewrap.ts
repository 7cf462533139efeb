import type { AuditTrail } from "../access/audit/audit.ts";
import type { Actor } from "../access/audit/audit-entry.ts";
import type { PageRequest } from "../records/page.ts";
import type { RecordStates } from "../records/record-states.ts";
import type { CredentialRecord } from "./credential.ts";
import type { CredentialSeals } from "./credential-seals.ts";
import type { CredentialStore } from "./credential-store.ts";
import type { DataKeys } from "./vault/data-keys.ts";
import { KeyUnavailableError } from "./vault/key-service.ts";
import { readKeyVersion, SealBrokenError } from "./vault/vault.ts";

/**
 * Re-encrypts a record's secrets with the latest key, in the latest format. Returns `false` if the record has
 * changed. Throws SealBrokenError and errors of the key service.
 */
export async function reseal(
  record: CredentialRecord,
  { seals, store }: { seals: CredentialSeals; store: CredentialStore },
): Promise<boolean> {
  const version = await seals.assignVersion(record);
  const resealed = await seals.seal({ ...record, version }, await seals.openAll(record));
  return (await store.update(resealed, record.version)) === undefined;
}

/** Result of re-encrypting some records of one kind. */
export interface RewrappedPage {
  /** Number of records checked. */
  seen: number;
  rewrapped: number;
  /** IDs of records whose secrets could not be decrypted. */
  unreadable: string[];
  /** Position to continue after, or `null` if all records of this kind are done. */
  next: string | null;
}

/** Another package's records that contain long-lived secrets. */
export interface SealedRecords {
  /** Re-encrypts one page of a tenant's records with this version of its key. */
  rewrap(tenantId: string, newest: number, page: PageRequest): Promise<RewrappedPage>;
}

interface DataKeyRotationOptions {
  store: CredentialStore;
  seals: CredentialSeals;
  states: RecordStates;
  dataKeys: DataKeys;
  audit: AuditTrail;
  watches: SealedRecords;
}

/** Progress through a tenant's credentials, then its watches. */
interface RewrapProgress extends RewrappedPage {
  /** IDs of credentials whose tokens could not be decrypted. They must be stored again. */
  unreadable: string[];
  /** IDs of watches whose signing secrets could not be decrypted. They need new secrets. */
  unreadableWatches: string[];
}

/** Number of records of one kind per request, so that a request ends in time. */
const PAGE_SIZE = 50;
/** Prefix of positions in the list of watches. Positions in the list of credentials are plain IDs. */
const WATCHES = "watches/";

/** Rotates tenants' data keys and re-encrypts their secrets with the latest. */
export class DataKeyRotation {
  readonly #options: DataKeyRotationOptions;

  constructor(options: DataKeyRotationOptions) {
    this.#options = options;
  }

  /**
   * Creates the next version of a tenant's key and returns its number. Data encrypted with older versions
   * remains readable.
   */
  async rotate(tenantId: string, by?: Actor): Promise<number> {
    const { dataKeys, audit } = this.#options;
    const version = await dataKeys.rotate(tenantId);
    await audit.record({ tenantId, action: "data_key.rotated", subject: tenantId, by, details: { version } });
    return version;
  }

  /**
   * Re-encrypts some of a tenant's credentials and watches with its latest key. Repeat with `next` until it
   * is `null`. Other encrypted data expires: events, stored results and pending connections.
   */
  async rewrap(tenantId: string, after: string | undefined, by?: Actor): Promise<RewrapProgress> {
    const { dataKeys, audit, watches } = this.#options;
    const newest = await dataKeys.readLatestVersion(tenantId);
    const isInWatches = after?.startsWith(WATCHES);
    const credentials = isInWatches
      ? { seen: 0, rewrapped: 0, unreadable: [], next: null }
      : await this.#rewrapCredentials(tenantId, newest, { after, limit: PAGE_SIZE });
    const progress: RewrapProgress = { ...credentials, unreadableWatches: [] };
    if (progress.next === null) {
      const watchesAfter = isInWatches ? after?.slice(WATCHES.length) : undefined;
      const page = await watches.rewrap(tenantId, newest, { after: watchesAfter, limit: PAGE_SIZE });
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
      const outcome = await this.#rewrapCredential(record, newest);
      if (outcome === "unreadable") progress.unreadable.push(record.id);
      if (outcome === "rewrapped") progress.rewrapped += 1;
    }
    return progress;
  }

  async #rewrapCredential(
    record: CredentialRecord,
    newest: number,
  ): Promise<"rewrapped" | "unreadable" | "kept"> {
    const { seals, store } = this.#options;
    if (record.revoked_at !== null || readKeyVersion(record.token_cipher) === newest) return "kept";
    try {
      return (await reseal(record, { seals, store })) ? "rewrapped" : "kept";
    } catch (error) {
      if (error instanceof SealBrokenError || error instanceof KeyUnavailableError) return "unreadable";
      throw error;
    }
  }
}
