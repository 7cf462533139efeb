import type { AuditTrail } from "../access/audit/audit.ts";
import type { Actor } from "../access/audit/audit-entry.ts";
import type { RecordStates } from "../access/record-states.ts";
import type { CredentialRecord } from "./credential.ts";
import { type CredentialSeals, stateName } from "./credential-seals.ts";
import type { CredentialStore } from "./credential-store.ts";
import type { DataKeys } from "./vault/data-keys.ts";
import { KeyUnavailableError } from "./vault/key-service.ts";
import { SealBrokenError, sealedWith } from "./vault/vault.ts";

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

export interface DataKeyRotationOptions {
  store: CredentialStore;
  seals: CredentialSeals;
  states: RecordStates;
  dataKeys: DataKeys;
  audit: AuditTrail;
}

/** Counts of a tenant's credentials on their way to its newest key. */
export interface RewrapProgress {
  /** Credentials looked at. */
  seen: number;
  rewrapped: number;
  /** Ids of those whose tokens did not open; they have to be stored again. */
  unreadable: string[];
  /** Position behind which to go on; `null` when all are done. */
  next: string | null;
}

/** Credentials rewrapped at once, so that one request ends in time. */
const TOGETHER = 50;

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

  /** Brings some of a tenant's credentials to its newest key. Repeat it with `next` until that is `null`. */
  async rewrap(tenantId: string, after: string | undefined, by?: Actor): Promise<RewrapProgress> {
    const { store, dataKeys, audit } = this.#options;
    const newest = await dataKeys.newestVersion(tenantId);
    const page = await store.list(tenantId, { after, limit: TOGETHER });
    const progress = { seen: page.items.length, rewrapped: 0, unreadable: [] as string[], next: page.next };
    for (const record of page.items) {
      const done = await this.#rewrapped(record, newest);
      if (done === "unreadable") progress.unreadable.push(record.id);
      if (done === "rewrapped") progress.rewrapped += 1;
    }
    const { seen, rewrapped } = progress;
    const details = { version: newest, seen, rewrapped };
    await audit.record({ tenantId, action: "data_key.rewrapped", subject: tenantId, by, details });
    return progress;
  }

  async #rewrapped(record: CredentialRecord, newest: number): Promise<"rewrapped" | "unreadable" | "kept"> {
    const { states, seals, store } = this.#options;
    if (record.revoked_at !== null) {
      // One that an earlier version of the service revoked: without a state, a copy of before would open.
      await states.revoke(record.tenant_id, stateName(record.id), record.revoked_at);
      return "kept";
    }
    const { form, keyVersion } = sealedWith(record.token_cipher) ?? {};
    if (form === "v2" && keyVersion === newest) return "kept";
    try {
      return (await reseal(record, { seals, store })) ? "rewrapped" : "kept";
    } catch (error) {
      if (error instanceof SealBrokenError || error instanceof KeyUnavailableError) return "unreadable";
      throw error;
    }
  }
}
