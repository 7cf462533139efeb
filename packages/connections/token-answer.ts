import type { OAuthFacts } from "@plumbline/adapters/oauth-facts.ts";
import { Secret } from "@plumbline/core/access/secret.ts";
import { isJsonObject } from "@plumbline/core/text/parse-json.ts";
import * as z from "zod";

/** Tokens that a provider issued. */
export interface TokenGrant {
  token: Secret;
  /** Omitted if none was returned. The existing one then remains valid. */
  refreshToken?: Secret | undefined;
  /** Milliseconds since the epoch; `null` if the provider states no expiry. */
  expiresAt: number | null;
  /** Space-separated scopes. Omitted if the provider does not repeat them. */
  scope?: string | undefined;
  /** The whole response with its tokens as Secrets, for further data about the account. */
  answer: Readonly<Record<string, unknown>>;
}

const text = z.string().min(1).max(16_384);
const grantSchema = z.lazy(() =>
  z.object({
    access_token: text,
    refresh_token: text.optional().catch(undefined),
    // Some providers send the number as text.
    expires_in: z.coerce.number().positive().max(1e10).optional().catch(undefined),
    scope: z.string().max(4_096).optional().catch(undefined),
  }),
);

/** Returns the part of a response that contains the kind's token. */
export function selectTokenPart({ tokenPart }: OAuthFacts, body: unknown): unknown {
  return isJsonObject(body) && tokenPart ? tokenPart(body) : body;
}

/**
 * Reads the tokens in a response. Returns `undefined` if there is no storable token. `askedAt` is the time of
 * the request, so that a token's lifetime is never overestimated.
 */
export function readGrant(
  part: unknown,
  body: unknown,
  { scopes }: Pick<OAuthFacts, "scopes">,
  askedAt: number,
): TokenGrant | undefined {
  const parsed = grantSchema.safeParse(part);
  if (!parsed.success || !isJsonObject(body)) return undefined;
  const { access_token, refresh_token, expires_in, scope } = parsed.data;
  if ([access_token, refresh_token].some((token) => token !== undefined && !isStorable(token)))
    return undefined;
  return {
    token: new Secret(access_token),
    refreshToken: refresh_token === undefined ? undefined : new Secret(refresh_token),
    expiresAt: expires_in === undefined ? null : askedAt + Math.floor(expires_in * 1000),
    scope: scope?.split(scopes.separator === "," ? /[, ]+/ : / +/).join(" "),
    answer: wrapTokens(body),
  };
}

const TOKEN_FIELDS = new Set(["access_token", "refresh_token", "id_token"]);

/** Wraps the tokens in a response as Secrets, at any depth. */
function wrapTokens(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      if (typeof value === "string" && TOKEN_FIELDS.has(name)) return [name, new Secret(value)];
      return [name, isJsonObject(value) ? wrapTokens(value) : value];
    }),
  );
}

/** Returns whether a token can be sent in a header, which cannot contain line ends. */
function isStorable(token: string): boolean {
  return !/[\r\n\0\p{Cs}]/u.test(token) && Buffer.byteLength(token) <= 16_384;
}
