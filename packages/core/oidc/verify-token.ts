import { errors, type JWTPayload, type JWTVerifyResult, jwtVerify } from "jose";
import { AGENT_SCOPES, SCOPES, type Scope } from "../access/caller.ts";
import type { IssuerSettings, VerifiedToken } from "../access/token-verifier.ts";
import type { Clock } from "../clock/clock.ts";
import { ServiceError } from "../errors/service-error.ts";
import type { IssuerKeys } from "./issuer-keys.ts";

/**
 * Algorithms that sign with a private key. Excludes HS256, with which anyone who can read the public key
 * could sign, and `none`, which does not sign at all.
 */
const ALGORITHMS = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "Ed25519",
];

/** Tolerated difference from the issuer's clock, in seconds. */
const SKEW_SECONDS = 60;

/**
 * `typ` of access tokens: the value of RFC 9068, and those used before it. Other types (`logout+jwt`,
 * `dpop+jwt`) are signed with the same keys for other purposes.
 */
const ACCESS_TOKEN = /^(application\/)?(at\+jwt|jwt)$/i;

/** Maximum length of a subject, in characters (OpenID Connect Core 2). */
const MAX_SUBJECT = 255;

/**
 * Verifies a token of the issuer and returns its caller. Throws ServiceError `unauthenticated` with the
 * reason, and `unavailable` (issuer-keys.ts).
 */
export async function verifyToken(
  token: string,
  { issuer, audiences, tenantClaim }: IssuerSettings,
  { keys, clock }: { keys: Pick<IssuerKeys, "find">; clock: Clock },
): Promise<VerifiedToken> {
  const now = clock.now();
  const { payload, protectedHeader } = await translateErrors(() =>
    jwtVerify(token, (header) => keys.find(header), {
      algorithms: ALGORITHMS,
      issuer,
      audience: [...audiences],
      requiredClaims: ["exp"],
      clockTolerance: SKEW_SECONDS,
      currentDate: new Date(now),
    }),
  );
  if (!ACCESS_TOKEN.test(protectedHeader.typ ?? "JWT"))
    throw createRefusalError("is not an access token (typ)");
  if ((payload.iat ?? 0) > now / 1_000 + SKEW_SECONDS)
    throw createRefusalError("was issued in the future (iat)");
  refuseOtherUses(payload);
  const { sub } = payload;
  if (typeof sub !== "string" || sub === "" || sub.length > MAX_SUBJECT)
    throw createRefusalError("does not identify the caller (sub)");
  const tenant = Object.hasOwn(payload, tenantClaim) ? payload[tenantClaim] : undefined;
  if (typeof tenant !== "string" || tenant === "")
    throw createRefusalError(`has no tenant (a string in the claim ${tenantClaim})`);
  return { tenant, subject: sub, scopes: readScopes(payload) };
}

/**
 * Rejects ID tokens, which tell a client who signed in and grant nothing. Also rejects tokens that are bound
 * to a key of the holder, because this service does not ask for proof of that key (RFC 7800, RFC 9449).
 */
function refuseOtherUses(payload: JWTPayload): void {
  if (payload.at_hash !== undefined || payload.c_hash !== undefined)
    throw createRefusalError("is an ID token; send the access token");
  if (payload.cnf !== undefined)
    throw createRefusalError("is bound to a key (cnf); ask the issuer for a bearer token");
}

/** Descriptions of jose's error codes. Its own messages would repeat parts of the token. */
const REFUSALS: Readonly<Record<string, string>> = {
  ERR_JWT_EXPIRED: "has expired",
  ERR_JOSE_ALG_NOT_ALLOWED: "is signed with an algorithm that is not accepted",
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: "is not signed by the issuer",
  ERR_JWKS_NO_MATCHING_KEY: "is signed with a key that the issuer does not have",
  ERR_JWKS_MULTIPLE_MATCHING_KEYS: "does not say which of the issuer's keys signed it (kid)",
};

const CLAIM_REFUSALS: Readonly<Record<string, string>> = {
  iss: "comes from another issuer (iss)",
  aud: "is not for this service (aud)",
  exp: "does not say when it expires (exp)",
  nbf: "is not valid yet (nbf)",
};

async function translateErrors(verify: () => Promise<JWTVerifyResult>): Promise<JWTVerifyResult> {
  try {
    return await verify();
  } catch (error) {
    if (error instanceof errors.JWTClaimValidationFailed)
      throw createRefusalError(CLAIM_REFUSALS[error.claim] ?? "has a claim of the wrong type");
    if (error instanceof errors.JOSEError) throw createRefusalError(REFUSALS[error.code] ?? "cannot be read");
    throw error;
  }
}

function createRefusalError(what: string): ServiceError {
  return new ServiceError("unauthenticated", `This token ${what}.`);
}

/**
 * Returns the token's known scopes, from `scope` (RFC 9068: separated by spaces) or `scp` (the same, or a
 * list). A token without either claim is from an issuer without scopes and gets an agent's. A claim without
 * known scopes grants nothing.
 */
function readScopes(claims: Readonly<Record<string, unknown>>): ReadonlySet<Scope> {
  const claim = claims.scope ?? claims.scp;
  if (claim === undefined) return new Set(AGENT_SCOPES);
  const words: unknown[] = typeof claim === "string" ? claim.split(" ") : Array.isArray(claim) ? claim : [];
  return new Set(SCOPES.filter((scope) => words.includes(scope)));
}
