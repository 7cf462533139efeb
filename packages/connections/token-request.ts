import type { OAuthRefusal } from "@plumbline/adapters/oauth-facts.ts";
import type { Secret } from "@plumbline/core/access/secret.ts";
import type { Clock } from "@plumbline/core/clock/clock.ts";
import type { HttpClient, HttpResponse } from "@plumbline/core/egress/http-message.ts";
import { readResponseWaitSeconds } from "@plumbline/core/egress/retry-after.ts";
import { AdapterError } from "@plumbline/core/errors/adapter-error.ts";
import { ConfigurationError, ServiceError } from "@plumbline/core/errors/service-error.ts";
import { type OAuthClient, providerOfKind } from "./oauth-client.ts";
import { readGrant, selectTokenPart, type TokenGrant } from "./token-answer.ts";

/** Grants that return tokens: an authorization code or a refresh token. */
export type TokenExchange =
  | { grant: "authorization_code"; code: Secret; redirectUri: string; verifier?: Secret | undefined }
  /** `scope` is only sent to providers that require it again. */
  | { grant: "refresh_token"; refreshToken: Secret; scope?: string };

/**
 * Reason why no tokens were returned. `dead`: the provider states that this refresh token will never work
 * again. `client_refused`: it rejects the operator's client. `refused`: it rejects the request for another
 * reason, such as a code that was already used. `busy`: it limits requests. `unavailable`: it failed or could
 * not be reached. `unreadable`: it reported success without a token.
 */
export type TokenFailureReason =
  | "dead"
  | "client_refused"
  | "refused"
  | "busy"
  | "unavailable"
  | "unreadable";

export interface TokenFailure {
  ok: false;
  reason: TokenFailureReason;
  /** One sentence for people, without secrets. */
  message: string;
  /**
   * True if the provider may have processed the request, so that a single-use refresh token may be used up.
   */
  mayBeSpent: boolean;
  /** The provider's error code, such as `invalid_grant`. */
  code?: string | undefined;
  status?: number | undefined;
  retryAfterSeconds?: number | undefined;
}

export type TokenResult = { ok: true; grant: TokenGrant } | TokenFailure;

export interface TokenRequestOptions {
  /** Client for hosts that the operator configured. */
  http: HttpClient;
  clock: Clock;
  /** Time limit in milliseconds. */
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

/**
 * Exchanges a code or a refresh token for tokens, with one request. Failures of the provider are returned,
 * not thrown.
 *
 *     const answer = await requestTokens(client, { grant: "refresh_token", refreshToken }, means);
 *     if (answer.ok) await store(answer.grant.token, answer.grant.refreshToken);
 */
export async function requestTokens(
  client: OAuthClient,
  exchange: TokenExchange,
  { http, clock, timeoutMs, signal }: TokenRequestOptions,
): Promise<TokenResult> {
  const askedAt = clock.now();
  let request: Awaited<ReturnType<typeof buildTokenRequest>>;
  try {
    request = await buildTokenRequest(client, exchange);
  } catch (error) {
    if (!(error instanceof ServiceError && error.code === "unavailable")) throw error;
    return { ok: false, reason: "unavailable", message: error.message, mayBeSpent: false };
  }
  try {
    const response = await http.send({ method: "POST", ...request, effect: "write", timeoutMs, signal });
    const answer = readTokenResponse(client, exchange, response, askedAt);
    if (answer.ok || answer.reason !== "busy") return answer;
    return { ...answer, retryAfterSeconds: readResponseWaitSeconds(response, clock.now()) };
  } catch (error) {
    if (!(error instanceof AdapterError)) throw error;
    const mayBeSpent = error.detail.outcomeUnknown === true;
    return { ok: false, reason: "unavailable", message: error.message, mayBeSpent };
  }
}

/** Returns headers and body of a request in which the client authenticates. */
export async function buildClientRequest(
  { id, secret: stored, facts }: OAuthClient,
  fields: Readonly<Record<string, string>>,
): Promise<{ headers: Record<string, string>; body: string }> {
  const secret = typeof stored === "function" ? await stored() : stored;
  if (!secret) throw new ConfigurationError(`The secret of the OAuth client ${id} is not stored.`);
  const inBody = facts.clientAuth === "body";
  const all = { ...fields, ...(inBody && { client_id: id, client_secret: secret.reveal() }) };
  const isJson = facts.bodyForm === "json";
  return {
    headers: {
      accept: "application/json",
      "content-type": isJson ? "application/json" : "application/x-www-form-urlencoded",
      ...facts.headers,
      ...(!inBody && { authorization: `Basic ${encodeBasicPair(id, secret)}` }),
    },
    body: isJson ? JSON.stringify(all) : new URLSearchParams(all).toString(),
  };
}

async function buildTokenRequest(client: OAuthClient, exchange: TokenExchange) {
  const request = await buildClientRequest(client, buildFields(client, exchange));
  return { url: new URL(client.facts.tokenUrl), ...request };
}

function buildFields({ facts }: OAuthClient, exchange: TokenExchange): Record<string, string> {
  const { grant } = exchange;
  if (exchange.grant === "authorization_code") {
    const { code, redirectUri, verifier } = exchange;
    return {
      grant_type: grant,
      code: code.reveal(),
      redirect_uri: redirectUri,
      ...(verifier && { code_verifier: verifier.reveal() }),
    };
  }
  const scope = facts.refreshNamesScopes ? exchange.scope : undefined;
  return { grant_type: grant, refresh_token: exchange.refreshToken.reveal(), ...(scope && { scope }) };
}

/** Joins ID and secret after form-encoding them (RFC 6749, 2.3.1). */
function encodeBasicPair(id: string, secret: Secret): string {
  const encoded = [id, secret.reveal()].map((part) => encodeURIComponent(part).replaceAll("%20", "+"));
  return Buffer.from(encoded.join(":")).toString("base64");
}

const DEAD_TOKEN: OAuthRefusal = { code: "invalid_grant" };
/** Error codes for an invalid ID or secret: RFC 6749 5.2, Slack, HubSpot. */
const CLIENT_REFUSED =
  /^(invalid_client|unauthorized_client|invalid_client_id|bad_client_secret|bad_client_id|missing_client_id)$/i;
/** Error codes for a failure of the provider itself, whatever the status (RFC 6749 4.1.2.1, Slack). */
const PROVIDER_FAILED =
  /^(server_error|temporarily_unavailable|internal_error|internal_server_error|fatal_error|service_unavailable|request_timeout)$/i;
const RATE_LIMITED = /^(ratelimited|rate_limited|rate_limit|slow_down|too_many_requests)$/i;

function readTokenResponse(
  client: OAuthClient,
  exchange: TokenExchange,
  response: HttpResponse,
  askedAt: number,
): TokenResult {
  const { status, ok } = response;
  const provider = providerOfKind(client.kind);
  const { code, text, isFailure } = readError(response.json());
  const fail = (reason: TokenFailureReason, what: string, mayBeSpent = false): TokenFailure => {
    const suffix = code === undefined ? "" : ` (${code})`;
    return { ok: false, reason, message: `${provider} ${what}${suffix}.`, mayBeSpent, code, status };
  };
  if (ok && !isFailure) {
    const grant = readGrant(
      selectTokenPart(client.facts, response.json()),
      response.json(),
      client.facts,
      askedAt,
    );
    return grant ? { ok: true, grant } : fail("unreadable", "sent a response without a token", true);
  }
  const errorCode = code ?? "";
  if (status === 429 || RATE_LIMITED.test(errorCode)) return fail("busy", "is limiting token requests");
  if (status >= 500 || PROVIDER_FAILED.test(errorCode))
    return fail("unavailable", `failed to issue a token (status ${status})`, true);
  if (CLIENT_REFUSED.test(errorCode) || (status === 401 && code === undefined))
    return fail("client_refused", "does not accept the service's OAuth client");
  const dead = [DEAD_TOKEN, ...(client.facts.deadRefreshToken ?? [])];
  if (exchange.grant === "refresh_token" && dead.some((refusal) => matchesRefusal(refusal, errorCode, text)))
    return fail("dead", "no longer accepts the refresh token");
  return fail("refused", `refused to issue a token (status ${status})`);
}

function matchesRefusal({ code, text: pattern }: OAuthRefusal, named: string, text: string): boolean {
  return code.toLowerCase() === named.toLowerCase() && (pattern?.test(text) ?? true);
}

/**
 * Format of providers' error codes. Anything else may be free text: what was sent, or whatever the author
 * of a callback's URL wrote.
 */
export const ERROR_CODE = /^[A-Za-z][\w.-]{0,59}$/;

/** Reads the error in a response, in the format of RFC 6749 5.2 or one of the providers' own. */
function readError(body: unknown): { code?: string; text: string; isFailure: boolean } {
  if (body === null || typeof body !== "object") return { text: "", isFailure: false };
  const fields = body as Readonly<Record<string, unknown>>;
  const codes = [fields.error, fields.code, fields.status, fields.category];
  const code = codes.find((word): word is string => typeof word === "string" && ERROR_CODE.test(word));
  const texts = [fields.error_description, fields.message].filter((text) => typeof text === "string");
  const isFailure = fields.ok === false || typeof fields.error === "string";
  return { ...(code === undefined ? {} : { code }), text: texts.join(" "), isFailure };
}
