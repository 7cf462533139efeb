import type { RecordedRequest } from "../server/recorded-request.ts";
import { json, type Message, text } from "../server/reply.ts";
import { type ScriptedServer, startScriptedServer } from "../server/scripted-server.ts";
import { authorizePage } from "./authorize-page.ts";
import { IssuedTokens, type TokenPlaces } from "./issued-tokens.ts";
import { OAUTH_DIFFERENCES, OAUTH_KINDS, type OAuthKind } from "./oauth-kinds.ts";
import { isOurClient, readFields } from "./request-fields.ts";
import { sandboxClient } from "./sandbox-client.ts";
import { exchangeTokens } from "./token-exchange.ts";

/** The authorization servers of all providers, on one port. */
export interface AuthorizationServer extends ScriptedServer {
  readonly tokens: IssuedTokens;
}

export type OAuthSetting =
  | `OAUTH_${Uppercase<OAuthKind>}_${"CLIENT_ID" | "CLIENT_SECRET" | "AUTHORIZE_URL" | "TOKEN_URL"}`
  | `OAUTH_${Uppercase<Exclude<OAuthKind, "chatapp_bot" | "chatapp_user" | "mail_oauth_b">>}_REVOKE_URL`;

/**
 * Starts the authorization servers: `{url}/{kind}/authorize`, `/token` and `/revoke` for each kind. Their
 * access tokens are accepted in `places`.
 *
 *     server.script("POST /crm/token", text("down", 503));    // a fault, as with every server
 *     server.tokens.endRefresh("crm");                        // the refresh token is dead
 */
export async function startAuthorizationServer(options: {
  places: TokenPlaces;
  port?: number;
  /** File that keeps the issued tokens across restarts. */
  tokensFile?: string | undefined;
}): Promise<AuthorizationServer> {
  const tokens = new IssuedTokens(options.places, options.tokensFile);
  const server = await startScriptedServer({
    name: "authorization server",
    port: options.port,
    handle: (request) => answerRequest(request, tokens),
  });
  return { ...server, tokens };
}

function answerRequest(request: RecordedRequest, tokens: IssuedTokens): Message {
  const [, word, action, more] = request.path.split("/");
  const kind = OAUTH_KINDS.find((known) => known === word);
  if (!kind) return text("no such provider", 404);
  if (action === "authorize") return authorizePage(request, kind, tokens);
  if (action === "token" && request.method === "POST") return exchangeTokens(request, kind, tokens);
  if (action === "revoke") return revoke(request, kind, { tokens, inPath: more });
  return text("not found", 404);
}

/** Revokes a token. An unknown token counts as revoked (RFC 7009, 2.2). */
function revoke(
  request: RecordedRequest,
  kind: OAuthKind,
  { tokens, inPath = "" }: { tokens: IssuedTokens; inPath: string | undefined },
): Message {
  const { revokes, refusals } = OAUTH_DIFFERENCES[kind];
  if (revokes === undefined) return text("not found", 404);
  if (request.method !== (revokes === "path" ? "DELETE" : "POST")) return text("not allowed", 405);
  if (revokes === "path") {
    tokens.end(kind, decodeURIComponent(inPath));
    return { status: 204 };
  }
  if (revokes === "header") {
    const bearer = /^Bearer (.+)$/i.exec(request.headers.authorization ?? "")?.[1];
    if (bearer === undefined) return refusals.badRequest;
    tokens.end(kind, bearer);
    return json({});
  }
  const fields = readFields(request, kind);
  if (!fields?.token) return refusals.badRequest;
  if (revokes === "client_and_body" && !isOurClient(request, fields, kind)) return refusals.badClient;
  tokens.end(kind, fields.token);
  return json(kind === "microblog" ? { revoked: true } : {});
}

/** Returns the settings that point the product at the authorization servers. */
export function oauthSettings({ url }: Pick<ScriptedServer, "url">): Record<OAuthSetting, string> {
  const settings = OAUTH_KINDS.flatMap((kind): [string, string][] => {
    const start = `OAUTH_${kind.toUpperCase()}`;
    const { id, secret } = sandboxClient(kind);
    return [
      [`${start}_CLIENT_ID`, id],
      [`${start}_CLIENT_SECRET`, secret],
      [`${start}_AUTHORIZE_URL`, `${url}/${kind}/authorize`],
      [`${start}_TOKEN_URL`, `${url}/${kind}/token`],
      ...(OAUTH_DIFFERENCES[kind].revokes
        ? [[`${start}_REVOKE_URL`, `${url}/${kind}/revoke`] as [string, string]]
        : []),
    ];
  });
  return Object.fromEntries(settings) as Record<OAuthSetting, string>;
}
