import { type CredentialOwner, mayUseCredential } from "../access/caller.ts";
import type { Secret } from "../access/secret.ts";
import type { Clock } from "../clock/clock.ts";
import { AdapterAuthError, AdapterTransientError, AdapterValidationError } from "../errors/adapter-error.ts";
import { type CredentialRecord, type CredentialStatus, fitsNeed, getCredentialStatus } from "./credential.ts";
import type { CredentialSeals } from "./credential-seals.ts";
import type { CredentialStore } from "./credential-store.ts";
import type { CredentialFit, CredentialKind, CredentialKinds, CredentialMetadata } from "./kinds.ts";
import {
  type Candidates,
  createNoneFitsError,
  createSeveralFitError,
  findMetadataError,
  MAX_LISTED_ACCOUNTS,
} from "./match-errors.ts";
import { isRenewalDue, noRefresher, type RenewalLimits, type TokenRefresher } from "./token-refresher.ts";
import { KeyServiceBusyError, KeyUnavailableError } from "./vault/key-service.ts";
import { SealBrokenError } from "./vault/vault.ts";

/** A credential with its decrypted token, for the duration of one call. */
export interface OpenCredential {
  id: string;
  kind: CredentialKind;
  label: string;
  metadata: CredentialMetadata;
  token: Secret;
  /** See `ProviderAccount.url`. Known after the first test of the token. */
  accountUrl?: string | undefined;
}

export interface CredentialResolverOptions {
  store: CredentialStore;
  seals: CredentialSeals;
  clock: Clock;
  kinds: CredentialKinds;
  /** If omitted, tokens are not renewed. */
  refresher?: TokenRefresher | undefined;
}

/**
 * Finds the credential for an action. Enforces the tenant boundary, because records are only read by (tenant,
 * ID). Credentials outside the caller's grants are excluded here, so that no error mentions them.
 */
export class CredentialResolver {
  readonly #options: CredentialResolverOptions;
  readonly #refresher: TokenRefresher;
  /** ID of a tenant's only credential of certain kinds, as last read. Used only to prefetch it. */
  readonly #onlyIds = new Map<string, string>();

  constructor(options: CredentialResolverOptions) {
    this.#options = options;
    this.#refresher = options.refresher ?? noRefresher;
  }

  /**
   * Finds the credential for a call: the one given, or the owner's only active one that fits. Ignores its
   * status, because a call must never switch to another account when one has expired or was refused. Throws
   * AdapterAuthError (unknown ID, another owner's ID, no match) or AdapterValidationError (several matches).
   */
  async find(owner: CredentialOwner, id: string | undefined, fit: CredentialFit): Promise<CredentialRecord> {
    if (id === undefined) return this.#findOnly(owner, fit);
    if (mayUseCredential(owner, id)) {
      this.#options.seals.prefetch(owner.tenantId, id);
      const record = await this.#options.store.get(owner.tenantId, id);
      if (record) return record;
    }
    throw new AdapterAuthError("There is no credential with this id.", {
      nextStep: "Call connections_list to see which connections exist.",
    });
  }

  /**
   * Throws if the tool cannot use a credential: AdapterAuthError if it is revoked or expired,
   * AdapterValidationError if its kind or metadata does not fit.
   */
  requireUsable(record: CredentialRecord, fit: CredentialFit): void {
    if (!fit.kinds.includes(record.kind)) {
      throw new AdapterValidationError(
        `This action needs a credential of kind ${fit.kinds.join(" or ")}; this one is ${record.kind}.`,
        { nextStep: "Call connections_list and choose one of the right kind." },
      );
    }
    const status = this.#getStatus(record);
    if (status === "revoked" || status === "expired") {
      throw new AdapterAuthError(`The credential "${record.label}" is ${status}.`, {
        nextStep:
          status === "revoked"
            ? `Connect "${record.label}" again, or use another connection as credential_id.`
            : undefined,
      });
    }
    const refusal = findMetadataError(record, fit, this.#options.kinds);
    if (refusal) throw refusal;
  }

  /** Renews a record's token if that is due. Throws the same errors as `TokenRefresher.renew`. */
  renewIfDue(record: CredentialRecord, limits: RenewalLimits): CredentialRecord | Promise<CredentialRecord> {
    const isDue = isRenewalDue(record, this.#options.clock.now()) && this.#refresher.canRenew(record);
    return isDue ? this.#refresher.renew(record, "due", limits) : record;
  }

  /**
   * Renews a token that the provider refused. Returns `undefined` if it cannot be renewed. Throws the same
   * errors as `TokenRefresher.renew`.
   */
  async renewRefused(record: CredentialRecord, limits: RenewalLimits): Promise<CredentialRecord | undefined> {
    if (!this.#refresher.canRenew(record)) return undefined;
    const renewed = await this.#refresher.renew(record, "refused", limits);
    return renewed.version === record.version ? undefined : renewed;
  }

  /**
   * Returns the credential with its token decrypted. Throws AdapterAuthError if that fails, and
   * AdapterTransientError if the key service is busy.
   */
  async open(record: CredentialRecord): Promise<OpenCredential> {
    const { id, kind, label, metadata, account } = record;
    try {
      const token = await this.#options.seals.open(record);
      return { id, kind, label, metadata, token, accountUrl: account?.url };
    } catch (error) {
      throw toOpenError(error, label);
    }
  }

  async #findOnly(owner: CredentialOwner, fit: CredentialFit): Promise<CredentialRecord> {
    const candidates = await this.#collectCandidates(owner, fit);
    const [first, second] = candidates.fitting;
    if (!first) throw createNoneFitsError(candidates, fit, this.#options.kinds);
    if (second) throw createSeveralFitError(candidates, (record) => this.#getStatus(record));
    return first;
  }

  #getStatus(record: CredentialRecord): CredentialStatus {
    return getCredentialStatus(record, this.#options.clock.now(), (one) => this.#refresher.canRenew(one));
  }

  /** Collects as many credentials as an error can list. */
  async #collectCandidates(owner: CredentialOwner, fit: CredentialFit): Promise<Candidates> {
    const fitting: CredentialRecord[] = [];
    const unfit: CredentialRecord[] = [];
    let complete = true;
    for await (const records of this.#listGranted(owner, fit.kinds)) {
      for (const record of records) (fitsNeed(record, fit) ? fitting : unfit).push(record);
      complete = fitting.length < MAX_LISTED_ACCOUNTS + 2;
      if (!complete) break;
    }
    return { fitting: sortByKind(fitting, fit), unfit: sortByKind(unfit, fit), complete };
  }

  /** Yields the active credentials of these kinds that the owner may use. */
  async *#listGranted(
    { tenantId, grants }: CredentialOwner,
    kinds: readonly CredentialKind[],
  ): AsyncIterable<readonly CredentialRecord[]> {
    if (!grants?.credentials) return yield* this.#listOfKinds(tenantId, kinds);
    const granted = await Promise.all(
      [...grants.credentials].map((id) => this.#options.store.get(tenantId, id)),
    );
    yield granted
      .filter((record) => record !== undefined)
      .filter((record) => record.revoked_at === null && kinds.includes(record.kind));
  }

  #listOfKinds(
    tenantId: string,
    kinds: readonly CredentialKind[],
  ): AsyncIterable<readonly CredentialRecord[]> {
    const { store, seals } = this.#options;
    const cacheKey = [tenantId, ...kinds].join();
    const likely = this.#onlyIds.get(cacheKey);
    if (likely !== undefined) seals.prefetch(tenantId, likely);
    let count = 0;
    // Remembers the ID if it is the only one, and prefetches its data while the record is read.
    const onIds = (ids: readonly string[]) => {
      const [first] = ids;
      if (first === undefined) return;
      count += ids.length;
      this.#onlyIds.delete(cacheKey);
      if (count > 1) return;
      if (this.#onlyIds.size >= MAX_CACHED) this.#onlyIds.clear();
      this.#onlyIds.set(cacheKey, first);
      if (first !== likely) seals.prefetch(tenantId, first);
    };
    return store.listOfKinds(tenantId, kinds, { likely, onIds });
  }
}

/** Maximum number of entries in `#onlyIds`. */
const MAX_CACHED = 10_000;

/** Sorts by kind, in the tool's order, then by ID. */
function sortByKind(records: readonly CredentialRecord[], { kinds }: CredentialFit): CredentialRecord[] {
  return records.toSorted(
    (one, other) => kinds.indexOf(one.kind) - kinds.indexOf(other.kind) || (one.id < other.id ? -1 : 1),
  );
}

/** Converts a decryption error to the error of a call. Returns unexpected errors unchanged. */
export function toOpenError(error: unknown, label: string): unknown {
  if (error instanceof KeyServiceBusyError)
    return new AdapterTransientError("The key service is busy.", { providerCode: "key_service_busy" });
  if (error instanceof KeyUnavailableError || error instanceof SealBrokenError) {
    return new AdapterAuthError(`The stored token of "${label}" cannot be decrypted.`, {
      nextStep: `Store the token of "${label}" again.`,
      providerCode: error.name,
    });
  }
  return error;
}
