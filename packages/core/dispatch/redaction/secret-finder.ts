import type { Secret } from "../../access/secret.ts";
import { type ByteStream, ByteStreamWriter, writeByteStream } from "./byte-stream.ts";
import { eachDecodedStream, type Wanted } from "./decoded-streams.ts";
import { MIN_SECRET, RUN, type SecretGrams, tracesOf } from "./secret-grams.ts";

/** One writer for the text itself and one per layer of nested encoding. */
const WRITERS = [1, 2, 3, 4].map(() => new ByteStreamWriter());
/** The service never shortens an answer below this length. */
const CUT_LENGTH = 8_000;
const LINE_BREAK = /[\n\r\u2028\u2029]/;

/**
 * Finds a call's secrets in a text in any form: in upper or lower case, spaced or folded, and encoded as
 * base64, hexadecimal, percent-encoding, escapes or entities, also nested. Takes linear time.
 */
export class SecretFinder {
  readonly #secrets: Secret[];
  #plainForms: readonly string[] | undefined;
  #index: SecretIndex | undefined;

  constructor(secrets: readonly Secret[] = []) {
    this.#secrets = [...secrets];
  }

  get isEmpty(): boolean {
    return this.#secrets.length === 0;
  }

  /** Adds a secret to look for. */
  add(secret: Secret): void {
    this.#secrets.push(secret);
    this.#plainForms = undefined;
    this.#index = undefined;
  }

  /** Replaces each secret, or part of one, with `[redacted]`. Returns the same text if it contains none. */
  redact(text: string): string {
    if (text.length < MIN_SECRET || this.isEmpty || this.#isPlainlyFree(text)) return text;
    this.#index ??= indexOf(this.#secrets);
    const shown = this.#index.blank.reduce((rest, blank) => rest.replaceAll(blank, "[redacted]"), text);
    if (shown.length < this.#index.fewest) return shown;
    const marks = new Marks(shown);
    search(this.#index, writeByteStream(shown, WRITERS[0]), marks, 0);
    return marks.redacted();
  }

  #isPlainlyFree(text: string): boolean {
    if (text.length > BRIEF) return false;
    this.#plainForms ??= plainFormsOf(this.#secrets);
    return this.#plainForms.length > 0 && isPlainlyFree(text, this.#plainForms);
  }
}

/** Index for finding a call's secrets. */
interface SecretIndex {
  readonly grams: readonly SecretGrams[];
  readonly blank: readonly string[];
  /** A text with fewer characters cannot contain a secret. */
  readonly fewest: number;
  readonly wanted: Wanted;
}

function indexOf(secrets: readonly Secret[]): SecretIndex {
  const traces = secrets.map(tracesOf);
  const grams = traces.flatMap((trace) => trace.grams);
  const shortest = Math.min(...grams.map(({ size }) => size));
  return {
    grams,
    blank: traces.flatMap(({ blank }) => blank),
    fewest: Math.min(...grams.map(({ fewestCharacters }) => fewestCharacters)),
    wanted: { shortest, isAscii: grams.every(({ isAscii }) => isAscii) },
  };
}

function search(index: SecretIndex, stream: ByteStream, marks: Marks, depth: number): void {
  for (const grams of index.grams) {
    mark(stream, grams, marks);
    if (marks.text.length >= CUT_LENGTH && !stream.isData) markCut(stream, grams, marks);
  }
  const writer = WRITERS[depth + 1];
  if (writer === undefined || stream.length < index.wanted.shortest) return;
  eachDecodedStream(stream, index.wanted, writer, (decoded) => search(index, decoded, marks, depth + 1));
}

function mark(stream: ByteStream, grams: SecretGrams, marks: Marks): void {
  if (stream.length < grams.size) return;
  grams.find(stream, (start, end) => {
    const [first, last] = [stream.from[start] ?? 0, stream.to[end - 1] ?? 0];
    const isCertain = grams.isLong || grams.isSpaced || stream.isData;
    if (isCertain || isUnbroken(marks.text.slice(first, last))) marks.add(first, last);
  });
}

/** Also marks the first part of a secret at the end of a long answer, where the answer may have been cut. */
function markCut(stream: ByteStream, grams: SecretGrams, marks: Marks): void {
  const length = lengthBeforeDots(stream);
  const [start, end] = [grams.cutAt(stream, length), stream.to[length - 1] ?? 0];
  if (start !== undefined && end >= marks.text.length - 6) marks.add(stream.from[start] ?? 0, end);
}

/**
 * Returns the length without a trailing ellipsis, which often marks a cut: up to three dots, or the character
 * "…" (three bytes).
 */
function lengthBeforeDots({ bytes, length }: ByteStream): number {
  let end = length;
  while (end > length - 3 && bytes[end - 1] === 0x2e) end -= 1;
  const [first, second, third] = bytes.subarray(Math.max(0, end - 3), end);
  return first === 0xe2 && second === 0x80 && third === 0xa6 ? end - 3 : end;
}

/**
 * Returns whether a match of a short secret is plausible: one word, a word folded at a line end, or one
 * spaced out evenly. "to ken" within a sentence is not a match.
 */
function isUnbroken(written: string): boolean {
  const gaps = written.match(/\s+/g);
  if (gaps === null) return true;
  const characters = written.length - gaps.join("").length;
  return gaps.length === characters - 1 || gaps.every((gap) => LINE_BREAK.test(gap));
}

/** The ranges of a text to redact. */
class Marks {
  readonly text: string;
  /** For each position, the number of ranges that start there minus those that end there. */
  #edges: Int32Array | undefined;

  constructor(text: string) {
    this.text = text;
  }

  add(from: number, to: number): void {
    this.#edges ??= new Int32Array(this.text.length + 1);
    this.#edges[from] = (this.#edges[from] ?? 0) + 1;
    this.#edges[to] = (this.#edges[to] ?? 0) - 1;
  }

  redacted(): string {
    const [text, edges] = [this.text, this.#edges];
    if (edges === undefined) return text;
    const kept: string[] = [];
    let [open, start] = [0, 0];
    for (let at = 0; at < edges.length; at += 1) {
      const edge = edges[at] ?? 0;
      if (edge === 0) continue;
      if (open === 0) kept.push(text.slice(start, at));
      open += edge;
      start = at;
      if (open === 0) kept.push("[redacted]");
    }
    return kept.join("") + text.slice(start);
  }
}

/** Longer texts are searched with the index. */
const BRIEF = 128;
const VISIBLE = /^[!-~]+$/;
/**
 * Signs of an encoding that could hide a secret: characters beyond visible ASCII, escapes, or 16 base64
 * characters, which decode to 12 bytes.
 */
const ENCODING = /[^!-~]|[%&\\]|[a-z0-9+/_-]{16}/;
/** Half a run: every run of 12 characters contains a whole block of 6 that starts at a multiple of 6. */
const BLOCK = RUN / 2;
const WANTED = { shortest: RUN, isAscii: true };

/**
 * Returns each secret in lower case. Returns an empty list unless all secrets are long, single values in
 * visible ASCII.
 */
function plainFormsOf(secrets: readonly Secret[]): readonly string[] {
  const forms: string[] = [];
  for (const secret of secrets) {
    const value = secret.reveal();
    if (value.length < RUN || value.startsWith("{") || !VISIBLE.test(value)) return [];
    forms.push(value.toLowerCase());
  }
  return forms;
}

/**
 * Returns true if a short text, such as an ID or a URL, certainly contains no part of a secret. Avoids
 * building an index, since most results hold only such texts. Returns false if only the index can tell.
 */
function isPlainlyFree(text: string, forms: readonly string[]): boolean {
  if (text.length < RUN) return true;
  // A secret may be spaced out.
  const lower = text.replaceAll(" ", "").toLowerCase();
  if (lower.length < RUN) return true;
  if (holdsRun(lower, forms)) return false;
  return !ENCODING.test(lower) || isFree(writeByteStream(text, WRITERS[0]), forms, 0);
}

/** Applies the same test to a byte stream and, recursively, to all its decoded forms. */
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
