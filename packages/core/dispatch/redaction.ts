import type { Secret } from "../access/secret.ts";
import { decodeTexts } from "./redaction/decoded-streams.ts";
import { SecretFinder } from "./redaction/secret-finder.ts";

/**
 * Maximum length of a shown text, in characters. Long enough for a refusal that lists twenty connections with
 * the longest labels.
 */
const MAX_LENGTH = 4_000;
/** Maximum length of text to search when the result is shortened anyway. */
const MAX_READ = 16_000;
/**
 * Control characters that could rewrite a terminal or reverse the direction of a line. A provider's text may
 * contain them.
 */
const CONTROLS = /[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu;

/** Format of the IDs and codes of providers, such as a UUID, a trace ID or `urn:li:share:1`. */
const PLAIN = /^[\w.:/+=-]{1,64}$/;

/** Secrets to redact: a short list, or a call's finder, which builds its index only once. */
export type Secrets = readonly Secret[] | SecretFinder;

/**
 * Returns a text that may be shown and stored. Removes the given secrets in any encoding, anything shaped
 * like a token, the queries of URLs and control characters. Shortens the rest to 4,000 characters.
 */
export function redactText(text: string, secrets: Secrets = []): string {
  const known = finderOf(secrets).redact(text.slice(0, MAX_READ));
  const clean = withoutTokenShapes(known.replace(CONTROLS, " "));
  return clean.length > MAX_LENGTH ? `${clean.slice(0, MAX_LENGTH - 1)}…` : clean;
}

/**
 * Redacts a tool's result, because a provider that echoes the request would otherwise expose the call's
 * secrets. Covers values and field names. Returns the same object if it contains no secret.
 */
export function redactResult(value: unknown, secrets: Secrets): unknown {
  const finder = finderOf(secrets);
  if (finder.isEmpty) return value;
  return holdsSecret(value, finder) ? withoutSecrets(value, finder) : value;
}

/**
 * Returns a provider's own ID or code for the log. Returns `undefined` unless it is short, has only plain
 * characters and contains no secret.
 */
export function keepLoggable(text: string | undefined, secrets: Secrets): string | undefined {
  if (text === undefined || !PLAIN.test(text) || redactText(text, secrets) !== text) return undefined;
  return decodeTexts(text).some((decoded) => withoutTokenShapes(decoded) !== decoded) ? undefined : text;
}

function finderOf(secrets: Secrets): SecretFinder {
  return secrets instanceof SecretFinder ? secrets : new SecretFinder(secrets);
}

/** This function and the next use no recursion, because an answer may be nested arbitrarily deep. */
function holdsSecret(value: unknown, finder: SecretFinder): boolean {
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

function withoutSecrets(value: unknown, finder: SecretFinder): unknown {
  const root: Record<string, unknown> = {};
  const left: { into: object; name: string; value: unknown }[] = [{ into: root, name: "value", value }];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const fields = fieldsOf(next.value);
    const made = fields === undefined ? redactLeaf(next.value, finder) : Array.isArray(next.value) ? [] : {};
    // Assigning to a field called `__proto__` would not create that field.
    Object.defineProperty(next.into, next.name, { value: made, ...PLAIN_FIELD });
    if (fields === undefined) continue;
    const named = !Array.isArray(next.value);
    const inner = fields.map(([name, field]) => ({
      into: made as object,
      name: named ? finder.redact(name) : name,
      value: field,
    }));
    // The stack is read from its end; reversing keeps the order of the fields.
    for (const field of inner.reverse()) left.push(field);
  }
  return root.value;
}

const PLAIN_FIELD = { writable: true, enumerable: true, configurable: true };

/** Returns the fields of an array or object; `undefined` for any other value. */
function fieldsOf(value: unknown): [string, unknown][] | undefined {
  return value === null || typeof value !== "object" ? undefined : Object.entries(value);
}

/** Converts a number to text first, because a secret may be all digits. */
function redactLeaf(value: unknown, finder: SecretFinder): unknown {
  if (typeof value === "string") return finder.redact(value);
  if (typeof value !== "number" || !Number.isInteger(value)) return value;
  const written = String(value);
  const shown = finder.redact(written);
  // Redacts only whole numbers: a secret that is part of a longer number, such as a year, is a coincidence.
  return shown === "[redacted]" ? shown : value;
}

/**
 * Shapes of tokens that a provider might quote. Each shape starts with a distinctive prefix and is matched
 * once from there, so that the time grows linearly with the text. A shape that ordinary words could match
 * must contain a digit (`DIGIT`).
 */
const DIGIT = "(?=[A-Za-z_-]{0,60}\\d)";
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
/** X OAuth 2.0 tokens: base64 of a text that ends in the token's type. */
const MARKED_BASE64 = /(?<![\w-])[\w-]{40,}(?![\w-])/g;
const X_MARK =
  /(?:OjE6YXQ6MQ|OjE6cnQ6MQ|oxOmF0Oj|oxOnJ0Oj|6MTphdDox|6MTpydDox|OmF0Oj|OnJ0Oj|phdDo|pydDo|YXQ6M|cnQ6M)/;
/** Matches only from the start of a run. Trying every position of a run would take quadratic time. */
const JWT = /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]{4,}){1,3}/g;
const AWS_SECRET =
  /(secret[_-]?access[_-]?key|aws[_-]?secret(?:[_-]?key)?)(["']?\s{0,3}[:=]\s{0,3}["']?)[A-Za-z0-9+/]{40}(?![A-Za-z0-9+/])/gi;
const PRIVATE_KEY =
  /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]{0,30}PRIVATE KEY-----|$)/g;
const SCHEME_TOKEN = /\b(Bearer|Basic)(\s{1,20})([\w.~+/=-]{8,})/gi;
/** Ordinary words, as in `Basic authentication` and `Bearer resource_metadata=`. */
const WORDS = /^[a-z]+(?:[-_/][a-z]+)*[.=]?$/i;
const URL_LIKE = /(?<![a-z0-9+.-])([a-z][a-z0-9+.-]{0,30}:)?\/\/[^\s"'<>]+/gi;
/** Webhook URLs whose path is the secret: anyone who knows it may post. */
const HOOK = /^(?:hooks\.slack(?:-gov)?\.com\/.|discord(?:app)?\.com\/api\/webhooks\/)/i;
/** Longest user name that is shown. A short one is usually a service's, as in `ssh://git@host`. */
const LONGEST_USER = 19;

/** Length of the shortest match, `//u:p@h`. */
const SHORTEST_SHAPE = 7;

/** Removes anything shaped like a token, as well as queries and passwords in URLs. */
function withoutTokenShapes(text: string): string {
  if (text.length < SHORTEST_SHAPE) return text;
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
  const authority = rest.slice(0, endOf(rest, /[/?#\\]/));
  const at = authority.lastIndexOf("@");
  // Includes the "@"; empty if the address has no user.
  const user = authority.slice(0, at + 1);
  const isOpen = !user.includes(":") && at <= LONGEST_USER;
  const host = isOpen ? authority : `[redacted]${authority.slice(at)}`;
  const path = rest.slice(authority.length);
  if (HOOK.test(host + path)) return `${scheme}//${host}/[redacted]`;
  if (!/https?:$/i.test(scheme)) return `${scheme}//${host}${path}`;
  const query = path.search(/[?#]/);
  return `${scheme}//${host}${query < 0 ? path : `${path.slice(0, query)}?[redacted]`}`;
}

function endOf(text: string, mark: RegExp): number {
  const at = text.search(mark);
  return at < 0 ? text.length : at;
}
