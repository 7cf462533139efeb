import { createHash, createHmac } from "node:crypto";
import { Secret } from "@plumbline/core/access/secret.ts";
import type { OpenCredential } from "@plumbline/core/credentials/resolver.ts";
import { AdapterAuthError } from "@plumbline/core/errors/adapter-error.ts";
import type { ActionContext } from "@plumbline/core/tool/tool.ts";
import * as z from "zod";

/** Authorizes the requests of one call. */
export interface Authorization {
  /** The provider's older upload accepts only `oauth1`, its newer one `bearer` too. */
  form: "oauth1" | "bearer";
  /** Returns a request's Authorization header. */
  header(request: SignedRequest): string;
}

const value = z.string().regex(/^[\x21-\x7e]{1,512}$/);
const oauth1Token = z.strictObject({
  consumer_key: value,
  consumer_secret: value,
  access_token: value,
  access_token_secret: value,
});

/**
 * Reads the credential's token: an OAuth 2 user token or, with metadata `auth_form: "oauth1"`, the four
 * values of OAuth 1.0a as JSON. Throws AdapterAuthError if it does not match the metadata.
 */
export async function openAuthorization(context: ActionContext<OpenCredential>): Promise<Authorization> {
  const { token, metadata } = context.credential;
  if (metadata.auth_form !== "oauth1") return createBearer(token);
  const secrets = parseOauth1Secrets(token);
  for (const secret of Object.values(secrets)) context.conceal(secret);
  // Counts nonces across all attempts, because two attempts may share a millisecond.
  const nonces = await context.once("nonces", async () => ({ made: 0 }));
  return {
    form: "oauth1",
    header(request) {
      const now = context.clock.now();
      const seed = `${context.idempotencyKey} ${now} ${nonces.made++}`;
      const nonce = createHash("sha256").update(seed).digest("hex").slice(0, 32);
      return signOauth1(request, secrets, { nonce, timestamp: Math.floor(now / 1000) });
    },
  };
}

function createBearer(token: Secret): Authorization {
  // No OAuth 2 token starts with "{" (RFC 6750, 2.1). Prevents sending the four secrets as a token.
  if (token.reveal().trimStart().startsWith("{")) {
    throw new AdapterAuthError("The connection's token is JSON, which is the form of an OAuth 1.0a token.", {
      nextStep: 'Set auth_form to "oauth1" in the connection\'s metadata, or store an OAuth 2 user token.',
    });
  }
  return { form: "bearer", header: () => `Bearer ${token.reveal()}` };
}

function parseOauth1Secrets(token: Secret) {
  const parsed = oauth1Token.safeParse(parseJson(token.reveal()));
  if (!parsed.success) {
    throw new AdapterAuthError("The connection's token does not contain the four values of OAuth 1.0a.", {
      nextStep:
        'Store the token as JSON: {"consumer_key": "…", "consumer_secret": "…", "access_token": "…", "access_token_secret": "…"}.',
    });
  }
  const { consumer_key, consumer_secret, access_token, access_token_secret } = parsed.data;
  return {
    consumer_key: new Secret(consumer_key),
    consumer_secret: new Secret(consumer_secret),
    access_token: new Secret(access_token),
    access_token_secret: new Secret(access_token_secret),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The four values of OAuth 1.0a that identify an app and an account. */
type OAuth1Secrets = Record<keyof z.output<typeof oauth1Token>, Secret>;

/** The parts of a request that are signed. JSON and multipart bodies are not. */
interface SignedRequest {
  method: string;
  /** The URL of the request, including its query. */
  url: URL;
  /** The fields of a form body. */
  form?: Readonly<Record<string, string>> | undefined;
}

/**
 * Signs a request with HMAC-SHA1 and returns its Authorization header (RFC 5849, 3.4 and 3.5.1; the
 * provider's "Creating a signature"). `timestamp` is in seconds since the epoch. A nonce must not be reused
 * with the same timestamp.
 */
export function signOauth1(
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
  const signature = createHmac("sha1", key.join("&")).update(createBaseString(request, own)).digest("base64");
  const header = Object.entries({ ...own, oauth_signature: signature });
  return `OAuth ${header.map(([name, value]) => `${name}="${encode(value)}"`).join(", ")}`;
}

function createBaseString(
  { method, url, form = {} }: SignedRequest,
  own: Readonly<Record<string, string>>,
): string {
  const parameters = [...Object.entries(own), ...Object.entries(form), ...url.searchParams]
    .map(([name, value]) => [encode(name), encode(value)] as const)
    .sort(([a, x], [b, y]) => compare(a, b) || compare(x, y))
    .map((pair) => pair.join("="));
  return [method, `${url.origin}${url.pathname}`, parameters.join("&")].map(encode).join("&");
}

/** Compares by bytes, as the standard requires. All text is ASCII at this point. */
function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Percent-encodes everything except RFC 3986's unreserved characters. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
