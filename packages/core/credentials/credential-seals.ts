import type { Secret } from "../access/secret.ts";
import { canonicalJson } from "../records/canonical-json.ts";
import {
  isCurrent,
  isUnsettled,
  lastGiven,
  type RecordStates,
  StateForgedError,
} from "../records/record-states.ts";
import { type CredentialRecord, lastVersionOf } from "./credential.ts";
import { SealBrokenError, type SealedPlace, type Vault } from "./vault/vault.ts";

/** The secret fields of a credential. */
export interface CredentialSecrets {
  token: Secret;
  refresh_token?: Secret | undefined;
}

type SecretField = keyof CredentialSecrets;

/**
 * Seals the tokens of credentials so that they open only in a record that is as it was: its label, its
 * metadata (so also every key that decides where the token is sent), its scope, its expiry and its version;
 * and only while the key table lets that version count.
 */
export class CredentialSeals {
  readonly #vault: Vault;
  readonly #states: RecordStates;

  constructor(vault: Vault, states: RecordStates) {
    this.#vault = vault;
    this.#states = states;
  }

  /** The version that a change of this record makes: above every one that ever counted. */
  async nextVersion(record: CredentialRecord): Promise<number> {
    const state = await this.#states.get(record.tenant_id, stateName(record.id));
    return Math.max(lastVersionOf(record), state ? lastGiven(state) : 0) + 1;
  }

  /** The record with these secrets sealed in it. Call it last: the seal binds every other field. */
  async seal(record: CredentialRecord, secrets: CredentialSecrets): Promise<CredentialRecord> {
    const { token, refresh_token } = secrets;
    const bound = boundOf(record);
    const token_cipher = await this.#vault.seal(placeOf(record, "token", bound), token);
    const refresh_token_cipher =
      refresh_token && (await this.#vault.seal(placeOf(record, "refresh_token", bound), refresh_token));
    return { ...record, token_cipher, refresh_token_cipher };
  }

  /** Begins to read what `open` will ask for. */
  prefetch(tenantId: string, id: string): void {
    this.#states.recent(tenantId, stateName(id)).catch(() => undefined);
  }

  /**
   * Opens a secret. Throws SealBrokenError when the record was changed, put back or revoked, and what the key
   * service throws.
   */
  open(record: CredentialRecord, field: SecretField = "token"): Promise<Secret> {
    const sealed = record[`${field}_cipher`];
    if (!sealed) return Promise.reject(new SealBrokenError(`The record has no ${field}.`));
    // No promise more than needed: this is on the way of every call.
    const isKnown = this.#states.isKnownCurrent(record.tenant_id, stateName(record.id), record.version);
    if (isKnown) return this.#vault.open(placeOf(record, field), sealed);
    return this.#demandCurrent(record).then(() => this.#vault.open(placeOf(record, field), sealed));
  }

  /** Opens the token of a version that may be past: to compare it with the present one, for nothing else. */
  openPast(record: CredentialRecord): Promise<Secret> {
    return this.#vault.open(placeOf(record, "token"), record.token_cipher);
  }

  /** Opens both secrets, to be sealed in a new version of the record. */
  async openAll(record: CredentialRecord): Promise<CredentialSecrets> {
    const token = await this.open(record);
    const { refresh_token_cipher } = record;
    return refresh_token_cipher
      ? { token, refresh_token: await this.open(record, "refresh_token") }
      : { token };
  }

  async #demandCurrent(record: CredentialRecord): Promise<void> {
    const { tenant_id, id, version } = record;
    try {
      const state = await this.#states.recent(tenant_id, stateName(id), version);
      // What is used counts from then on, though its writer has not settled it.
      const isSettled =
        !state ||
        !isUnsettled(state, version) ||
        (await this.#states.finish({ owner: tenant_id, record: stateName(id) }, state, version));
      if (state && isSettled && isCurrent(state, version)) return;
    } catch (error) {
      if (!(error instanceof StateForgedError)) throw error;
    }
    throw new SealBrokenError("The record is not the one that counts.");
  }
}

/** The name of a credential's record state. */
export function stateName(id: string): string {
  return `credential/${id}`;
}

/** `NOTED_FIELDS` change without a new version, so they are not bound. */
function boundOf(record: CredentialRecord): string {
  const { label, scope, metadata, expires_at, revoked_at, version, created_at } = record;
  return (
    JSON.stringify([version, label, scope, expires_at, revoked_at, created_at]) + canonicalJson(metadata)
  );
}

function placeOf(record: CredentialRecord, field: SecretField, bound = boundOf(record)): SealedPlace {
  return { tenantId: record.tenant_id, recordId: record.id, kind: record.kind, field, bound };
}
