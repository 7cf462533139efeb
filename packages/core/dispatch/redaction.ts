import type { Secret } from "../access/secret.ts";

/** A refusal that lists twenty connections with the longest labels fits; a provider's tirade does not. */
const MAX_LENGTH = 4_000;
/** More than this is not looked at: the patterns below must not be fed a megabyte. */
const MAX_READ = 16_000;
/** Shorter values cannot be told from ordinary text. */
const MIN_SECRET = 4;
/** Answers shorter than this were not cut by any limit of ours. */
const CUT_LENGTH = 8_000;
/** Shapes of tokens a provider might quote back: our own keys, and those of the providers we speak to. */
const TOKEN_SHAPES =
  /\b(?:pl[ko]_[\w-]{20,}|xox[a-z]-[\w-]{8,}|xapp-[\w-]{8,}|ntn_\w{8,}|secret_\w{8,}|lin_(?:api|oauth)_\w{8,}|pat-[\w-]{8,}|ya29\.[\w.-]{8,}|whsec_[\w+/=-]{8,}|eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{4,})/g;
const BEARER = /\b(Bearer|Basic)\s+[\w.~+/=-]{8,}/gi;
/** What could rewrite a terminal or turn a line's direction round; a provider's words may hold it. */
const CONTROLS = /[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu;
const URL_QUERY = /(https?:\/\/[^\s"'<>?#]+)[?#][^\s"'<>]*/g;

/** An id or a code, as providers write them. */
const PLAIN = /^[\w.:/+=-]{1,128}$/;

/**
 * A text that may be shown and stored: the secrets of this call, anything shaped like a token, the queries of URLs and
 * control characters are taken out; the rest is cut to 4,000 characters.
 */
export function redactText(text: string, secrets: readonly Secret[] = []): string {
  const clean = withoutSecrets(text.slice(0, MAX_READ), writtenForms(secrets))
    .replace(CONTROLS, " ")
    .replace(BEARER, "$1 [redacted]")
    .replace(TOKEN_SHAPES, "[redacted]")
    .replace(URL_QUERY, "$1?[redacted]");
  return clean.length > MAX_LENGTH ? `${clean.slice(0, MAX_LENGTH - 1)}…` : clean;
}

/** A tool's result as it may be shown: a provider that echoes the request does not bring the call's secrets back in. */
export function redactResult(value: unknown, secrets: readonly Secret[]): unknown {
  return secrets.length === 0 ? value : withoutForms(value, writtenForms(secrets));
}

function withoutForms(value: unknown, forms: readonly string[]): unknown {
  if (typeof value === "string") return withoutSecrets(value, forms);
  if (Array.isArray(value)) return value.map((item) => withoutForms(item, forms));
  if (value === null || typeof value !== "object") return value;
  const fields = Object.entries(value);
  return Object.fromEntries(
    fields.map(([name, field]) => [withoutSecrets(name, forms), withoutForms(field, forms)]),
  );
}

/** A provider's own id or code for the log; left out unless it is short, of plain characters and free of secrets. */
export function loggable(text: string | undefined, secrets: readonly Secret[]): string | undefined {
  return text !== undefined && PLAIN.test(text) && redactText(text, secrets) === text ? text : undefined;
}

function withoutSecrets(text: string, forms: readonly string[]): string {
  if (text.length < MIN_SECRET) return text;
  const clean = forms.reduce((rest, form) => rest.replaceAll(form, "[redacted]"), text);
  return text.length < CUT_LENGTH ? clean : withoutCutSecret(clean, forms);
}

/** The secrets as they may be echoed: plain, escaped in JSON, encoded in a URL. The longest first: one that is a part of another must not leave the other's rest behind. */
function writtenForms(secrets: readonly Secret[]): string[] {
  const forms = secrets
    .map((secret) => secret.reveal())
    .filter((value) => value.length >= MIN_SECRET)
    .flatMap((value) => [value, JSON.stringify(value).slice(1, -1), inUrl(value)]);
  return [...new Set(forms)].sort((a, b) => b.length - a.length);
}

/** Half a surrogate pair has no URL form of its own: it is sent, and comes back, as the replacement character. */
function inUrl(value: string): string {
  return encodeURIComponent(value.replace(/\p{Cs}/gu, "\ufffd"));
}

/** A long answer may be cut in the middle of a secret: its beginning goes too. */
function withoutCutSecret(text: string, forms: readonly string[]): string {
  for (const form of forms) {
    for (let length = form.length - 1; length >= MIN_SECRET; length--) {
      if (text.endsWith(form.slice(0, length))) return `${text.slice(0, -length)}[redacted]`;
    }
  }
  return text;
}
