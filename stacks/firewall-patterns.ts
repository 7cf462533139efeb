import { ANSWERED_WITHOUT_KEY, ENDPOINTS } from "../packages/http/endpoints/list.ts";

/**
 * Matches an Authorization header that holds something of the form of a key: a tenant's, an operator's or a
 * session's, or, where the stage has an OIDC issuer (`tokens`), a JSON Web Token. Without `(?i)`, which AWS
 * WAF does not list among what it takes.
 */
export function bearerPattern({ tokens }: { tokens: boolean }): string {
  const key = "pl[kos]_[A-Za-z0-9._-]{16,}";
  const token = "eyJ[A-Za-z0-9_-]*\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]*";
  return `^[Bb][Ee][Aa][Rr][Ee][Rr] +(?:${tokens ? `${key}|${token}` : key}) *$`;
}

/** Matches a Cookie header that holds something of the form of a visit to the console. */
export const VISIT_PATTERN =
  "(?:^|; )__Host-plumbline_console=[A-Za-z0-9_-]{16,}\\.[A-Za-z0-9_.-]{16,}(?:;|$)";

/**
 * Matches the paths that are answered without a key, with and without the gateway's own `/live` in front, as
 * a host name of one's own serves the API at its root. All of `/.well-known/` is among them: clients look
 * there for what may not exist.
 */
export function keylessPathPattern(): string {
  const listed = ENDPOINTS.filter(
    ({ id, function: name }) => name !== "none" && ANSWERED_WITHOUT_KEY.includes(id),
  );
  const paths = listed.map(({ path }) => path).filter((path) => !path.startsWith("/.well-known/"));
  const patterns = paths.map((path) => path.replaceAll(".", "\\.").replace(/:\w+/g, "[^/]+"));
  return `^(?:/live)?(?:${[...new Set(patterns), "/\\.well-known/.+"].join("|")})/?$`;
}
