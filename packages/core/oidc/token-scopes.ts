import { AGENT_SCOPES, SCOPES, type Scope } from "../access/caller.ts";

/**
 * Scopes of a token: those of `scope` (RFC 9068: words with blanks between) or `scp` (the same, or a list)
 * that are Plumbline's. A token with neither claim is of an issuer that does not speak of scopes, and may do
 * what an agent may. A claim that names only other scopes allows nothing.
 */
export function scopesOfToken(claims: Readonly<Record<string, unknown>>): ReadonlySet<Scope> {
  const claim = claims.scope ?? claims.scp;
  if (claim === undefined) return new Set(AGENT_SCOPES);
  const words: unknown[] = typeof claim === "string" ? claim.split(" ") : Array.isArray(claim) ? claim : [];
  return new Set(SCOPES.filter((scope) => words.includes(scope)));
}
