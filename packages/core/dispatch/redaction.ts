import type { Secret } from "../access/secret.ts";
import { decodeTexts } from "./redaction/decoded-streams.ts";
import { SecretFinder } from "./redaction/secret-finder.ts";

/** A refusal that lists twenty connections with the longest labels fits; a provider's tirade does not. */
const MAX_LENGTH = 4_000;
/** More than this of a text that is shown cut is not looked at. */
const MAX_READ = 16_000;
/**
 * Characters that could rewrite a terminal or reverse the direction of a line; a provider's text may contain
 * them.
 */
const CONTROLS = /[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu;

/** An id or a code, as providers write them: a UUID, a trace id, `urn:li:share:1`. */
const PLAIN = /^[\w.:/+=-]{1,64}$/;

/** Secrets that must not be seen: a few of them, or a call's finder, which indexes them once. */
export type Secrets = readonly Secret[] | SecretFinder;

/**
 * A text that may be shown and stored: the secrets of this call, however they are written, anything shaped
 * like a token, the queries of URLs and control characters are taken out; the rest is cut to 4,000
 * characters.
 */
export function redactText(text: string, secrets: Secrets = []): string {
  const known = finderOf(secrets).redact(text.slice(0, MAX_READ));
  const clean = withoutTokenShapes(known.replace(CONTROLS, " "));
  return clean.length > MAX_LENGTH ? `${clean.slice(0, MAX_LENGTH - 1)}…` : clean;
}

/**
 * A tool's result as it may be shown: a provider that echoes the request does not bring the call's secrets
 * back in, be it in a value or the name of a field. The value itself where no secret is in it.
 */
export function redactResult(value: unknown, secrets: Secrets): unknown {
  const finder = finderOf(secrets);
  if (finder.isEmpty) return value;
  return holdsSecret(value, finder) ? withoutSecrets(value, finder) : value;
}

/**
 * A provider's own id or code for the log; left out unless it is short, of plain characters and free of
 * secrets.
 */
export function keepLoggable(text: string | undefined, secrets: Secrets): string | undefined {
  if (text === undefined || !PLAIN.test(text) || redactText(text, secrets) !== text) return undefined;
  return decodeTexts(text).some((decoded) => withoutTokenShapes(decoded) !== decoded) ? undefined : text;
}

function finderOf(secrets: Secrets): SecretFinder {
  return secrets instanceof SecretFinder ? secrets : new SecretFinder(secrets);
}

/** Depth costs no stack in this and the next: an answer may nest as deep as it is long. */
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
    // A field may be called `__proto__`, which an assignment would not make a field.
    Object.defineProperty(next.into, next.name, { value: made, ...PLAIN_FIELD });
    if (fields === undefined) continue;
    const named = !Array.isArray(next.value);
    const inner = fields.map(([name, field]) => ({
      into: made as object,
      name: named ? finder.redact(name) : name,
      value: field,
    }));
    // Taken from the end, so that fields keep their order.
    for (const field of inner.reverse()) left.push(field);
  }
  return root.value;
}

const PLAIN_FIELD = { writable: true, enumerable: true, configurable: true };

/** Returns the fields that a value has once it is written as JSON; `undefined` when it has no fields. */
function fieldsOf(value: unknown): [string, unknown][] | undefined {
  return value === null || typeof value !== "object" ? undefined : Object.entries(value);
}

/** A number is written out: a secret may be all digits. */
function redactLeaf(value: unknown, finder: SecretFinder): unknown {
  if (typeof value === "string") return finder.redact(value);
  if (typeof value !== "number" || !Number.isInteger(value)) return value;
  const written = String(value);
  const shown = finder.redact(written);
  // A part of a number is not taken out: the number of a year in a longer one is no secret.
  return shown === "[redacted]" ? shown : value;
}

/**
 * Shapes of tokens a provider might quote back. Each begins with a mark of its own and is read once from
 * there, so that a text costs what its length costs. A shape that ordinary words could have must hold a digit
 * (`DIGIT`).
 */
const DIGIT = "(?=[A-Za-z_-]{0,60}\\d)";
const SHAPES = [
  // Ours: tenant, operator and session keys, signing secrets.
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
  // OpenAI and Anthropic, and others who write keys like theirs.
  `sk-(?:proj-|ant-|svcacct-|admin-|or-)${DIGIT}[\\w-]{12,}`,
  `sk-${DIGIT}[\\w-]{16,}`,
  "[rs]k_(?:live|test)_\\w{8,}",
  // GitHub and GitLab.
  "gh[opusr]_\\w{16,}",
  "github_pat_\\w{16,}",
  "glpat-[\\w-]{16,}",
  // AWS key ids.
  "(?:AKIA|ASIA|AROA|AIDA)[A-Z0-9]{16}(?![A-Za-z0-9])",
  // Tavily and Brave.
  "tvly-[\\w-]{12,}",
  `BSA${DIGIT}[\\w-]{20,}`,
  // X: tokens of OAuth 1.0a and of an app; LinkedIn.
  "\\d{5,20}-(?=[a-z0-9]{0,34}[A-Z])[A-Za-z0-9]{35,}",
  "A{20,}[\\w%]{20,}",
  `AQ${DIGIT}[\\w-]{60,}`,
] as const;
const TOKENS = new RegExp(`(?<![A-Za-z0-9])(?:${SHAPES.join("|")})`, "g");
/** X's tokens of OAuth 2.0: base64 of a text that ends in the kind of the token. */
const MARKED_BASE64 = /(?<![\w-])[\w-]{40,}(?![\w-])/g;
const X_MARK =
  /(?:OjE6YXQ6MQ|OjE6cnQ6MQ|oxOmF0Oj|oxOnJ0Oj|6MTphdDox|6MTpydDox|OmF0Oj|OnJ0Oj|phdDo|pydDo|YXQ6M|cnQ6M)/;
/**
 * Only from the beginning of a run of its characters: from each place in it would take the square of the
 * run's length.
 */
const JWT = /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]{4,}){1,3}/g;
const AWS_SECRET =
  /(secret[_-]?access[_-]?key|aws[_-]?secret(?:[_-]?key)?)(["']?\s{0,3}[:=]\s{0,3}["']?)[A-Za-z0-9+/]{40}(?![A-Za-z0-9+/])/gi;
const PRIVATE_KEY =
  /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]{0,30}PRIVATE KEY-----|$)/g;
const SCHEME_TOKEN = /\b(Bearer|Basic)(\s{1,20})([\w.~+/=-]{8,})/gi;
/** `Basic authentication` and `Bearer resource_metadata=` are words. */
const WORDS = /^[a-z]+(?:[-_/][a-z]+)*[.=]?$/i;
const URL_LIKE = /(?<![a-z0-9+.-])([a-z][a-z0-9+.-]{0,30}:)?\/\/[^\s"'<>]+/gi;
/** Whoever knows the path of a hook may post to it. */
const HOOK = /^(?:hooks\.slack(?:-gov)?\.com\/.|discord(?:app)?\.com\/api\/webhooks\/)/i;
/** Names a service, not a person: `ssh://git@host`. */
const LONGEST_USER = 19;

/** `//u:p@h`: nothing shorter is taken out. */
const SHORTEST_SHAPE = 7;

/** A text without what is shaped like a token, without the queries of URLs and the passwords in them. */
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
  // With the "@"; empty in an address without a user.
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
