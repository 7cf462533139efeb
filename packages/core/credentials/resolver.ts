import type { Secret } from "../access/secret.ts";
import type { Clock } from "../clock/clock.ts";
import { AdapterAuthError, AdapterTransientError, AdapterValidationError } from "../errors/adapter-error.ts";
import { type CredentialRecord, credentialStatus } from "./credential.ts";
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
}

/** More connections than this are not listed in one refusal. */
const LISTED = 20;

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
   * The record to use: the named one, or the tenant's only usable one of these kinds.
   * Throws AdapterAuthError (unknown, another tenant's, revoked, expired, none fits) or AdapterValidationError (wrong kind, several fit).
   */
  async find(
    tenantId: string,
    id: string | undefined,
    kinds: readonly CredentialKind[],
  ): Promise<CredentialRecord> {
    const record = id === undefined ? await this.#only(tenantId, kinds) : await this.#store.get(tenantId, id);
    if (!record) {
      throw new AdapterAuthError("There is no credential with this id.", {
        nextStep: "Call connections_list to see which connections exist.",
      });
    }
    if (!kinds.includes(record.kind)) {
      throw new AdapterValidationError(
        `This action needs a credential of kind ${kinds.join(" or ")}; this one is ${record.kind}.`,
        { nextStep: "Call connections_list and name one of the right kind." },
      );
    }
    const status = credentialStatus(record, this.#clock.now());
    if (status === "revoked" || status === "expired") {
      throw new AdapterAuthError(`The credential "${record.label}" is ${status}.`, {
        nextStep: `Reconnect: store a new token for "${record.label}".`,
      });
    }
    return record;
  }

  /** The record with its token open. Throws AdapterAuthError when it does not open, AdapterTransientError when the key service is busy. */
  async open(record: CredentialRecord): Promise<OpenCredential> {
    const { id, kind, label, metadata, tenant_id: tenantId } = record;
    try {
      const token = await this.#vault.open(
        { tenantId, recordId: id, kind, field: "token" },
        record.token_cipher,
      );
      return { id, kind, label, metadata, token };
    } catch (error) {
      if (error instanceof KeyServiceBusyError) {
        throw new AdapterTransientError("The key service is busy.", { providerCode: "key_service_busy" });
      }
      if (error instanceof KeyUnavailableError || error instanceof SealBrokenError) {
        throw new AdapterAuthError(`The stored token of "${label}" cannot be opened.`, {
          nextStep: "Store the token again.",
          providerCode: error.name,
        });
      }
      throw error;
    }
  }

  async #only(tenantId: string, kinds: readonly CredentialKind[]): Promise<CredentialRecord> {
    const usable = await this.#usable(tenantId, kinds);
    const working = usable.filter((record) => record.last_error?.error_code !== "authentication");
    const candidates = working.length > 0 ? working : usable;
    const [first, ...others] = candidates;
    if (!first) {
      throw new AdapterAuthError(`There is no active credential of kind ${kinds.join(" or ")}.`, {
        nextStep: `Connect one of kind ${kinds.join(" or ")} first.`,
      });
    }
    if (others.length === 0) return first;
    const listed = candidates.slice(0, LISTED).map(({ id, kind, label }) => `${id} (${kind}, "${label}")`);
    throw new AdapterValidationError(
      `Several credentials fit; name one as credential_id: ${listed.join("; ")}.`,
      {
        nextStep: "Repeat the call with credential_id.",
      },
    );
  }

  async #usable(tenantId: string, kinds: readonly CredentialKind[]): Promise<CredentialRecord[]> {
    const now = this.#clock.now();
    const usable: CredentialRecord[] = [];
    for (const kind of kinds) {
      let after: string | undefined;
      do {
        const page = await this.#store.list(tenantId, { kind, after, limit: 100 });
        usable.push(
          ...page.items.filter((record) => !["revoked", "expired"].includes(credentialStatus(record, now))),
        );
        after = page.next ?? undefined;
      } while (after !== undefined);
    }
    return usable;
  }
}
