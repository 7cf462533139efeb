import type { RecordedRequest } from "../server/recorded-request.ts";
import { htmlPage, type Message, redirect } from "../server/reply.ts";
import type { Agreement, IssuedTokens } from "./issued-tokens.ts";
import { OAUTH_DIFFERENCES, type OAuthDifferences, type OAuthKind } from "./oauth-kinds.ts";
import { sandboxClient } from "./sandbox-client.ts";

/**
 * Answers the consent page. GET shows it. POST submits one of its buttons (`decision`) and redirects to the
 * client. An invalid request gets a page with the error and no redirect.
 */
export function authorizePage(request: RecordedRequest, kind: OAuthKind, tokens: IssuedTokens): Message {
  const differences = OAUTH_DIFFERENCES[kind];
  const asked = readRequest(request.query, kind, differences);
  if (typeof asked === "string") return page(differences, `<p>Wrong request: ${escapeHtml(asked)}.</p>`, 400);
  if (request.method === "GET") return page(differences, consentForm(asked));
  if (request.method !== "POST") return page(differences, "<p>This page knows GET and POST.</p>", 405);
  const back = new URL(asked.redirectUri);
  const state = request.query.get("state");
  if (state !== null) back.searchParams.set("state", state);
  if (request.form().get("decision") === "allow") back.searchParams.set("code", tokens.issueCode(asked));
  else back.searchParams.set("error", differences.declined);
  return redirect(back.href, 303);
}

/** Reads the client's request. Returns a text if it is invalid. */
function readRequest(
  query: URLSearchParams,
  kind: OAuthKind,
  { challenge: wanted, scopeSeparator, refreshToken, refreshNeeds }: OAuthDifferences,
): Agreement | string {
  const redirectUri = query.get("redirect_uri") ?? "";
  if (query.get("client_id") !== sandboxClient(kind).id) return "client_id is not known";
  if (query.get("response_type") !== "code") return "response_type must be code";
  if (!isWebAddress(redirectUri)) return "redirect_uri must be an http or https address";
  const challenge = query.get("code_challenge") ?? undefined;
  if (wanted === "demanded" && (!challenge || query.get("code_challenge_method") !== "S256"))
    return "code_challenge with the method S256 is missing";
  if (wanted === "refused" && challenge) return "pkce_not_allowed";
  const [scopes, userScopes] = ["scope", "user_scope"].map((name) =>
    (query.get(name) ?? "").split(scopeSeparator).filter((scope) => scope !== ""),
  ) as [string[], string[]];
  const wrong = [...scopes, ...userScopes].find((scope) => /[\s,]/.test(scope));
  if (wrong !== undefined) return `invalid_scope ${wrong}`;
  const offline = refreshToken !== "none" && isOffline(refreshNeeds, query, scopes);
  const nonce = query.get("nonce") ?? undefined;
  return { kind, scopes, userScopes, redirectUri, challenge, nonce, offline };
}

function isOffline(
  needs: OAuthDifferences["refreshNeeds"],
  query: URLSearchParams,
  scopes: string[],
): boolean {
  if (!needs) return true;
  if ("scope" in needs) return scopes.includes(needs.scope);
  const [name, value] = needs.parameter;
  return query.get(name) === value;
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && !text.includes("#");
}

function consentForm({ scopes, userScopes, redirectUri }: Agreement): string {
  const items = [...scopes, ...userScopes].map((scope) => `<li><code>${escapeHtml(scope)}</code></li>`);
  return `<p>Ada Lovelace, Plumbline asks for access to your account:</p>
<ul>${items.join("") || "<li>what the app was set up for at the provider</li>"}</ul>
<p>Then you go on to <code>${escapeHtml(new URL(redirectUri).origin)}</code>.</p>
<form method="post">
<button name="decision" value="allow">Allow</button>
<button name="decision" value="deny">Deny</button>
</form>`;
}

/** Works on phones and in dark mode, and does not look like any provider's own page. */
const STYLE = `:root { color-scheme: light dark; }
body { max-width: 30rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
button { margin-right: 0.5rem; padding: 0.6rem 1.4rem; font: inherit; }`;

function page({ provider }: OAuthDifferences, body: string, status = 200): Message {
  const title = `${provider} (sandbox)`;
  return htmlPage(
    `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>${STYLE}</style></head><body><h1>${title}</h1>
${body}
</body></html>`,
    status,
  );
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? "");
}
