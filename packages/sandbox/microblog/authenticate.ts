import { createHmac } from "node:crypto";
import type { RecordedRequest } from "../server/recorded-request.ts";
import type { Message } from "../server/reply.ts";
import {
  microblogAppOnly,
  microblogErrorCode,
  microblogProblem,
  microblogReadOnlyApp,
  microblogUnauthorized,
} from "./failures.ts";
import type { OAuth1Keys, Timeline } from "./timeline.ts";

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

/**
 * Parses the parameters of an `Authorization: OAuth …` header. Returns `undefined` if it is another kind of
 * header or not percent-encoded ASCII.
 */
export function oauth1Parameters(header: string): Map<string, string> | undefined {
  if (!/^OAuth /i.test(header) || /%(?![0-7][0-9a-f])/i.test(header)) return undefined;
  const pairs = header.slice("OAuth ".length).matchAll(/(\w+)="([^"]*)"/g);
  return new Map(Array.from(pairs, ([, name = "", value = ""]) => [name, decodeURIComponent(value)]));
}

/**
 * Returns whether a request was signed with these keys (RFC 5849). TLS may have ended before the request
 * reached the sandbox.
 */
export function isSignedWith(
  request: RecordedRequest,
  parameters: ReadonlyMap<string, string>,
  keys: OAuth1Keys,
): boolean {
  const isForm = request.headers["content-type"]?.startsWith("application/x-www-form-urlencoded") ?? false;
  const signed = [...parameters, ...request.query, ...(isForm ? request.form() : [])]
    .filter(([name]) => name !== "oauth_signature")
    .map(([name, value]) => [percentEncode(name), percentEncode(value)] as const)
    .sort(([a, x], [b, y]) => (a === b ? compare(x, y) : compare(a, b)))
    .map((pair) => pair.join("="))
    .join("&");
  const key = `${percentEncode(keys.consumerSecret)}&${percentEncode(keys.accessTokenSecret)}`;
  return ["http", "https"].some((scheme) => {
    const base = `${scheme}://${request.headers.host}${request.path}`;
    const text = `${request.method}&${percentEncode(base)}&${percentEncode(signed)}`;
    return createHmac("sha1", key).update(text).digest("base64") === parameters.get("oauth_signature");
  });
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function percentEncode(text: string): string {
  return encodeURIComponent(text)
    .replaceAll("!", "%21")
    .replaceAll("'", "%27")
    .replaceAll("(", "%28")
    .replaceAll(")", "%29")
    .replaceAll("*", "%2A");
}
