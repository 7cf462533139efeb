import { json, type Message } from "../server/reply.ts";

/** The kinds of connection that a user authorizes at an authorization server. */
export const OAUTH_KINDS = [
  "chatapp_bot",
  "chatapp_user",
  "notes",
  "crm",
  "tracker",
  "microblog",
  "network",
  "mail_oauth_a",
  "mail_oauth_b",
] as const;

export type OAuthKind = (typeof OAUTH_KINDS)[number];

/** Differences between the providers' authorization servers. */
export interface OAuthDifferences {
  /** Name on the consent page. */
  readonly provider: string;
  /** Places in which a client may send its credentials. */
  readonly clientIn: readonly ("header" | "body")[];
  readonly bodyForm: "form" | "json";
  /** Support for PKCE: required, not supported, or refused for a client that has a secret. */
  readonly challenge: "demanded" | "unknown" | "refused";
  readonly scopeSeparator: " " | ",";
  /** Lifetime of an access token, in seconds. If omitted, the response gives no lifetime. */
  readonly lifeSeconds?: number;
  /**
   * Effect of a refresh on the refresh token. `rotates`: a new token replaces it, and the old one becomes
   * invalid. `adds`: a new token is issued, and the old one stays valid. `repeats`: the same token is
   * returned. `omits`: no token is returned, and the old one stays valid. `none`: the provider issues no
   * refresh tokens.
   */
  readonly refreshToken: "rotates" | "adds" | "repeats" | "omits" | "none";
  /** Scope or parameter that is required to get a refresh token. */
  readonly refreshNeeds?: { readonly scope: string } | { readonly parameter: readonly [string, string] };
  /** Error code in the redirect if the user declines. */
  readonly declined: string;
  readonly tokenPrefix: string;
  /** Claims of the `id_token`, which is issued if `openid` was requested. */
  readonly claims?: Readonly<Record<string, string>>;
  /** True if the `id_token` does not identify its access token (`at_hash`). */
  readonly omitsTokenHash?: true;
  /** Place of the token in a revocation request. If omitted, tokens cannot be revoked. */
  readonly revokes?: "body" | "client_and_body" | "header" | "path";
  /** Responses to refused requests. */
  readonly refusals: OAuthRefusals;
}

export interface OAuthRefusals {
  readonly deadRefreshToken: Message;
  readonly badClient: Message;
  readonly badCode: Message;
  readonly badRequest: Message;
}

const standard: OAuthRefusals = {
  deadRefreshToken: refusal("invalid_grant", "The refresh token is invalid."),
  badClient: refusal("invalid_client", "The client is not known.", 401),
  badCode: refusal("invalid_grant", "The code is invalid or was used."),
  badRequest: refusal("invalid_request", "A parameter is missing or wrong."),
};

/** Slack answers every refusal with status 200. */
const slackRefusal = (error: string) => json({ ok: false, error });
const slack: OAuthDifferences = {
  provider: "Slack",
  clientIn: ["header", "body"],
  bodyForm: "form",
  challenge: "refused",
  scopeSeparator: ",",
  lifeSeconds: 43_200,
  refreshToken: "rotates",
  declined: "access_denied",
  tokenPrefix: "xoxe.xoxb-1-sandbox-",
  refusals: {
    deadRefreshToken: slackRefusal("invalid_refresh_token"),
    badClient: slackRefusal("bad_client_secret"),
    badCode: slackRefusal("invalid_code"),
    badRequest: slackRefusal("invalid_arguments"),
  },
};

/** The differences of each kind, according to its provider's documentation. */
export const OAUTH_DIFFERENCES: Readonly<Record<OAuthKind, OAuthDifferences>> = {
  chatapp_bot: slack,
  chatapp_user: { ...slack, tokenPrefix: "xoxe.xoxp-1-sandbox-" },
  notes: {
    provider: "Notion",
    clientIn: ["header"],
    bodyForm: "json",
    challenge: "unknown",
    scopeSeparator: " ",
    refreshToken: "rotates",
    declined: "access_denied",
    tokenPrefix: "ntn_sandbox",
    revokes: "client_and_body",
    refusals: standard,
  },
  crm: {
    provider: "HubSpot",
    clientIn: ["body"],
    bodyForm: "form",
    challenge: "demanded",
    scopeSeparator: " ",
    lifeSeconds: 1800,
    refreshToken: "repeats",
    declined: "access_denied",
    tokenPrefix: "hubspot-sandbox-",
    revokes: "path",
    refusals: {
      ...standard,
      // Not in the format of RFC 6749.
      deadRefreshToken: json(
        { status: "BAD_REFRESH_TOKEN", message: "missing or invalid refresh token" },
        400,
      ),
    },
  },
  tracker: {
    provider: "Linear",
    clientIn: ["header", "body"],
    bodyForm: "form",
    challenge: "demanded",
    scopeSeparator: ",",
    lifeSeconds: 86_399,
    refreshToken: "rotates",
    declined: "access_denied",
    tokenPrefix: "lin_oauth_sandbox",
    revokes: "header",
    refusals: standard,
  },
  microblog: {
    provider: "X",
    clientIn: ["header"],
    bodyForm: "form",
    challenge: "demanded",
    scopeSeparator: " ",
    lifeSeconds: 7200,
    refreshToken: "rotates",
    refreshNeeds: { scope: "offline.access" },
    declined: "access_denied",
    tokenPrefix: "microblog-sandbox-",
    revokes: "client_and_body",
    refusals: {
      ...standard,
      // The same code as for a missing parameter. Only the text identifies a dead token.
      deadRefreshToken: refusal("invalid_request", "Value passed for the token was invalid."),
    },
  },
  network: {
    provider: "LinkedIn",
    clientIn: ["body"],
    bodyForm: "form",
    challenge: "refused",
    scopeSeparator: " ",
    lifeSeconds: 5_184_000,
    refreshToken: "none",
    declined: "user_cancelled_authorize",
    tokenPrefix: "network-sandbox-",
    claims: { sub: "ada-0815", name: "Ada Lovelace" },
    omitsTokenHash: true,
    revokes: "client_and_body",
    refusals: standard,
  },
  mail_oauth_a: {
    provider: "Google",
    clientIn: ["body"],
    bodyForm: "form",
    challenge: "demanded",
    scopeSeparator: " ",
    lifeSeconds: 3599,
    refreshToken: "omits",
    refreshNeeds: { parameter: ["access_type", "offline"] },
    declined: "access_denied",
    tokenPrefix: "ya29.sandbox-",
    claims: { sub: "110169484474386276334", email: "ada@example.com" },
    revokes: "body",
    refusals: {
      ...standard,
      deadRefreshToken: refusal("invalid_grant", "Token has been expired or revoked."),
    },
  },
  mail_oauth_b: {
    provider: "Microsoft",
    clientIn: ["body"],
    bodyForm: "form",
    challenge: "demanded",
    scopeSeparator: " ",
    lifeSeconds: 4199,
    refreshToken: "adds",
    refreshNeeds: { scope: "offline_access" },
    declined: "access_denied",
    tokenPrefix: "EwB-sandbox-",
    claims: { sub: "AAAAsandbox", preferred_username: "ada@example.com", email: "ada@example.com" },
    omitsTokenHash: true,
    refusals: {
      ...standard,
      deadRefreshToken: refusal("invalid_grant", "AADSTS700082: The refresh token has expired."),
    },
  },
};

/** Returns a refusal in the format of RFC 6749, 5.2. */
function refusal(error: string, error_description: string, status = 400): Message {
  return json({ error, error_description }, status);
}
