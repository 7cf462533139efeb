import type { Actor } from "@plumbline/core/access/audit/audit-entry.ts";
import { Secret } from "@plumbline/core/access/secret.ts";
import { type Clock, Deadline, type Random, timestamp } from "@plumbline/core/clock/clock.ts";
import type { CredentialRecord, ProviderAccount } from "@plumbline/core/credentials/credential.ts";
import type { Credentials } from "@plumbline/core/credentials/credentials.ts";
import type { CredentialMetadata } from "@plumbline/core/credentials/kinds.ts";
import type { Vault } from "@plumbline/core/credentials/vault/vault.ts";
import type { HttpClient } from "@plumbline/core/egress/http-message.ts";
import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import { foldText } from "@plumbline/core/text/unicode.ts";
import { type OAuthClient, type OAuthClients, providerOfKind } from "../oauth-client.ts";
import type { TokenGrant } from "../token-answer.ts";
import { ERROR_CODE, requestTokens } from "../token-request.ts";
import { findAccountName, isSameAccount, parseAccount, readKnownAccount } from "./account.ts";
import { type AccountClaims, addClaims, ForeignClaimsError, readAccountClaims } from "./account-claims.ts";
import type { ConnectEnding, ConnectSubject } from "./connect-ending.ts";
import { getVerifierSealContext, type PendingAuthorization, type PendingConnect } from "./pending-connect.ts";
import type { TokenCheck } from "./token-check.ts";

/** The query parameters of the provider's redirect to the callback URL. */
export interface CallbackQuery {
  state?: string | undefined;
  code?: string | undefined;
  error?: string | undefined;
}

export interface ConnectExchangeOptions {
  clients: OAuthClients;
  credentials: Credentials;
  check: TokenCheck;
  /** Client for hosts that the operator configured. */
  http: HttpClient;
  vault: Vault;
  clock: Clock;
  random: Random;
}

const TOKEN_TIMEOUT_MS = 20_000;
/** Short, because a person waits for the page. */
const CHECK_TIMEOUT_MS = 25_000;

/** Error codes for a person who declined: RFC 6749 4.1.2.1, and LinkedIn's own. */
const DECLINED = new Set([
  "access_denied",
  "user_cancelled_login",
  "user_cancelled_authorize",
  "consent_denied",
]);

/** Turns a provider's callback into a stored connection with tokens, account and record. */
export class ConnectExchange {
  readonly #options: ConnectExchangeOptions;

  constructor(options: ConnectExchangeOptions) {
    this.#options = options;
  }

  /**
   * Completes an authorization whose state has just been used. Rethrows errors that neither the provider nor
   * the tenant caused.
   */
  async complete(
    pending: PendingConnect,
    authorization: PendingAuthorization,
    { state = "", code, error }: CallbackQuery,
    { subject, by }: { subject: ConnectSubject; by: Actor | undefined },
  ): Promise<ConnectEnding> {
    const failure = { outcome: "provider_error", subject } as const;
    const fail = (reason: string, code?: string): ConnectEnding => ({ ...failure, reason, code });
    const { clients, http, clock } = this.#options;
    const provider = providerOfKind(pending.kind);
    if (error !== undefined) {
      if (DECLINED.has(error)) return { outcome: "declined", subject };
      const errorCode = ERROR_CODE.test(error) ? error : undefined;
      const suffix = errorCode === undefined ? "" : ` (${errorCode})`;
      return fail(`${provider} ended the sign-in with an error${suffix}.`, errorCode);
    }
    const client = clients.get(pending.kind);
    if (!client) return fail(`This service can no longer connect ${provider}.`);
    if (code === undefined || code === "") return fail(`${provider} did not return a code.`);
    const exchange = {
      grant: "authorization_code",
      code: new Secret(code),
      redirectUri: authorization.redirect_uri,
      verifier: await this.#openVerifier(pending, authorization),
    } as const;
    const answer = await requestTokens(client, exchange, { http, clock, timeoutMs: TOKEN_TIMEOUT_MS });
    if (!answer.ok) return fail(answer.message, answer.code);
    try {
      const claims = readAccountClaims(answer.grant, client, state);
      const granted = { ...pending, grant: answer.grant, claims };
      const found = await this.#identify(granted, client);
      if ("reason" in found) return fail(found.reason);
      if ("expected" in found) return { outcome: "wrong_account", subject, ...found };
      return await this.#store({ ...granted, by }, found, subject);
    } catch (error) {
      if (error instanceof ForeignClaimsError)
        return fail(`${provider} returned the identity of another sign-in.`);
      throw error;
    }
  }

  async #openVerifier(
    pending: PendingConnect,
    { verifier_cipher }: PendingAuthorization,
  ): Promise<Secret | undefined> {
    return verifier_cipher === null
      ? undefined
      : this.#options.vault.open(getVerifierSealContext(pending), verifier_cipher);
  }

  /**
   * Identifies the account of the tokens by the `id_token` and the kind's connection check. Compares it with
   * the account that a renewal expects.
   */
  async #identify(
    granted: GrantedConnect,
    client: OAuthClient,
  ): Promise<Identified | WrongAccount | NotIdentified> {
    const { credentials, check, clock, random } = this.#options;
    const { tenant_id, kind, label, credential_id, scopes, grant, claims } = granted;
    const renewed = credential_id === null ? undefined : await credentials.get(tenant_id, credential_id);
    const expected = renewed && readKnownAccount(renewed);
    const claimed = addClaims(client, {}, claims);
    const wrong = findWrongMetadata(renewed?.metadata ?? {}, claimed);
    if (wrong) return wrong;
    // The format of an old token, such as OAuth 1.0a, does not apply to the new one.
    const { auth_form: _form, ...storedMetadata } = renewed?.metadata ?? {};
    const metadata = { ...claimed, ...storedMetadata, ...client.facts.metadata };
    const now = timestamp(clock.now());
    const record: CredentialRecord = {
      id: renewed?.id ?? random.uuid(),
      tenant_id,
      kind,
      label,
      token_cipher: "",
      scope: grant.scope ?? scopes.join(" "),
      metadata,
      expires_at: null,
      revoked_at: null,
      version: 1,
      created_at: now,
      updated_at: now,
      last_used_at: now,
      last_error: null,
    };
    const deadline = Deadline.in(CHECK_TIMEOUT_MS, clock);
    const checkResult = await check.run({ record, token: grant.token }, { deadline });
    if (checkResult && !checkResult.ok) return { reason: checkResult.refusal_reason };
    const checked = checkResult && parseAccount(checkResult.result);
    const name = checked?.account.name ?? claims?.name ?? claims?.email ?? claims?.preferred_username;
    const account: ProviderAccount = { ...checked?.account, ...(name === undefined ? {} : { name }) };
    if (expected && !isSameAccount(expected, account))
      return {
        expected: expected.name ?? "another account",
        found: account.name ?? "an account without a name",
      };
    const isFirstKnown = expected !== undefined && expected.id === undefined && expected.name === undefined;
    return { account, isFirstKnown, metadata: { ...checked?.metadata, ...metadata } };
  }

  /** Stores the tokens, in a new credential or in the one being renewed. */
  async #store(
    granted: GrantedConnect & { by: Actor | undefined },
    { account, isFirstKnown, metadata }: Identified,
    subject: ConnectSubject,
  ): Promise<ConnectEnding> {
    const { credentials } = this.#options;
    const { tenant_id, kind, label, credential_id, scopes, grant, by } = granted;
    const tokens = {
      label,
      token: grant.token,
      ...(grant.refreshToken && { refresh_token: grant.refreshToken }),
      scope: grant.scope ?? scopes.join(" "),
      metadata,
      expires_at: grant.expiresAt === null ? null : timestamp(grant.expiresAt),
    };
    try {
      const record =
        credential_id === null
          ? await credentials.create(tenant_id, { kind, ...tokens }, by)
          : await credentials.change(tenant_id, credential_id, tokens, by);
      await credentials.noteAccount(record, account);
      return {
        outcome: "connected",
        subject,
        record: { ...record, account },
        account: findAccountName({ account, metadata }),
        isFirstKnown,
        missingScopes: listMissingScopes(scopes, grant),
      };
    } catch (error) {
      if (!(error instanceof ServiceError) || error.cause !== undefined) throw error;
      return { outcome: "overtaken", subject, reason: error.message };
    }
  }
}

/** An authorization whose tokens have been received. */
type GrantedConnect = PendingConnect & { grant: TokenGrant; claims: AccountClaims | undefined };

interface Identified {
  account: ProviderAccount;
  /** True for a renewal of a credential with an unknown account. */
  isFirstKnown: boolean;
  metadata: CredentialMetadata;
}

interface WrongAccount {
  expected: string;
  found: string;
}

interface NotIdentified {
  reason: string;
}

/** Compares the metadata that identifies the account: a mailbox's user name, an author's URN. */
function findWrongMetadata(
  stored: CredentialMetadata,
  claimed: CredentialMetadata,
): WrongAccount | undefined {
  for (const [key, found] of Object.entries(claimed)) {
    const expected = stored[key];
    if (typeof expected !== "string" || typeof found !== "string") continue;
    // Posts of an organization are made by a member, whose own URN differs.
    if (key === "urn" && expected.startsWith("urn:li:organization:")) continue;
    if (foldText(expected) !== foldText(found)) return { expected, found };
  }
  return undefined;
}

/** Returns the requested scopes that were not granted, if the provider reports what it granted. */
function listMissingScopes(requested: readonly string[], { scope }: TokenGrant): string[] {
  if (scope === undefined) return [];
  const granted = new Set(scope.split(" "));
  return requested.filter((one) => !granted.has(one) && !UNREPORTED_SCOPES.has(one));
}

/** OpenID Connect scopes, which providers grant under other names or do not report. */
const UNREPORTED_SCOPES = new Set(["openid", "email", "profile", "offline_access"]);
