import type { Secret } from "../access/secret.ts";
import type { Clock } from "../clock/clock.ts";
import { AdapterAuthError, AdapterTransientError, AdapterValidationError } from "../errors/adapter-error.ts";
import { type Candidates, MOST_LISTED, metadataRefusal, noneFits, severalFit } from "./choice-refusals.ts";
import { type CredentialRecord, credentialStatus } from "./credential.ts";
import { type CredentialFit, fitsNeed } from "./credential-fit.ts";
import type { CredentialStore } from "./credential-store.ts";
import type { CredentialKind, CredentialMetadata } from "./kinds.ts";
import { KeyServiceBusyError, KeyUnavailableError } from "./vault/key-service.ts";
import { SealBrokenError, type Vault } from "./vault/vault.ts";

/** A credential whose token is open, for the length of one call. */
export interface OpenCredential {
  id: string;
  kind: CredentialKind;
  label: string;
  metadata: CredentialMetadata;
  token: Secret;
  /** See `ProviderAccount.url`; known once the token was tested. */
  accountUrl?: string | undefined;
}

/** Records read at once. */
const PAGE = 100;

/** Finds a tenant's credential for an action. The tenant boundary is here: records are read by (tenant, id) alone. */
export class CredentialResolver {
  readonly #store: CredentialStore;
  readonly #vault: Vault;
  readonly #clock: Clock;

  constructor(store: CredentialStore, vault: Vault, clock: Clock) {
    this.#store = store;
    this.#vault = vault;
    this.#clock = clock;
  }

  /**
   * Finds the credential a call means: the named one, or the only one of the tenant that fits and is not revoked. Its status does
   * not matter: a call must never move to another account because one expired or was refused.
   * Throws AdapterAuthError (unknown or another tenant's id, none fits) or AdapterValidationError (several fit).
   */
  async find(tenantId: string, id: string | undefined, fit: CredentialFit): Promise<CredentialRecord> {
    if (id === undefined) return this.#only(tenantId, fit);
    const record = await this.#store.get(tenantId, id);
    if (record) return record;
    throw new AdapterAuthError("There is no credential with this id.", {
      nextStep: "Call connections_list to see which connections exist.",
    });
  }

  /**
   * Refuses a credential that the tool cannot use. Throws AdapterAuthError (revoked, expired) or AdapterValidationError (wrong
   * kind, metadata that is missing or says that it is for something else).
   */
  demandUsable(record: CredentialRecord, fit: CredentialFit): void {
    if (!fit.kinds.includes(record.kind)) {
      throw new AdapterValidationError(
        `This action needs a credential of kind ${fit.kinds.join(" or ")}; this one is ${record.kind}.`,
        { nextStep: "Call connections_list and name one of the right kind." },
      );
    }
    const status = credentialStatus(record, this.#clock.now());
    if (status === "revoked" || status === "expired") {
      throw new AdapterAuthError(`The credential "${record.label}" is ${status}.`, {
        nextStep:
          status === "revoked"
            ? `Connect "${record.label}" anew, or name another connection as credential_id.`
            : `Reconnect: store a new token for "${record.label}".`,
      });
    }
    const refusal = metadataRefusal(record, fit);
    if (refusal) throw refusal;
  }

  /** The record with its token open. Throws AdapterAuthError when it does not open, AdapterTransientError when the key service is busy. */
  async open(record: CredentialRecord): Promise<OpenCredential> {
    const { id, kind, label, metadata, tenant_id: tenantId, account } = record;
    try {
      const token = await this.#vault.open(
        { tenantId, recordId: id, kind, field: "token" },
        record.token_cipher,
      );
      return { id, kind, label, metadata, token, accountUrl: account?.url };
    } catch (error) {
      if (error instanceof KeyServiceBusyError) {
        throw new AdapterTransientError("The key service is busy.", { providerCode: "key_service_busy" });
      }
      if (error instanceof KeyUnavailableError || error instanceof SealBrokenError) {
        throw new AdapterAuthError(`The stored token of "${label}" cannot be opened.`, {
          nextStep: `Store the token of "${label}" again.`,
          providerCode: error.name,
        });
      }
      throw error;
    }
  }

  async #only(tenantId: string, fit: CredentialFit): Promise<CredentialRecord> {
    const candidates = await this.#candidates(tenantId, fit);
    const [first, second] = candidates.fitting;
    if (!first) throw noneFits(candidates, fit);
    if (second) throw severalFit(candidates, this.#clock.now());
    return first;
  }

  /** Reads one page of each kind, and further ones until a refusal has all that it can list. */
  async #candidates(tenantId: string, fit: CredentialFit): Promise<Candidates> {
    const fitting: CredentialRecord[] = [];
    const unfit: CredentialRecord[] = [];
    let complete = true;
    for (const kind of fit.kinds) {
      let after: string | undefined;
      do {
        const page = await this.#store.list(tenantId, { kind, after, limit: PAGE });
        for (const record of page.items) {
          if (record.revoked_at === null) (fitsNeed(record, fit) ? fitting : unfit).push(record);
        }
        after = page.next ?? undefined;
      } while (after !== undefined && fitting.length <= MOST_LISTED);
      complete &&= after === undefined;
    }
    return { fitting, unfit, complete };
  }
}
