import { createHash } from "node:crypto";
import type { RecordedRequest } from "../server/recorded-request.ts";
import { json, type Message } from "../server/reply.ts";
import type { Agreement, IssuedTokens } from "./issued-tokens.ts";
import { OAUTH_DIFFERENCES, type OAuthKind } from "./oauth-kinds.ts";
import { isOurClient, readFields } from "./request-fields.ts";
import { sandboxClient } from "./sandbox-client.ts";

/**
 * Answers `POST /{kind}/token`: exchanges a code or a refresh token for tokens, in the provider's own format.
 */
export function exchangeTokens(request: RecordedRequest, kind: OAuthKind, tokens: IssuedTokens): Message {
  const { refusals } = OAUTH_DIFFERENCES[kind];
  const fields = readFields(request, kind);
  if (!fields) return refusals.badRequest;
  if (!isOurClient(request, fields, kind)) return refusals.badClient;
  if (fields.grant_type === "authorization_code") return exchangeCode(fields, kind, tokens);
  if (fields.grant_type === "refresh_token") return refresh(fields, kind, tokens);
  return refusals.badRequest;
}

type Fields = Readonly<Record<string, string>>;

function exchangeCode(fields: Fields, kind: OAuthKind, tokens: IssuedTokens): Message {
  const { refusals, challenge } = OAUTH_DIFFERENCES[kind];
  // LinkedIn accepts a verifier only from public clients.
  if (challenge === "refused" && fields.code_verifier !== undefined) return refusals.badClient;
  const agreement = tokens.takeCode(kind, fields.code ?? "");
  if (!agreement || agreement.redirectUri !== fields.redirect_uri) return refusals.badCode;
  if (agreement.challenge !== undefined && agreement.challenge !== challengeOf(fields.code_verifier ?? ""))
    return refusals.badCode;
  const refreshToken = agreement.offline ? tokens.issueRefresh(agreement) : undefined;
  return json(answerOf(agreement, tokens, refreshToken));
}

function refresh(fields: Fields, kind: OAuthKind, tokens: IssuedTokens): Message {
  const { refusals, refreshToken: manner } = OAUTH_DIFFERENCES[kind];
  const old = fields.refresh_token ?? "";
  if (old === "") return refusals.badRequest;
  const agreement = tokens.agreementOf(kind, old);
  if (!agreement) return refusals.deadRefreshToken;
  if (kind === "mail_oauth_b" && !isOneResource(fields.scope ?? "")) return refusals.badRequest;
  if (manner === "rotates") tokens.end(kind, old);
  const isNew = manner === "rotates" || manner === "adds";
  const again = isNew ? tokens.issueRefresh(agreement) : old;
  return json(answerOf(agreement, tokens, manner === "omits" ? undefined : again, { isRefresh: true }));
}

/**
 * Returns whether a refresh repeats its scopes and they belong to one resource. Microsoft requires this,
 * because an access token is for one resource.
 */
function isOneResource(scope: string): boolean {
  const resources = scope.split(" ").filter((one) => one.startsWith("https://"));
  return new Set(resources.map((one) => new URL(one).host)).size === 1;
}

function challengeOf(verifier: string): string {
  return createHash("sha256").update(verifier).digest("base64url");
}

/** Returns the response with the tokens. */
function answerOf(
  agreement: Agreement,
  tokens: IssuedTokens,
  refresh_token: string | undefined,
  { isRefresh = false } = {},
): Record<string, unknown> {
  const { kind, scopes } = agreement;
  const { lifeSeconds: expires_in, scopeSeparator } = OAUTH_DIFFERENCES[kind];
  if (kind === "chatapp_user" || kind === "chatapp_bot")
    return slackAnswer(agreement, tokens, { refresh_token, expires_in, isRefresh });
  const common = { access_token: tokens.issueAccess(kind), refresh_token, expires_in };
  if (kind === "notes")
    return {
      ...common,
      token_type: "bearer",
      bot_id: "b0700000-0000-4000-8000-000000000001",
      workspace_id: "50a00000-0000-4000-8000-000000000001",
      workspace_name: "Sandbox",
      owner: { type: "user" },
      duplicated_template_id: null,
    };
  const granted = scopes.map((scope) => (kind === "mail_oauth_a" ? googleScope(scope) : scope));
  return {
    ...common,
    token_type: "bearer",
    scope: granted.join(scopeSeparator),
    id_token: idToken(agreement, common.access_token),
  };
}

/**
 * Returns Slack's response. A code returns the bot's and the user's token, each only if scopes were requested
 * for it. A refresh returns only one of them.
 */
function slackAnswer(
  { kind, scopes, userScopes }: Agreement,
  tokens: IssuedTokens,
  {
    isRefresh,
    ...lasting
  }: { isRefresh: boolean; refresh_token?: string | undefined; expires_in?: number | undefined },
): Record<string, unknown> {
  const own = { access_token: tokens.issueAccess(kind), ...lasting };
  const team = {
    ok: true,
    app_id: "A0SANDBOX",
    team: { id: "T0SANDBOX", name: "Sandbox" },
    enterprise: null,
  };
  const bot = { token_type: "bot", scope: scopes.join(","), bot_user_id: "U0BOT" };
  const user = { token_type: "user", scope: userScopes.join(",") };
  if (kind === "chatapp_bot") return { ...team, ...bot, ...own, authed_user: { id: "U0GRACE" } };
  if (isRefresh) return { ...team, ...user, ...own };
  const beside = scopes.length > 0 && { ...bot, access_token: tokens.issueAccess("chatapp_bot") };
  return { ...team, ...beside, authed_user: { id: "U0GRACE", ...user, ...own } };
}

/** Returns the name under which Google grants a scope, which differs for two scopes of OpenID. */
function googleScope(scope: string): string {
  return ["email", "profile"].includes(scope) ? `https://www.googleapis.com/auth/userinfo.${scope}` : scope;
}

/**
 * Returns a JSON Web Token in Google's format with an invalid signature. Clients trust it because it comes
 * from the token endpoint over TLS. Returns `undefined` if `openid` was not requested.
 */
function idToken({ kind, scopes, nonce }: Agreement, accessToken: string): string | undefined {
  const { claims, omitsTokenHash } = OAUTH_DIFFERENCES[kind];
  if (!claims || !scopes.includes("openid")) return undefined;
  const hash = createHash("sha256").update(accessToken).digest().subarray(0, 16).toString("base64url");
  const payload = {
    ...{ iss: "https://sandbox.example", aud: sandboxClient(kind).id, nonce },
    ...(!omitsTokenHash && { at_hash: hash }),
    ...claims,
  };
  const parts = [
    JSON.stringify({ alg: "RS256", kid: "sandbox", typ: "JWT" }),
    JSON.stringify(payload),
    "unsigned",
  ];
  return parts.map((part) => Buffer.from(part).toString("base64url")).join(".");
}
