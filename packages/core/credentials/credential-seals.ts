import type { Secret } from "../access/secret.ts";
import { canonicalJson } from "../records/canonical-json.ts";
import {
  getLastAssigned,
  isCurrent,
  isUnsettled,
  type RecordStates,
  StateForgedError,
  type StateName,
} from "../records/record-states.ts";
import { type CredentialRecord, getLastVersion } from "./credential.ts";
import { SealBrokenError, type SealContext, type Vault } from "./vault/vault.ts";

/** The secret fields of a credential. */
interface CredentialSecrets {
  token: Secret;
  refresh_token?: Secret | undefined;
}

type SecretField = keyof CredentialSecrets;

/**
 * Encrypts the tokens of credentials. A token can be decrypted only while its record is unchanged: label,
 * metadata (including every key that determines where the token is sent), scope, expiry and version. The key
 * table must also list that version as current.
 */
export class CredentialSeals {
  readonly #vault: Vault;
  readonly #states: RecordStates;

  constructor(vault: Vault, states: RecordStates) {
    this.#vault = vault;
    this.#states = states;
  }

  /** Returns the version for a change of this record. It is higher than any version that was ever current. */
  async assignVersion(record: CredentialRecord): Promise<number> {
    const state = await this.#states.get(nameState(record));
    return Math.max(getLastVersion(record), state ? getLastAssigned(state) : 0) + 1;
  }

  /** Encrypts the secrets into the record. Call it last, because the encryption binds all other fields. */
  async seal(record: CredentialRecord, secrets: CredentialSecrets): Promise<CredentialRecord> {
    const { token, refresh_token } = secrets;
    const bound = serializeBound(record);
    const token_cipher = await this.#vault.seal(sealContext(record, "token", bound), token);
    const refresh_token_cipher =
      refresh_token && (await this.#vault.seal(sealContext(record, "refresh_token", bound), refresh_token));
    return { ...record, token_cipher, refresh_token_cipher };
  }

  /** Starts reading the data that `open` will need. */
  prefetch(tenantId: string, id: string): void {
    this.#states.readRecent(nameState({ tenant_id: tenantId, id })).catch(() => undefined);
  }

  /**
   * Decrypts a secret. Throws SealBrokenError if the record was modified, restored from a backup or revoked.
   * Rethrows errors of the key service.
   */
  open(record: CredentialRecord, field: SecretField = "token"): Promise<Secret> {
    const sealed = record[`${field}_cipher`];
    if (!sealed) return Promise.reject(new SealBrokenError(`The record has no ${field}.`));
    // Not an async function, because every call runs this and it saves a promise.
    const isKnown = this.#states.isKnownCurrent(nameState(record), record.version);
    const opened = this.#vault.open(sealContext(record, field), sealed);
    if (isKnown) return opened;
    // Loads the key in the meantime. The secret is only returned if the record is current.
    opened.catch(() => undefined);
    return this.#requireCurrent(record).then(() => opened);
  }

  /**
   * Decrypts the token of a version that may be outdated. Only use it to compare it with the current token.
   */
  openPast(record: CredentialRecord): Promise<Secret> {
    return this.#vault.open(sealContext(record, "token"), record.token_cipher);
  }

  /** Decrypts both secrets, to encrypt them again in a new version of the record. */
  async openAll(record: CredentialRecord): Promise<CredentialSecrets> {
    const token = await this.open(record);
    const { refresh_token_cipher } = record;
    return refresh_token_cipher
      ? { token, refresh_token: await this.open(record, "refresh_token") }
      : { token };
  }

  async #requireCurrent(record: CredentialRecord): Promise<void> {
    const { version } = record;
    const name = nameState(record);
    try {
      const state = await this.#states.readRecent(name, version);
      // Using a version makes it current, even if its writer has not finished.
      const isSettled =
        !state || !isUnsettled(state, version) || (await this.#states.finish(name, state, version));
      if (state && isSettled && isCurrent(state, version)) return;
    } catch (error) {
      if (!(error instanceof StateForgedError)) throw error;
    }
    throw new SealBrokenError("The record is not the one that counts.");
  }
}

/** Returns the name of a credential's record state. */
export function nameState({ tenant_id, id }: Pick<CredentialRecord, "tenant_id" | "id">): StateName {
  return { owner: tenant_id, record: `credential/${id}` };
}

/**
 * Returns the fields that the encryption binds. Excludes `NOTED_FIELDS`, which change without a new version.
 */
function serializeBound(record: CredentialRecord): string {
  const { label, scope, metadata, expires_at, revoked_at, version, created_at } = record;
  return (
    JSON.stringify([version, label, scope, expires_at, revoked_at, created_at]) + canonicalJson(metadata)
  );
}

function sealContext(
  record: CredentialRecord,
  field: SecretField,
  bound = serializeBound(record),
): SealContext {
  return { tenantId: record.tenant_id, recordId: record.id, kind: record.kind, field, bound };
}
