import type { RecordedRequest } from "../server/recorded-request.ts";
import type { Message } from "../server/reply.ts";
import {
  microblogAppOnly,
  microblogErrorCode,
  microblogProblem,
  microblogReadOnlyApp,
  microblogUnauthorized,
} from "./failures.ts";
import { isSignedWith, oauth1Parameters } from "./oauth1-signature.ts";
import type { Timeline } from "./timeline.ts";

/** The caller of a request. */
export interface MicroblogCaller {
  account: string;
}

/**
 * Returns the caller of a v2 request, or the refusal. The request needs an OAuth 2 token with the scope or
 * an OAuth 1.0a signature. To write, the app that signs needs permission.
 */
export function callerOfV2(
  request: RecordedRequest,
  timeline: Timeline,
  scope: string,
): MicroblogCaller | { refusal: Message } {
  const bearer = /^Bearer (.+)$/i.exec(request.headers.authorization ?? "")?.[1];
  if (bearer === undefined)
    return signer(request, timeline, scope.endsWith(".write"), microblogUnauthorized());
  const token = timeline.tokens.get(bearer);
  if (token === undefined) return { refusal: microblogUnauthorized() };
  if (token.kind === "app") return { refusal: microblogAppOnly() };
  if (token.scopes.includes(scope)) return { account: token.account };
  return { refusal: microblogProblem(403, "Forbidden", "Forbidden") };
}

/** Returns the caller of a v1.1 request, or the refusal. v1.1 supports only OAuth 1.0a. */
export function callerOfV1(
  request: RecordedRequest,
  timeline: Timeline,
): MicroblogCaller | { refusal: Message } {
  if (/^Bearer /i.test(request.headers.authorization ?? "")) {
    const message = "Your credentials do not allow access to this resource.";
    return { refusal: microblogErrorCode(403, 220, message) };
  }
  const unknown = microblogErrorCode(401, 32, "Could not authenticate you.");
  return signer(request, timeline, true, unknown);
}

function signer(
  request: RecordedRequest,
  timeline: Timeline,
  writes: boolean,
  unknown: Message,
): MicroblogCaller | { refusal: Message } {
  const parameters = oauth1Parameters(request.headers.authorization ?? "");
  const keys = timeline.oauth1.find(
    ({ consumerKey, accessToken }) =>
      parameters?.get("oauth_consumer_key") === consumerKey && parameters.get("oauth_token") === accessToken,
  );
  const nonce = `${parameters?.get("oauth_timestamp")} ${parameters?.get("oauth_nonce")}`;
  if (!parameters || !keys || !isSignedWith(request, parameters, keys) || timeline.nonces.has(nonce))
    return { refusal: unknown };
  timeline.nonces.add(nonce);
  if (writes && keys.permission === "read") return { refusal: microblogReadOnlyApp() };
  return { account: keys.account };
}
