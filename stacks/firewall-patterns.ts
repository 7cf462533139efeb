import { ENDPOINTS, KEYLESS_ENDPOINTS } from "../packages/http/endpoints/list.ts";

/**
 * Returns a pattern for an Authorization header with something in the format of a key: a tenant's, an
 * operator's or a session's, or a JSON Web Token if the stage has an OIDC issuer (`tokens`). It avoids
 * `(?i)`, which AWS WAF does not list as supported.
 */
export function bearerPattern({ tokens }: { tokens: boolean }): string {
  const key = "pl[kos]_[A-Za-z0-9._-]{16,}";
  const token = "eyJ[A-Za-z0-9_-]*\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]*";
  return `^[Bb][Ee][Aa][Rr][Ee][Rr] +(?:${tokens ? `${key}|${token}` : key}) *$`;
}

/** Matches a Cookie header with something in the format of a console visit. */
export const VISIT_PATTERN =
  "(?:^|; )__Host-plumbline_console=[A-Za-z0-9_-]{16,}\\.[A-Za-z0-9_.-]{16,}(?:;|$)";

/**
 * Returns a pattern for the paths served without a key, with and without the gateway's own prefix `/live`,
 * because a custom domain serves the API at its root. All of `/.well-known/` is included, because clients
 * also request paths there that may not exist.
 */
export function keylessPathPattern(): string {
  const listed = ENDPOINTS.filter(
    ({ id, function: name }) => name !== "none" && KEYLESS_ENDPOINTS.includes(id),
  );
  const paths = listed.map(({ path }) => path).filter((path) => !path.startsWith("/.well-known/"));
  const patterns = paths.map((path) => path.replaceAll(".", "\\.").replace(/:\w+/g, "[^/]+"));
  return `^(?:/live)?(?:${[...new Set(patterns), "/\\.well-known/.+"].join("|")})/?$`;
}
