/** Names of headers, and of parameters of a URL, whose values are keys or could be. */
const SECRET_NAME =
  /auth(?!or(?!i[sz]))|cookie|passw|passphrase|secret|token|credential|(?:api|access|private|subscription|functions)[-_]?key/i;
/** Further names that parameters of a URL have: `?key=`, and those of signed URLs. */
const SECRET_PARAMETER = /^(?:key|sig|code|pass|pwd)$|signature/i;
/** A text that is a URL. URLs of the web count without their slashes, as the URL parser reads them. */
const URL_START = /^\s*(?:(?:https?|wss?|ftp):[\\/]*|[a-z][a-z0-9+.-]{0,30}:\/\/|\/\/)/i;
const USER = /^[^/?#\\\s]*@/;
const PARAMETER = /([?#&;])([^?#&;=\s]+)=[^#&;\s]*/g;
/** Arguments are nested no deeper; deeper ones are refused. */
const MOST_LEVELS = 100;

/** Returns true for the name of a header whose value may not be shown, whatever the secret looks like. */
export function isSecretHeader(name: string): boolean {
  return SECRET_NAME.test(name);
}

/**
 * A URL without the user in it and the values of parameters that are named like keys; any other text as it
 * is. `https://u:p@a.example/feed?api_key=k&page=2` becomes
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

/** A JSON value in which `hideInUrl` was done to each text; the value itself where nothing was hidden. */
export function hideInUrls(value: unknown): unknown {
  return hideWithin(value, MOST_LEVELS);
}

/** Headers without the values that may not be shown. What is no object of texts is hidden as a whole. */
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
  const name = decoded(written);
  return SECRET_PARAMETER.test(name) || SECRET_NAME.test(name);
}

function decoded(written: string): string {
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}
