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
 * Seals a record's secrets anew, with the newest key and in the newest form. Returns `false` when it was
 * changed meanwhile. Throws SealBrokenError, and what the key service throws.
 */
export async function reseal(
  record: CredentialRecord,
  { seals, store }: { seals: CredentialSeals; store: CredentialStore },
): Promise<boolean> {
  const version = await seals.nextVersion(record);
  const resealed = await seals.seal({ ...record, version }, await seals.openAll(record));
  return (await store.update(resealed, record.version)) === undefined;
}

/** Counts of records of one sort on their way to a tenant's newest key. */
export interface RewrappedPage {
  /** Records looked at. */
  seen: number;
  rewrapped: number;
  /** Ids of those whose secrets did not open. */
  unreadable: string[];
  /** Position behind which to go on; `null` when all of the sort are done. */
  next: string | null;
}

/** Records of another room that keep secrets for as long as they stand. */
export interface SealedRecords {
  /** Seals the secrets of some of a tenant's records with this version of its key. */
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

/** Progress of a tenant's credentials, then of its watches. */
export interface RewrapProgress extends RewrappedPage {
  /** Ids of credentials whose tokens did not open; they have to be stored again. */
  unreadable: string[];
  /** Ids of watches whose signing secrets did not open; they need new ones. */
  unreadableWatches: string[];
}

/** Records of a sort that are rewrapped at once, so that one request ends in time. */
const TOGETHER = 50;
/** Begins positions among the watches. Those among credentials are ids. */
const WATCHES = "watches/";

/** Gives tenants new data keys, and brings what they have sealed to the newest. */
export class DataKeyRotation {
  readonly #options: DataKeyRotationOptions;

  constructor(options: DataKeyRotationOptions) {
    this.#options = options;
  }

  /** Makes the next version of a tenant's key and returns it. What was sealed before goes on opening. */
  async rotate(tenantId: string, by?: Actor): Promise<number> {
    const { dataKeys, audit } = this.#options;
    const version = await dataKeys.rotate(tenantId);
    await audit.record({ tenantId, action: "data_key.rotated", subject: tenantId, by, details: { version } });
    return version;
  }

  /**
   * Brings some of a tenant's credentials and watches to its newest key. Repeat it with `next` until that is
   * `null`. Whatever else is sealed ends by itself: events, kept results and connects that wait.
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
