/** Names of headers and URL parameters whose values are, or may be, credentials. */
const SECRET_NAME =
  /auth(?!or(?!i[sz]))|cookie|passw|passphrase|secret|token|credential|(?:api|access|private|subscription|functions)[-_]?key/i;
/** Further names of URL parameters: `?key=`, and those in signed URLs. */
const SECRET_PARAMETER = /^(?:key|sig|code|pass|pwd)$|signature/i;
/** Start of a URL. Web URLs are recognized without slashes, as in the URL parser. */
const URL_START = /^\s*(?:(?:https?|wss?|ftp):[\\/]*|[a-z][a-z0-9+.-]{0,30}:\/\/|\/\/)/i;
const USER = /^[^/?#\\\s]*@/;
const PARAMETER = /([?#&;])([^?#&;=\s]+)=[^#&;\s]*/g;
/** Maximum nesting depth. Deeper arguments are rejected elsewhere. */
const MAX_LEVELS = 100;

/** Returns true if a header's value must not be shown. */
export function isSecretHeader(name: string): boolean {
  return SECRET_NAME.test(name);
}

/**
 * Redacts the user and the values of credential-like parameters in a URL. Returns other text unchanged.
 * `https://u:p@a.example/feed?api_key=k&page=2` becomes
 * `https://[redacted]@a.example/feed?api_key=[redacted]&page=2`.
 */
export function hideInUrl(text: string): string {
  const start = URL_START.exec(text)?.[0];
  if (start === undefined) return text;
  return (
    start +
    text
      .slice(start.length)
      .replace(USER, "[redacted]@")
      .replace(PARAMETER, (all, mark: string, name: string) =>
        isSecretParameter(name) ? `${mark}${name}=[redacted]` : all,
      )
  );
}

/** Applies `hideInUrl` to every text in a JSON value. Returns the same value if nothing was redacted. */
export function hideInUrls(value: unknown): unknown {
  return hideWithin(value, MAX_LEVELS);
}

/** Redacts header values that must not be shown. Anything but an object is redacted entirely. */
export function hideInHeaders(headers: unknown): unknown {
  if (headers === undefined || headers === null) return headers;
  if (typeof headers !== "object" || Array.isArray(headers)) return "[redacted]";
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      typeof value !== "string" || isSecretHeader(name) ? "[redacted]" : hideInUrl(value),
    ]),
  );
}

function hideWithin(value: unknown, levels: number): unknown {
  if (typeof value === "string") return hideInUrl(value);
  if (value === null || typeof value !== "object" || levels === 0) return value;
  const fields = Object.entries(value);
  const shown = fields.map(([name, inner]) => [name, hideWithin(inner, levels - 1)] as const);
  if (shown.every(([, inner], at) => inner === fields[at]?.[1])) return value;
  return Array.isArray(value) ? shown.map(([, inner]) => inner) : Object.fromEntries(shown);
}

function isSecretParameter(written: string): boolean {
  const name = decode(written);
  return SECRET_PARAMETER.test(name) || SECRET_NAME.test(name);
}

function decode(written: string): string {
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}
