import { type AuditTrail, noAudit } from "../access/audit/audit.ts";
import type { Actor, AuditAction, AuditDetails } from "../access/audit/audit-entry.ts";
import type { Secret } from "../access/secret.ts";
import { type Clock, type Random, timestamp } from "../clock/clock.ts";
import type { AdapterErrorCode } from "../errors/adapter-error.ts";
import { ServiceError } from "../errors/service-error.ts";
import type { Page, PageRequest } from "../records/page.ts";
import type { CredentialHealth, CredentialRecord, ProviderAccount } from "./credential.ts";
import { createHealthy, createUnhealthy } from "./credential.ts";
import type { CredentialChange, NewCredential } from "./credential-input.ts";
import {
  checkExpiry,
  checkMetadata,
  createTokenRequiredError,
  refuseConflict,
} from "./credential-refusals.ts";
import type { CredentialSeals } from "./credential-seals.ts";
import type { CredentialStore } from "./credential-store.ts";
import type { CredentialKind, CredentialKinds } from "./kinds.ts";
import { SealBrokenError } from "./vault/vault.ts";

/** New tokens of a credential as issued by the provider. */
export interface RenewedTokens {
  token: Secret;
  /** Omitted if the provider sent none; the stored one remains valid. */
  refreshToken?: Secret | undefined;
  /** Milliseconds since the epoch, or `null` if the provider states no expiry. */
  expiresAt: number | null;
  /** Omitted if the provider does not repeat the scope. */
  scope?: string | undefined;
}

/** Maximum number of attempts to store a record that keeps changing. */
const MAX_ATTEMPTS = 10;

/** Clears the lease and the doubt about the tokens, which a new version makes obsolete. */
const NO_LEASE = { lease_holder: undefined, lease_until: undefined, renewal_doubt: undefined };

interface CredentialsOptions {
  store: CredentialStore;
  seals: CredentialSeals;
  clock: Clock;
  random: Random;
  kinds: CredentialKinds;
  /** If omitted, changes are not recorded. */
  audit?: AuditTrail | undefined;
}

/** Manages a tenant's credentials for their owner. Every read and write is limited to one tenant. */
export class Credentials {
  readonly #options: CredentialsOptions;
  readonly #audit: AuditTrail;

  constructor(options: CredentialsOptions) {
    this.#options = options;
    this.#audit = options.audit ?? noAudit;
  }

  /** Stores a new credential. Throws `bad_request` (kind, metadata, expiry) or `conflict` (label taken). */
  async create(tenantId: string, input: NewCredential, by?: Actor): Promise<CredentialRecord> {
    const id = this.#options.random.uuid();
    const now = timestamp(this.#options.clock.now());
    const { kind } = input;
    const metadata = checkMetadata(this.#options.kinds, kind, input.metadata);
    const unsealed: CredentialRecord = {
      id,
      tenant_id: tenantId,
      kind,
      label: input.label,
      token_cipher: "",
      scope: input.scope,
      metadata,
      expires_at: this.#checkExpiry(input.expires_at, input.refresh_token !== undefined),
      revoked_at: null,
      version: 1,
      created_at: now,
      updated_at: now,
      last_used_at: null,
      last_error: null,
    };
    const record = await this.#options.seals.seal(unsealed, input);
    refuseConflict(await this.#options.store.create(record), record);
    await this.#recordAudit("credential.created", record, by);
    return record;
  }

  /** Returns a credential. Throws ServiceError `not_found`. */
  async get(tenantId: string, id: string): Promise<CredentialRecord> {
    const record = await this.#options.store.get(tenantId, id);
    if (!record) throw new ServiceError("not_found", "There is no such credential.");
    return record;
  }

  /** Returns true if the credential exists and is not revoked. */
  async exists(tenantId: string, id: string): Promise<boolean> {
    const record = await this.#options.store.get(tenantId, id);
    return record !== undefined && record.revoked_at === null;
  }

  list(
    tenantId: string,
    page: PageRequest & { kind?: CredentialKind | undefined },
  ): Promise<Page<CredentialRecord>> {
    return this.#options.store.list(tenantId, page);
  }

  /** Finds the active credentials with this label, ignoring case. There is at most one per kind. */
  async listByLabel(
    tenantId: string,
    label: string,
    { kind, after = "", limit }: PageRequest & { kind?: CredentialKind | undefined },
  ): Promise<Page<CredentialRecord>> {
    const found = await this.#options.store.findByLabel(
      tenantId,
      label,
      kind ? [kind] : this.#options.kinds.listNames(),
    );
    const left = found.filter(({ id }) => id > after);
    const items = left.slice(0, limit);
    return { items, next: left.length > limit ? (items.at(-1)?.id ?? null) : null };
  }

  /**
   * Changes the given fields. A new token clears the last error. Fields that determine where the token is
   * sent can only be changed together with the token. The old refresh token is then dropped, so that neither
   * token reaches a destination for which it was not stored. Throws ServiceError `not_found`, `bad_request`,
   * or `conflict` (revoked, destination without a token, label taken, changed meanwhile).
   */
  async change(
    tenantId: string,
    id: string,
    change: CredentialChange,
    by?: Actor,
  ): Promise<CredentialRecord> {
    const old = await this.get(tenantId, id);
    if (old.revoked_at !== null)
      throw new ServiceError("conflict", "This credential has been revoked. Create a new one.");
    const { kind } = old;
    const metadata =
      change.metadata === undefined
        ? old.metadata
        : checkMetadata(this.#options.kinds, kind, change.metadata);
    const redirected = this.#options.kinds.listChangedDestination(kind, old.metadata, metadata);
    if (redirected.length > 0 && !change.token) throw createTokenRequiredError(redirected);
    const keepsRefreshToken =
      change.refresh_token === undefined && redirected.length === 0 && old.refresh_token_cipher !== undefined;
    const renews = Boolean(change.refresh_token) || keepsRefreshToken;
    const changed = await this.#createNext(old, {
      label: change.label ?? old.label,
      scope: change.scope ?? old.scope,
      metadata,
      expires_at:
        change.expires_at === undefined ? old.expires_at : this.#checkExpiry(change.expires_at, renews),
      last_error: change.token ? null : old.last_error,
      health: change.token ? null : old.health,
      account: change.token ? null : old.account,
    });
    const kept = keepsRefreshToken ? await this.#decryptKept(old, "refresh_token") : undefined;
    const record = await this.#options.seals.seal(changed, {
      token: change.token ?? (await this.#decryptKept(old, "token")),
      refresh_token: change.refresh_token ?? kept,
    });
    refuseConflict(await this.#options.store.update(record, old.version), record);
    await this.#recordAudit("credential.changed", record, by, { fields: Object.keys(change).sort() });
    return record;
  }

  /** Decrypts one of a record's tokens. Throws errors of the vault, or a plain Error if it does not exist. */
  open(record: CredentialRecord, field: "token" | "refresh_token"): Promise<Secret> {
    return this.#options.seals.open(record, field);
  }

  /** Decrypts a token that a change keeps. Throws ServiceError `conflict` if it cannot be decrypted. */
  async #decryptKept(record: CredentialRecord, field: "token" | "refresh_token"): Promise<Secret> {
    try {
      return await this.#options.seals.open(record, field);
    } catch (error) {
      if (!(error instanceof SealBrokenError)) throw error;
      throw new ServiceError(
        "conflict",
        `The stored ${field} cannot be decrypted. Repeat the change together with the token.`,
        { issues: [{ path: field, message: "must be stored again" }] },
      );
    }
  }

  /**
   * Replaces the tokens of `old` with newly issued ones. Ends the lease and clears the last error, but keeps
   * changes made meanwhile to other fields. Returns `undefined` without storing anything if the record's
   * tokens have been replaced or removed.
   */
  async renew(old: CredentialRecord, tokens: RenewedTokens): Promise<CredentialRecord | undefined> {
    let current = old;
    for (let tries = 0; tries < MAX_ATTEMPTS; tries++) {
      const renewed = await this.#sealRenewed(current, tokens);
      const conflict = await this.#options.store.update(renewed, current.version);
      if (conflict === undefined) {
        await this.#recordAudit("credential.refreshed", renewed);
        return renewed;
      }
      if (conflict !== "stale") refuseConflict(conflict, renewed);
      const found = await this.#options.store.get(old.tenant_id, old.id);
      if (!found || !(await this.#hasSameToken(found, old))) return undefined;
      current = found;
    }
    return undefined;
  }

  /** Records why a token could not be renewed. `reason` is a stable code. */
  noteRenewalFailure(record: CredentialRecord, reason: string): Promise<void> {
    return this.#recordAudit("credential.refresh_failed", record, undefined, { reason });
  }

  async #sealRenewed(old: CredentialRecord, tokens: RenewedTokens): Promise<CredentialRecord> {
    const { token, refreshToken, expiresAt, scope } = tokens;
    const renewed = await this.#createNext(old, {
      scope: scope ?? old.scope,
      expires_at: expiresAt === null ? null : timestamp(expiresAt),
      last_error: null,
    });
    const keepsOld = refreshToken === undefined && old.refresh_token_cipher;
    const kept = keepsOld ? await this.#options.seals.open(old, "refresh_token") : undefined;
    return this.#options.seals.seal(renewed, { token, refresh_token: refreshToken ?? kept });
  }

  /** Returns true if a record still has the token of an earlier version: only other fields have changed. */
  async #hasSameToken(one: CredentialRecord, other: CredentialRecord): Promise<boolean> {
    if (one.revoked_at !== null) return false;
    const [token, old] = await Promise.all([this.open(one, "token"), this.#options.seals.openPast(other)]);
    return token.reveal() === old.reveal();
  }

  /** Records that a test succeeded, with the account that the provider reported. */
  async noteAccount(record: CredentialRecord, account: ProviderAccount): Promise<CredentialHealth> {
    const last_used_at = timestamp(this.#options.clock.now());
    const health = createHealthy(last_used_at);
    await this.#options.store.noteAccount(record, { account, last_used_at, health });
    return health;
  }

  /** Records that a test failed. `record` is the record from before the test. */
  async noteFailedTest(record: CredentialRecord, error_code: AdapterErrorCode): Promise<CredentialHealth> {
    const health = createUnhealthy(record, error_code, timestamp(this.#options.clock.now()));
    await this.#options.store.noteUse(record.tenant_id, record.id, { health });
    return health;
  }

  /**
   * Sets `revoked_at` and deletes the encrypted tokens. Does nothing if the credential is already revoked.
   * Retries if the record changes meanwhile, for example by a renewal. Completes a revocation that only
   * reached the key table.
   */
  async revoke(tenantId: string, id: string, by?: Actor): Promise<CredentialRecord> {
    let tries = 0;
    for (;;) {
      const old = await this.get(tenantId, id);
      if (old.revoked_at !== null && old.token_cipher === "") return old;
      const record = await this.#createNext(old, {
        token_cipher: "",
        refresh_token_cipher: undefined,
        revoked_at: old.revoked_at ?? timestamp(this.#options.clock.now()),
      });
      const conflict = await this.#options.store.update(record, old.version);
      if (conflict === undefined) {
        await this.#recordAudit("credential.revoked", record, by);
        return record;
      }
      tries += 1;
      if (conflict !== "stale" || tries >= MAX_ATTEMPTS) refuseConflict(conflict, record);
    }
  }

  /**
   * Revokes a credential whose record is missing or has an invalid signature. Its tokens can no longer be
   * decrypted, even if the record is restored. Throws ServiceError `not_found`.
   */
  async discard(tenantId: string, id: string, by?: Actor): Promise<void> {
    if (!(await this.#options.store.discard(tenantId, id)))
      throw new ServiceError("not_found", "There is no such credential.");
    await this.#audit.record({ tenantId, action: "credential.revoked", subject: id, by });
  }

  /** Returns the next version of a record, without a lease. */
  async #createNext(old: CredentialRecord, changes: Partial<CredentialRecord>): Promise<CredentialRecord> {
    const version = await this.#options.seals.assignVersion(old);
    return { ...old, ...NO_LEASE, ...changes, version, updated_at: timestamp(this.#options.clock.now()) };
  }

  #checkExpiry(expiresAt: string | null, renews: boolean): string | null {
    return checkExpiry(expiresAt, { renews, now: this.#options.clock.now() });
  }

  #recordAudit(action: AuditAction, record: CredentialRecord, by?: Actor, details?: AuditDetails) {
    const { tenant_id: tenantId, id: subject, kind, version } = record;
    return this.#audit.record({ tenantId, action, subject, by, details: { kind, version, ...details } });
  }
}
