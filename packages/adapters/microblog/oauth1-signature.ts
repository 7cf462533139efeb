import { createHmac } from "node:crypto";
import type { Secret } from "@plumbline/core/access/secret.ts";

/** The four values of OAuth 1.0a that stand for an app and an account of it. */
export interface OAuth1Secrets {
  consumer_key: Secret;
  consumer_secret: Secret;
  access_token: Secret;
  access_token_secret: Secret;
}

/** What of a request is signed. Neither a JSON body nor a multipart one is. */
export interface SignedRequest {
  method: string;
  /** Its query is signed as well. */
  url: URL;
  /** The fields of a form body. */
  form?: Readonly<Record<string, string>> | undefined;
}

/**
 * The Authorization header of a request signed with HMAC-SHA1 (RFC 5849, 3.4 and 3.5.1; the provider's "Creating a signature").
 * `timestamp` is in seconds since the epoch; a nonce must not come twice with the same timestamp.
 */
export function oauth1Header(
  request: SignedRequest,
  secrets: OAuth1Secrets,
  { nonce, timestamp }: { nonce: string; timestamp: number },
): string {
  const own = {
    oauth_consumer_key: secrets.consumer_key.reveal(),
    oauth_nonce: nonce,
    oauth_signature_method: "HMAC-SHA1",
    oauth_timestamp: String(timestamp),
    oauth_token: secrets.access_token.reveal(),
    oauth_version: "1.0",
  };
  const key = [secrets.consumer_secret, secrets.access_token_secret].map((secret) => encode(secret.reveal()));
  const signature = createHmac("sha1", key.join("&")).update(baseString(request, own)).digest("base64");
  const header = Object.entries({ ...own, oauth_signature: signature });
  return `OAuth ${header.map(([name, value]) => `${name}="${encode(value)}"`).join(", ")}`;
}

function baseString(
  { method, url, form = {} }: SignedRequest,
  own: Readonly<Record<string, string>>,
): string {
  const parameters = [...Object.entries(own), ...Object.entries(form), ...url.searchParams]
    .map(([name, value]) => [encode(name), encode(value)] as const)
    .sort(([a, x], [b, y]) => compare(a, b) || compare(x, y))
    .map((pair) => pair.join("="));
  return [method, `${url.origin}${url.pathname}`, parameters.join("&")].map(encode).join("&");
}

/** By bytes, which is what the standard asks; all is ASCII by then. */
function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Percent-encoding of all but RFC 3986's unreserved characters. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
