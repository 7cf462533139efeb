import type { Secret } from "../access/secret.ts";
import { decodedTexts } from "./redaction/decoded-streams.ts";
import { SecretFinder } from "./redaction/find-secrets.ts";
import { withoutTokenShapes } from "./redaction/token-shapes.ts";

/** A refusal that lists twenty connections with the longest labels fits; a provider's tirade does not. */
const MAX_LENGTH = 4_000;
/** More than this of a text that is shown cut is not looked at. */
const MAX_READ = 16_000;
/** What could rewrite a terminal or turn a line's direction round; a provider's words may hold it. */
const CONTROLS = /[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu;

/** An id or a code, as providers write them: a UUID, a trace id, `urn:li:share:1`. */
const PLAIN = /^[\w.:/+=-]{1,64}$/;

/**
 * A text that may be shown and stored: the secrets of this call, however they are written, anything shaped like a
 * token, the queries of URLs and control characters are taken out; the rest is cut to 4,000 characters.
 */
export function redactText(text: string, secrets: readonly Secret[] = []): string {
  const known = new SecretFinder(secrets).redact(text.slice(0, MAX_READ));
  const clean = withoutTokenShapes(known.replace(CONTROLS, " "));
  return clean.length > MAX_LENGTH ? `${clean.slice(0, MAX_LENGTH - 1)}…` : clean;
}

/**
 * A tool's result as it may be shown: a provider that echoes the request does not bring the call's secrets back in, be it
 * in a value or the name of a field. The value itself where no secret is in it.
 */
export function redactResult(value: unknown, secrets: readonly Secret[]): unknown {
  if (secrets.length === 0) return value;
  const finder = new SecretFinder(secrets);
  return holdsSecret(value, finder) ? withoutSecrets(value, finder) : value;
}

/** A provider's own id or code for the log; left out unless it is short, of plain characters and free of secrets. */
export function loggable(text: string | undefined, secrets: readonly Secret[]): string | undefined {
  if (text === undefined || !PLAIN.test(text) || redactText(text, secrets) !== text) return undefined;
  return decodedTexts(text).some((decoded) => withoutTokenShapes(decoded) !== decoded) ? undefined : text;
}

/** Depth costs no stack in this and the next: an answer may nest as deep as it is long. */
function holdsSecret(value: unknown, finder: SecretFinder): boolean {
  const left = [value];
  while (left.length > 0) {
    const next = left.pop();
    const fields = fieldsOf(next);
    if (fields === undefined) {
      if (redactLeaf(next, finder) !== next) return true;
      continue;
    }
    const named = !Array.isArray(next);
    for (const [name, field] of fields) {
      if (named && finder.redact(name) !== name) return true;
      left.push(field);
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

/** What a value holds once it is written as JSON; undefined where it holds nothing. */
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
