import type { Actor } from "@plumbline/core/access/audit/audit-entry.ts";
import { Secret } from "@plumbline/core/access/secret.ts";
import { type Clock, type Random, timestamp } from "@plumbline/core/clock/clock.ts";
import type { CredentialKind } from "@plumbline/core/credentials/kinds.ts";
import type { Vault } from "@plumbline/core/credentials/vault/vault.ts";
import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import { hashText } from "@plumbline/core/records/hash-text.ts";
import type { Page, PageRequest } from "@plumbline/core/records/page.ts";
import { skipUnreadable } from "@plumbline/core/records/readable.ts";
import type { VersionedRecords } from "@plumbline/core/records/versioned-records.ts";
import type { OAuthClients } from "../oauth-client.ts";
import { buildAuthorizationUrl } from "./authorization-url.ts";
import type { ConnectEnding, OpenedLink } from "./connect-ending.ts";
import type { CallbackQuery, ConnectExchange } from "./connect-exchange.ts";
import { ConnectRecord, type ConnectRecordOptions } from "./connect-record.ts";
import {
  type CheckedRequest,
  type ConnectRequest,
  checkConnectRequest,
  requireClient,
} from "./connect-request.ts";
import { createConnectToken, parseConnectToken } from "./connect-token.ts";
import {
  getVerifierSealContext,
  isWaiting,
  markUsed,
  PENDING_CONNECTS,
  type PendingAuthorization,
  type PendingConnect,
  WITHDRAWN,
} from "./pending-connect.ts";

export interface ConnectsOptions extends ConnectRecordOptions {
  records: VersionedRecords;
  clients: OAuthClients;
  exchange: ConnectExchange;
  vault: Vault;
  clock: Clock;
  random: Random;
}

/** Lifetime of a connect link. Opening it does not use it up. */
const LINK_LIFETIME_MS = 3600_000;
/** Lifetime of an authorization, long enough for a sign-in with a second factor. */
const AUTHORIZATION_LIFETIME_MS = 30 * 60_000;

export interface StartedAuthorization {
  url: string;
  expiresAt: string;
  /** Identifies the authorization in the browser's cookie. */
  id: string;
}

/**
 * Connects accounts by OAuth. The button on a link's page starts an authorization at the provider, and a
 * callback completes it. Each state is used once and belongs to one tenant, one kind and, unless it is a raw
 * URL, to the browser in which the button was pressed. Otherwise an attacker could send someone a provider's
 * URL and have that person's account connected to the attacker's tenant unknowingly.
 */
export class Connects {
  readonly #options: ConnectsOptions;
  readonly #record: ConnectRecord;

  constructor(options: ConnectsOptions) {
    this.#options = options;
    this.#record = new ConnectRecord(options);
  }

  /** Returns whether accounts of a kind can be connected here. */
  canConnect(kind: CredentialKind): boolean {
    return this.#options.clients.has(kind);
  }

  /**
   * Starts an authorization at the provider's own URL, which any browser may complete. Intended for API
   * callers that bind it to a browser themselves. Throws as `requireClient` and `checkConnectRequest` do.
   */
  async authorize(
    tenantId: string,
    request: ConnectRequest,
    redirectUri: string,
    by?: Actor,
  ): Promise<StartedAuthorization> {
    const checked = await this.#checkRequest(tenantId, request);
    const origin = { redirect_uri: redirectUri, link_id: null, browser_hash: null };
    const started = await this.#startAuthorization(tenantId, checked, origin);
    await this.#record.started(tenantId, started.id, checked, by);
    return started;
  }

  /** Creates a link that a person opens without a key, valid for an hour. Throws as `authorize` does. */
  async createLink(
    tenantId: string,
    request: ConnectRequest,
    by?: Actor,
  ): Promise<{ token: Secret; expiresAt: string }> {
    const token = createConnectToken(tenantId, this.#options.random);
    const checked = await this.#checkRequest(tenantId, request);
    const link = this.#toPending(tenantId, token, { ...checked, form: "link" }, LINK_LIFETIME_MS);
    await this.#create(link);
    await this.#record.started(tenantId, link.id, checked, by);
    return { token, expiresAt: link.expires_at };
  }

  /** Lists the tenant's links and authorizations that wait for a person. */
  list(tenantId: string, page: PageRequest): Promise<Page<PendingConnect>> {
    const { records, clock } = this.#options;
    const now = clock.now();
    const wanted = (connect: PendingConnect) => isWaiting(connect, now);
    return records.page(PENDING_CONNECTS, tenantId, { ...page, wanted });
  }

  /**
   * Withdraws a waiting connect and authorizations started from it. Throws `not_found` if it does not wait.
   */
  async withdraw(tenantId: string, { kind, id }: { kind: string; id: string }, by?: Actor): Promise<void> {
    const { records, clock, audit } = this.#options;
    const found = await skipUnreadable(records.get(PENDING_CONNECTS, [tenantId, id]));
    const now = clock.now();
    const waits = found?.kind === kind && isWaiting(found, now);
    const ended = waits
      ? await markUsed(records, found, { at: timestamp(now), by: WITHDRAWN })
      : !found && (await records.discard(PENDING_CONNECTS, [tenantId, id]));
    if (!ended) throw new ServiceError("not_found", "There is no such pending connection.");
    await audit.record({ tenantId, action: "connection.withdrawn", subject: id, by, details: { kind } });
  }

  /** Returns a link's purpose and state without changing anything. */
  async open(token: string): Promise<OpenedLink> {
    const link = await this.#find(token, "link");
    const subject = link && (await this.#record.describe(link));
    if (!link || !subject) return { state: "unknown" };
    if (link.used_at !== null) return { state: getStateOfUsed(link), subject };
    const client = this.#options.clients.get(link.kind);
    if (this.#isExpired(link) || !client) return { state: "expired", subject };
    return { state: "open", subject, authorizeOrigin: new URL(client.facts.authorizeUrl).origin };
  }

  /**
   * Starts an authorization from an open link, bound to a browser by its cookie. Returns `undefined` if the
   * link is not open; `open` returns the reason.
   */
  async beginAtLink(
    token: string,
    redirectUri: string,
    cookie: string,
  ): Promise<StartedAuthorization | undefined> {
    const link = await this.#find(token, "link");
    if (!link || (await this.open(token)).state !== "open") return undefined;
    const origin = { redirect_uri: redirectUri, link_id: link.id, browser_hash: hashText(cookie) };
    return this.#startAuthorization(link.tenant_id, link, origin);
  }

  /**
   * Completes an authorization with the provider's callback. `cookieOf` returns the browser's cookie for an
   * authorization. A different browser than the one in which it started does not use it up.
   */
  async end(
    query: CallbackQuery,
    cookieOf: (id: string) => string | undefined,
    by?: Actor,
  ): Promise<ConnectEnding> {
    const { records, random } = this.#options;
    const pending = await this.#find(query.state ?? "", "authorization");
    const subject = pending && (await this.#record.describe(pending));
    if (!pending?.authorization || !subject) return { outcome: "unknown" };
    const refuse = (outcome: "other_browser" | "expired" | "used" | "withdrawn") =>
      this.#record.ended(pending, { outcome, subject });
    const { browser_hash, link_id } = pending.authorization;
    const cookie = cookieOf(pending.id);
    if (browser_hash !== null && (cookie === undefined || hashText(cookie) !== browser_hash))
      return refuse("other_browser");
    if (pending.used_at !== null) return refuse(getStateOfUsed(pending));
    if (this.#isExpired(pending)) return refuse("expired");
    const use = { at: timestamp(this.#options.clock.now()), by: random.uuid() };
    if (!(await markUsed(records, pending, use))) return refuse("used");
    const link =
      link_id === null ? undefined : await records.get(PENDING_CONNECTS, [pending.tenant_id, link_id]);
    if (link_id !== null && (!link || link.used_at !== null))
      return refuse(link ? getStateOfUsed(link) : "used");
    const { exchange } = this.#options;
    const ending = await exchange.complete(pending, pending.authorization, query, { subject, by });
    if (ending.outcome === "connected" && link) await markUsed(records, link, use);
    return this.#record.ended(pending, ending, by);
  }

  async #checkRequest(tenantId: string, request: ConnectRequest): Promise<CheckedRequest> {
    const { clients, credentials } = this.#options;
    return checkConnectRequest(tenantId, request, requireClient(clients, request.kind), credentials);
  }

  async #startAuthorization(
    tenantId: string,
    { kind, label, credential_id, scopes }: CheckedRequest,
    origin: Omit<PendingAuthorization, "verifier_cipher">,
  ): Promise<StartedAuthorization> {
    const { random, vault, clients, credentials } = this.#options;
    const client = requireClient(clients, kind);
    const state = createConnectToken(tenantId, random);
    const request = { kind, label, credential_id, scopes, form: "authorization" as const };
    const pending = this.#toPending(tenantId, state, request, AUTHORIZATION_LIFETIME_MS);
    const verifier = client.facts.pkce ? new Secret(random.bytes(32).toString("base64url")) : undefined;
    const verifier_cipher = verifier ? await vault.seal(getVerifierSealContext(pending), verifier) : null;
    await this.#create({ ...pending, authorization: { ...origin, verifier_cipher } });
    const renewed = credential_id === null ? undefined : await credentials.get(tenantId, credential_id);
    const username = renewed?.metadata.username;
    const url = buildAuthorizationUrl(client, {
      redirectUri: origin.redirect_uri,
      scopes,
      state: state.reveal(),
      verifier: verifier?.reveal(),
      loginHint: typeof username === "string" ? username : undefined,
    });
    return { url, expiresAt: pending.expires_at, id: pending.id };
  }

  #toPending(
    tenantId: string,
    token: Secret,
    request: CheckedRequest & Pick<PendingConnect, "form">,
    lifetimeMs: number,
  ): PendingConnect {
    const now = this.#options.clock.now();
    return {
      tenant_id: tenantId,
      id: hashText(token.reveal()),
      ...request,
      created_at: timestamp(now),
      expires_at: timestamp(now + lifetimeMs),
      used_at: null,
      used_by: null,
    };
  }

  /** Stores a pending connect. Throws `not_found` if the tenant was deleted in the meantime. */
  async #create(pending: PendingConnect): Promise<void> {
    if ((await this.#options.records.put(PENDING_CONNECTS, pending)) === "tenant_deleted")
      throw new ServiceError("not_found", "The tenant has been deleted.");
  }

  async #find(token: string, form: PendingConnect["form"]): Promise<PendingConnect | undefined> {
    const parsed = parseConnectToken(token);
    const found = parsed && (await this.#options.records.get(PENDING_CONNECTS, [parsed.tenantId, parsed.id]));
    return found?.form === form ? found : undefined;
  }

  #isExpired({ expires_at }: PendingConnect): boolean {
    return Date.parse(expires_at) <= this.#options.clock.now();
  }
}

function getStateOfUsed({ used_by }: PendingConnect): "used" | "withdrawn" {
  return used_by === WITHDRAWN ? "withdrawn" : "used";
}
