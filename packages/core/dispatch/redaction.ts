import type { Secret } from "../access/secret.ts";
import { decodeTexts } from "./redaction/decoded-streams.ts";
import { SecretFinder } from "./redaction/secret-finder.ts";

/** Maximum characters of a shown text. Fits an error that lists twenty connections with long labels. */
const MAX_LENGTH = 4_000;
/** Maximum number of characters to search in a text that will be shortened. */
const MAX_READ = 16_000;
/** Control characters in a provider's text that could rewrite a terminal or reverse a line's direction. */
const CONTROLS = /[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu;

/** Format of providers' IDs and codes, such as a UUID, a trace ID or `urn:li:share:1`. */
const PLAIN = /^[\w.:/+=-]{1,64}$/;

/** Secrets to redact: a short list, or a call's finder, which builds its index only once. */
export type Secrets = readonly Secret[] | SecretFinder;

/**
 * Prepares a text to be shown and stored. Redacts the given secrets in any encoding, anything shaped like a
 * token, and the queries of web addresses. Removes control characters. Shortens the rest to 4,000 characters.
 */
export function redactText(text: string, secrets: Secrets = []): string {
  const known = toFinder(secrets).redact(text.slice(0, MAX_READ));
  const clean = redactTokenShapes(known.replace(CONTROLS, " "));
  return clean.length > MAX_LENGTH ? `${clean.slice(0, MAX_LENGTH - 1)}…` : clean;
}

/**
 * Redacts secrets in a tool's result, because a provider may echo the request. Covers values and field names.
 * Returns the same object if it contains no secret.
 */
export function redactResult(value: unknown, secrets: Secrets): unknown {
  const finder = toFinder(secrets);
  if (finder.isEmpty) return value;
  return containsSecret(value, finder) ? redactSecrets(value, finder) : value;
}

/** Returns a provider's ID or code for the log, or `undefined` unless it is short, plain and not secret. */
export function keepLoggable(text: string | undefined, secrets: Secrets): string | undefined {
  if (text === undefined || !PLAIN.test(text) || redactText(text, secrets) !== text) return undefined;
  return decodeTexts(text).some((decoded) => redactTokenShapes(decoded) !== decoded) ? undefined : text;
}

function toFinder(secrets: Secrets): SecretFinder {
  return secrets instanceof SecretFinder ? secrets : new SecretFinder(secrets);
}

/** Searches without recursion, like the next function, because a result may be nested arbitrarily deep. */
function containsSecret(value: unknown, finder: SecretFinder): boolean {
  const left = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (next === null || typeof next !== "object") {
      if (redactLeaf(next, finder) !== next) return true;
    } else if (Array.isArray(next)) {
      for (const item of next) left.push(item);
    } else {
      for (const [name, field] of Object.entries(next)) {
        if (finder.redact(name) !== name) return true;
        left.push(field);
      }
    }
  }
  return false;
}

function redactSecrets(value: unknown, finder: SecretFinder): unknown {
  const root: Record<string, unknown> = {};
  const left: { into: object; name: string; value: unknown }[] = [{ into: root, name: "value", value }];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const fields = listFields(next.value);
    const made = fields === undefined ? redactLeaf(next.value, finder) : Array.isArray(next.value) ? [] : {};
    // Assigning to `__proto__` would not create a field.
    Object.defineProperty(next.into, next.name, { value: made, ...PLAIN_FIELD });
    if (fields === undefined) continue;
    const named = !Array.isArray(next.value);
    const inner = fields.map(([name, field]) => ({
      into: made as object,
      name: named ? finder.redact(name) : name,
      value: field,
    }));
    // The last item is read first, so reversing keeps the order of the fields.
    for (const field of inner.reverse()) left.push(field);
  }
  return root.value;
}

const PLAIN_FIELD = { writable: true, enumerable: true, configurable: true };

/** Returns the fields of an array or object, or `undefined` for any other value. */
function listFields(value: unknown): [string, unknown][] | undefined {
  return value === null || typeof value !== "object" ? undefined : Object.entries(value);
}

/** Converts numbers to text first, because a secret may consist of digits. */
function redactLeaf(value: unknown, finder: SecretFinder): unknown {
  if (typeof value === "string") return finder.redact(value);
  if (typeof value !== "number" || !Number.isInteger(value)) return value;
  const written = String(value);
  const shown = finder.redact(written);
  // Redacts only whole numbers: a longer number that contains a secret, such as a year, is a coincidence.
  return shown === "[redacted]" ? shown : value;
}

/** Requires a digit, in a shape that ordinary words could otherwise match. */
const DIGIT = "(?=[A-Za-z_-]{0,60}\\d)";
/**
 * Shapes of tokens that a provider might quote. Each starts with a distinctive prefix and is tried once per
 * prefix, so that matching takes linear time.
 */
const SHAPES = [
  // Plumbline: keys of tenants, operators and sessions, signing secrets.
  "pl[kos]_[\\w-]{20,}",
  "whsec_[\\w+/=-]{8,}",
  // Slack, Notion, Linear, HubSpot.
  "xox[a-z](?:\\.xox[a-z])?-[\\w-]{8,}",
  "xapp-[\\w-]{8,}",
  "ntn_\\w{8,}",
  `secret_${DIGIT}[A-Za-z0-9]{16,}`,
  "lin_(?:api|oauth)_\\w{8,}",
  "pat-[a-z]{2}\\d-[\\w-]{8,}",
  // Google: access tokens, API keys, client secrets, refresh tokens.
  "ya29\\.[\\w.-]{8,}",
  "AIza[\\w-]{30,}",
  "GOCSPX-[\\w-]{16,}",
  "1//[\\w-]{20,}",
  // OpenAI, Anthropic and others with similar keys.
  `sk-(?:proj-|ant-|svcacct-|admin-|or-)${DIGIT}[\\w-]{12,}`,
  `sk-${DIGIT}[\\w-]{16,}`,
  "[rs]k_(?:live|test)_\\w{8,}",
  // GitHub and GitLab.
  "gh[opusr]_\\w{16,}",
  "github_pat_\\w{16,}",
  "glpat-[\\w-]{16,}",
  // AWS key IDs.
  "(?:AKIA|ASIA|AROA|AIDA)[A-Z0-9]{16}(?![A-Za-z0-9])",
  // Tavily and Brave.
  "tvly-[\\w-]{12,}",
  `BSA${DIGIT}[\\w-]{20,}`,
  // X (OAuth 1.0a and app tokens) and LinkedIn.
  "\\d{5,20}-(?=[a-z0-9]{0,34}[A-Z])[A-Za-z0-9]{35,}",
  "A{20,}[\\w%]{20,}",
  `AQ${DIGIT}[\\w-]{60,}`,
] as const;
const TOKENS = new RegExp(`(?<![A-Za-z0-9])(?:${SHAPES.join("|")})`, "g");
/** X OAuth 2.0 tokens: base64 of text that ends in the token's type. */
const MARKED_BASE64 = /(?<![\w-])[\w-]{40,}(?![\w-])/g;
const X_MARK =
  /(?:OjE6YXQ6MQ|OjE6cnQ6MQ|oxOmF0Oj|oxOnJ0Oj|6MTphdDox|6MTpydDox|OmF0Oj|OnJ0Oj|phdDo|pydDo|YXQ6M|cnQ6M)/;
/** Matches only at the start of a run. Trying every position of a run would take quadratic time. */
const JWT = /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]{4,}){1,3}/g;
const AWS_SECRET =
  /(secret[_-]?access[_-]?key|aws[_-]?secret(?:[_-]?key)?)(["']?\s{0,3}[:=]\s{0,3}["']?)[A-Za-z0-9+/]{40}(?![A-Za-z0-9+/])/gi;
const PRIVATE_KEY =
  /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]{0,30}PRIVATE KEY-----|$)/g;
const SCHEME_TOKEN = /\b(Bearer|Basic)(\s{1,20})([\w.~+/=-]{8,})/gi;
/** Ordinary words after a scheme, as in `Basic authentication` and `Bearer resource_metadata=`. */
const WORDS = /^[a-z]+(?:[-_/][a-z]+)*[.=]?$/i;
const URL_LIKE = /(?<![a-z0-9+.-])([a-z][a-z0-9+.-]{0,30}:)?\/\/[^\s"'<>]+/gi;
/** Host and path of webhook URLs whose path is the secret: anyone who knows it can post. */
const HOOK = /^(?:hooks\.slack(?:-gov)?\.com\/.|discord(?:app)?\.com\/api\/webhooks\/)/i;
/** Maximum length of a user name to show. Short ones usually belong to services, as in `ssh://git@host`. */
const MAX_USER_LENGTH = 19;

/** Length of the shortest text to redact, `//u:p@h`. */
const MIN_SHAPE_LENGTH = 7;

/** Redacts anything shaped like a token, passwords in URLs, and queries of web addresses. */
function redactTokenShapes(text: string): string {
  if (text.length < MIN_SHAPE_LENGTH) return text;
  return text
    .replace(PRIVATE_KEY, "[redacted]")
    .replace(URL_LIKE, cleanUrl)
    .replace(SCHEME_TOKEN, (all, scheme: string, gap: string, value: string) =>
      value.length < 40 && WORDS.test(value) ? all : `${scheme}${gap.length > 1 ? " " : gap}[redacted]`,
    )
    .replace(AWS_SECRET, "$1$2[redacted]")
    .replace(JWT, "[redacted]")
    .replace(TOKENS, "[redacted]")
    .replace(MARKED_BASE64, (run) => (X_MARK.test(run.slice(-24)) ? "[redacted]" : run));
}

function cleanUrl(url: string, scheme = ""): string {
  const rest = url.slice(scheme.length + 2);
  const authority = rest.slice(0, findEnd(rest, /[/?#\\]/));
  const at = authority.lastIndexOf("@");
  // Includes the "@". Empty if the address has no user.
  const user = authority.slice(0, at + 1);
  const isOpen = !user.includes(":") && at <= MAX_USER_LENGTH;
  const host = isOpen ? authority : `[redacted]${authority.slice(at)}`;
  const path = rest.slice(authority.length);
  if (HOOK.test(host + path)) return `${scheme}//${host}/[redacted]`;
  if (!/https?:$/i.test(scheme)) return `${scheme}//${host}${path}`;
  const query = path.search(/[?#]/);
  return `${scheme}//${host}${query < 0 ? path : `${path.slice(0, query)}?[redacted]`}`;
}

function findEnd(text: string, mark: RegExp): number {
  const at = text.search(mark);
  return at < 0 ? text.length : at;
}
