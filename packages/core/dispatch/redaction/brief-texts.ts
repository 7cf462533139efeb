import type { Secret } from "../../access/secret.ts";
import { type ByteStream, ByteStreamWriter, streamOf } from "./byte-stream.ts";
import { eachDecodedStream } from "./decoded-streams.ts";
import { RUN } from "./secret-grams.ts";

/** Longer texts are searched with the secrets' index. */
const BRIEF = 128;
const VISIBLE = /^[!-~]+$/;
/** What could hide a secret: characters beyond visible ASCII, escapes, or 16 of base64, which are 12 bytes. */
const ENCODING = /[^!-~]|[%&\\]|[a-z0-9+/_-]{16}/;
/** Half a run: every run of 12 characters holds a whole block of 6 that begins at a multiple of 6. */
const BLOCK = RUN / 2;
/** One for the text itself and one for each encoding inside another, as many as the index takes off. */
const WRITERS = [1, 2, 3, 4].map(() => new ByteStreamWriter());
const WANTED = { shortest: RUN, isAscii: true };

/**
 * Tells that a brief text such as an id or a URL holds no run of any of the secrets, without the cost of an index: most results
 * hold nothing else. False where only the index can tell.
 */
export function isPlainlyFree(text: string, secrets: readonly Secret[]): boolean {
  if (text.length > BRIEF) return false;
  const forms: string[] = [];
  for (const secret of secrets) {
    const form = plainForm(secret);
    if (form === undefined) return false;
    forms.push(form);
  }
  // A secret may be spaced out.
  const lower = text.replaceAll(" ", "").toLowerCase();
  if (lower.length < RUN) return true;
  if (holdsRun(lower, forms)) return false;
  return !ENCODING.test(lower) || isFree(streamOf(text, WRITERS[0]), forms, 0);
}

/** The same of a stream of bytes, and of all that it says once its encodings are taken off, one inside another. */
function isFree(stream: ByteStream, forms: readonly string[], depth: number): boolean {
  const text = Buffer.from(stream.bytes.subarray(0, stream.length)).toString("latin1").toLowerCase();
  if (holdsRun(text, forms)) return false;
  const writer = WRITERS[depth + 1];
  if (writer === undefined || stream.length < RUN) return true;
  let free = true;
  eachDecodedStream(stream, WANTED, writer, (decoded) => {
    free &&= isFree(decoded, forms, depth + 1);
  });
  return free;
}

function holdsRun(text: string, forms: readonly string[]): boolean {
  return forms.some((form) => {
    for (let at = 0; at + BLOCK <= text.length; at += BLOCK)
      if (form.includes(text.slice(at, at + BLOCK))) return holdsWholeRun(text, form);
    return false;
  });
}

function holdsWholeRun(text: string, form: string): boolean {
  for (let at = 0; at + RUN <= text.length; at += 1) if (form.includes(text.slice(at, at + RUN))) return true;
  return false;
}

const plainForms = new WeakMap<Secret, string>();

/** A secret in lower case, if it is one value of visible ASCII; else nothing. */
function plainForm(secret: Secret): string | undefined {
  const made = plainForms.get(secret);
  if (made !== undefined) return made;
  const value = secret.reveal();
  if (value.length < RUN || value.startsWith("{") || !VISIBLE.test(value)) return undefined;
  const lower = value.toLowerCase();
  plainForms.set(secret, lower);
  return lower;
}
