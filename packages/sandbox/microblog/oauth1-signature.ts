import { createHmac } from "node:crypto";
import type { RecordedRequest } from "../server/recorded-request.ts";
import type { OAuth1Keys } from "./timeline.ts";

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
