import type { Secret } from "@plumbline/core/access/secret.ts";
import { type Clock, timestamp } from "@plumbline/core/clock/clock.ts";
import type { CredentialRecord, RenewalDoubt } from "@plumbline/core/credentials/credential.ts";
import type { CredentialStore } from "@plumbline/core/credentials/credential-store.ts";
import type { Credentials } from "@plumbline/core/credentials/credentials.ts";
import { toOpenError } from "@plumbline/core/credentials/resolver.ts";
import { isRenewalDue } from "@plumbline/core/credentials/token-refresher.ts";
import type { HttpClient } from "@plumbline/core/egress/http-message.ts";
import {
  AdapterAuthError,
  type AdapterError,
  AdapterTransientError,
} from "@plumbline/core/errors/adapter-error.ts";
import { describeUnexpected, type Logger } from "@plumbline/core/log/logger.ts";
import { type Metrics, noMetrics } from "@plumbline/core/metrics/metrics.ts";
import type { OAuthClients } from "../oauth-client.ts";
import type { TokenGrant } from "../token-answer.ts";
import { requestTokens, type TokenFailure } from "../token-request.ts";
import { createFirstRefusal, createRenewalError } from "./renewal-error.ts";
import { revokeTokens } from "./revoke-tokens.ts";

/** Steps between which a process may crash. Tests stop it there. */
export type RenewalStep = "leased" | "opened" | "answered" | "stored";

export interface RenewalsOptions {
  clients: OAuthClients;
  store: CredentialStore;
  credentials: Pick<Credentials, "open" | "renew" | "noteRenewalFailure">;
  /** Client for hosts that the operator configured. */
  http: HttpClient;
  clock: Clock;
  logger: Logger;
  metrics?: Metrics | undefined;
  /** Called between the steps; used only in tests. */
  atStep?: ((step: RenewalStep) => void) | undefined;
}

const TOKEN_TIMEOUT_MS = 10_000;
/** Attempts to store new tokens. If they are lost, a single-use refresh token is lost too. */
const MAX_STORE_ATTEMPTS = 5;
const STORE_RETRY_MS = 100;
/** Time for which a permanent refusal is cached. The provider is not asked again until then. */
const REFUSAL_CACHE_MS = 60_000;
const MAX_CACHED_REFUSALS = 10_000;

/** Renews one credential at a time. The caller must hold its lease. */
export class Renewals {
  readonly #options: RenewalsOptions;
  /** Tokens that could not be stored, by the version of the record whose tokens they replace. */
  readonly #unsaved = new Map<string, TokenGrant>();
  readonly #refused = new Map<string, { failure: TokenFailure; until: number }>();

  constructor(options: RenewalsOptions) {
    this.#options = options;
  }

  /** Renews and stores tokens, and returns the updated record. Throws AdapterError. */
  async renew(record: CredentialRecord): Promise<CredentialRecord> {
    const { clock, atStep } = this.#options;
    const wasLost = wasLeaseLost(record, clock.now());
    atStep?.("leased");
    const answer = await this.#findTokens(record);
    atStep?.("answered");
    const renewed = answer.ok
      ? await this.#storeTokens(record, answer.grant)
      : await this.#findReplaced(record);
    atStep?.("stored");
    if (renewed) return renewed;
    if (answer.ok) throw createReplacedError(record);
    throw await this.#toError(record, answer, wasLost || answer.mayBeSpent);
  }

  /** Returns the tokens to store: from an earlier answer that is not stored yet, or from the provider. */
  async #findTokens(record: CredentialRecord): Promise<{ ok: true; grant: TokenGrant } | TokenFailure> {
    const { clients, http, clock, atStep } = this.#options;
    const key = formatVersionKey(record);
    const unsaved = this.#unsaved.get(key);
    if (unsaved) return { ok: true, grant: unsaved };
    const refused = this.#refused.get(key);
    if (refused && clock.now() < refused.until) return refused.failure;
    const client = clients.get(record.kind);
    if (!client) throw new Error(`There is no OAuth client for ${record.kind}.`);
    const refreshToken = await this.#openToken(record);
    atStep?.("opened");
    const startedAt = clock.monotonic();
    const scope = [...new Set([...client.facts.scopes.always, ...record.scope.split(" ")])].join(" ").trim();
    const exchange = { grant: "refresh_token", refreshToken, scope: record.scope && scope } as const;
    const answer = await requestTokens(client, exchange, { http, clock, timeoutMs: TOKEN_TIMEOUT_MS });
    this.#report(record, answer, clock.monotonic() - startedAt);
    return answer;
  }

  async #openToken(record: CredentialRecord): Promise<Secret> {
    try {
      return await this.#options.credentials.open(record, "refresh_token");
    } catch (error) {
      throw toOpenError(error, record.label);
    }
  }

  /**
   * Stores new tokens, retrying if the store fails briefly. Tokens that cannot be stored are kept in memory
   * for the next attempt and are not used. Returns `undefined` if the record has other tokens by now.
   */
  async #storeTokens(record: CredentialRecord, grant: TokenGrant): Promise<CredentialRecord | undefined> {
    const { clock, credentials, logger } = this.#options;
    const key = formatVersionKey(record);
    for (let tries = 1; ; tries++) {
      try {
        const renewed = await credentials.renew(record, grant);
        this.#unsaved.delete(key);
        return renewed ?? (await this.#resolveLoss(record, grant));
      } catch (error) {
        logger.log("error", "renewed_token_not_stored", {
          credential_id: record.id,
          tenant_id: record.tenant_id,
          attempts: tries,
          ...describeUnexpected(error),
        });
        this.#unsaved.set(key, grant);
        if (tries >= MAX_STORE_ATTEMPTS) throw createNotStoredError(record);
        await clock.wait(STORE_RETRY_MS * tries);
      }
    }
  }

  /**
   * Handles a record that another process changed first. If the credential was revoked, the new tokens are
   * revoked too.
   */
  async #resolveLoss(record: CredentialRecord, grant: TokenGrant): Promise<CredentialRecord | undefined> {
    const { store, clients, http, clock } = this.#options;
    const found = await store.get(record.tenant_id, record.id);
    const client = clients.get(record.kind);
    if (found && found.revoked_at === null) return found;
    if (client) await revokeTokens(client, grant, { http, clock, timeoutMs: TOKEN_TIMEOUT_MS });
    return undefined;
  }

  /**
   * Checks, before trusting a refusal, whether another process has renewed the record in the meantime, and
   * returns that record.
   */
  async #findReplaced(record: CredentialRecord): Promise<CredentialRecord | undefined> {
    const { store, clock } = this.#options;
    const found = await store.get(record.tenant_id, record.id);
    if (!found || found.version === record.version || found.revoked_at !== null) return undefined;
    return isRenewalDue(found, clock.now()) ? undefined : found;
  }

  /**
   * Evaluates a failure. A provider's first rejection of a refresh token may be wrong, so it is asked again.
   * If an answer was lost (`isLost`), the rejection is trusted at once, because the token may have been used.
   */
  async #toError(record: CredentialRecord, failure: TokenFailure, isLost: boolean): Promise<AdapterError> {
    const { clients, clock } = this.#options;
    const doubt = findDoubt(record);
    const isFirst = failure.reason === "dead" && !doubt && !isLost;
    if (isFirst && !clients.get(record.kind)?.facts.reuseRevokesFamily) {
      const doubted = await this.#storeDoubt(record, "refused");
      return createFirstRefusal(record, getSecondsUntilRetry(doubted, clock.now()));
    }
    if (isPermanent(failure)) await this.#cacheRefusal(record, failure);
    else if (isLost && doubt?.reason !== "answer_lost") await this.#storeDoubt(record, "answer_lost");
    return createRenewalError(record, failure);
  }

  /** Stores a doubt for all processes. If the store fails, only the doubt is lost. */
  async #storeDoubt(record: CredentialRecord, reason: RenewalDoubt["reason"]): Promise<CredentialRecord> {
    const { store, clock } = this.#options;
    const { tenant_id, id, version } = record;
    const renewal_doubt = { reason, version, at: timestamp(clock.now()) };
    await store.noteUse(tenant_id, id, { renewal_doubt }).catch(() => undefined);
    return { ...record, renewal_doubt };
  }

  /** Remembers a permanent refusal and records it once. */
  async #cacheRefusal(record: CredentialRecord, failure: TokenFailure): Promise<void> {
    const { clock, credentials } = this.#options;
    const key = formatVersionKey(record);
    const now = clock.now();
    if (now < (this.#refused.get(key)?.until ?? 0)) return;
    if (this.#refused.size >= MAX_CACHED_REFUSALS) this.#refused.clear();
    this.#refused.set(key, { failure, until: now + REFUSAL_CACHE_MS });
    await credentials.noteRenewalFailure(record, failure.reason);
  }

  #report(record: CredentialRecord, answer: { ok: true } | TokenFailure, elapsedMs: number): void {
    const { logger, metrics = noMetrics } = this.#options;
    const { id: credential_id, tenant_id } = record;
    const outcome = answer.ok ? "renewed" : answer.reason;
    metrics.add("plumbline_token_renewals_total", { outcome, tenant_id });
    logger.log(answer.ok ? "info" : "warn", "token_renewal", {
      credential_id,
      tenant_id,
      elapsed_ms: Math.round(elapsedMs),
      ...(answer.ok
        ? {}
        : { error_code: answer.reason, provider_code: answer.code, provider_status: answer.status }),
    });
  }
}

function isPermanent({ reason }: TokenFailure): boolean {
  return reason === "dead" || reason === "client_refused" || reason === "refused";
}

function formatVersionKey({ tenant_id, id, version }: CredentialRecord): string {
  return `${tenant_id}/${id}/${version}`;
}

function createNotStoredError({ label }: CredentialRecord): AdapterTransientError {
  return new AdapterTransientError(`The new token of "${label}" could not be stored.`, {
    nextStep: "Try again: the new token is stored before it is used.",
  });
}

function createReplacedError({ label }: CredentialRecord): AdapterAuthError {
  return new AdapterAuthError(`The credential "${label}" was revoked while its token was being renewed.`, {
    nextStep: `Connect "${label}" again.`,
  });
}

/** Delay before asking a provider again after it rejected a refresh token. */
const RETRY_REFUSED_MS = 60_000;

/** Returns the doubt about the current version of a record. A doubt about an earlier version is obsolete. */
function findDoubt({ version, renewal_doubt: doubt }: CredentialRecord): RenewalDoubt | undefined {
  return doubt?.version === version ? doubt : undefined;
}

/**
 * Returns the seconds until a provider that rejected the token is asked again, or 0 if it may be asked now.
 */
export function getSecondsUntilRetry(record: CredentialRecord, now: number): number {
  const doubt = findDoubt(record);
  if (doubt?.reason !== "refused") return 0;
  const waitMs = Date.parse(doubt.at) + RETRY_REFUSED_MS - now;
  // A time in the future was set by a wrong clock.
  return waitMs > RETRY_REFUSED_MS ? 0 : Math.max(0, Math.ceil(waitMs / 1000));
}

/** Returns whether the previous holder of the lease never returned. It may have received new tokens. */
function wasLeaseLost({ lease_until: until }: CredentialRecord, now: number): boolean {
  return until !== undefined && until !== "" && Date.parse(until) <= now;
}
