import type { Secret } from "../../access/secret.ts";
import { type ByteStream, ByteStreamWriter, writeByteStream } from "./byte-stream.ts";
import { forEachDecodedStream, type SearchLimits } from "./decoded-streams.ts";
import { computePatterns, MIN_SECRET, RUN, type SecretGrams } from "./secret-grams.ts";

/** One writer for the text itself, and one for each layer of nested encoding. */
const WRITERS = [1, 2, 3, 4].map(() => new ByteStreamWriter());
/** The service never shortens a result below this length. */
const CUT_LENGTH = 8_000;
const LINE_BREAK = /[\n\r\u2028\u2029]/;

/**
 * Finds a call's secrets in a text, in linear time and in any form: in upper or lower case, spaced or folded,
 * encoded as base64, hexadecimal, percent-encoding, escapes or entities, or nested.
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

  /** Adds a secret to search for. */
  add(secret: Secret): void {
    this.#secrets.push(secret);
    this.#plainForms = undefined;
    this.#index = undefined;
  }

  /** Replaces each secret, or part of one, with `[redacted]`. */
  redact(text: string): string {
    if (text.length < MIN_SECRET || this.isEmpty || this.#isPlainlyFree(text)) return text;
    this.#index ??= buildIndex(this.#secrets);
    const shown = this.#index.blank.reduce((rest, blank) => rest.replaceAll(blank, "[redacted]"), text);
    if (shown.length < this.#index.fewest) return shown;
    const marks = new Marks(shown);
    search(this.#index, writeByteStream(shown, WRITERS[0]), marks, 0);
    return marks.redacted();
  }

  #isPlainlyFree(text: string): boolean {
    if (text.length > MAX_UNINDEXED) return false;
    this.#plainForms ??= listPlainForms(this.#secrets);
    return this.#plainForms.length > 0 && isPlainlyFree(text, this.#plainForms);
  }
}

/** Index for finding a call's secrets. */
interface SecretIndex {
  readonly grams: readonly SecretGrams[];
  readonly blank: readonly string[];
  /** A text with fewer characters cannot contain a secret. */
  readonly fewest: number;
  readonly limits: SearchLimits;
}

function buildIndex(secrets: readonly Secret[]): SecretIndex {
  const patterns = secrets.map(computePatterns);
  const grams = patterns.flatMap((pattern) => pattern.grams);
  const shortest = Math.min(...grams.map(({ size }) => size));
  return {
    grams,
    blank: patterns.flatMap(({ blank }) => blank),
    fewest: Math.min(...grams.map(({ fewestCharacters }) => fewestCharacters)),
    limits: { shortest, isAscii: grams.every(({ isAscii }) => isAscii) },
  };
}

/** Marks the secrets in a stream and, recursively, in its decoded forms. */
function search(index: SecretIndex, stream: ByteStream, marks: Marks, depth: number): void {
  for (const grams of index.grams) {
    mark(stream, grams, marks);
    if (marks.text.length >= CUT_LENGTH && !stream.isData) markCut(stream, grams, marks);
  }
  const writer = WRITERS[depth + 1];
  if (writer === undefined || stream.length < index.limits.shortest) return;
  forEachDecodedStream(stream, index.limits, writer, (decoded) => search(index, decoded, marks, depth + 1));
}

function mark(stream: ByteStream, grams: SecretGrams, marks: Marks): void {
  if (stream.length < grams.size) return;
  grams.find(stream, (start, end) => {
    const [first, last] = [stream.from[start] ?? 0, stream.to[end - 1] ?? 0];
    const isCertain = grams.isLong || grams.isSpaced || stream.isData;
    if (isCertain || isUnbroken(marks.text.slice(first, last))) marks.add(first, last);
  });
}

/** Also marks the start of a secret at the end of a long text, where the text may have been cut. */
function markCut(stream: ByteStream, grams: SecretGrams, marks: Marks): void {
  const length = measureWithoutEllipsis(stream);
  const [start, end] = [grams.findTruncated(stream, length), stream.to[length - 1] ?? 0];
  if (start !== undefined && end >= marks.text.length - 6) marks.add(stream.from[start] ?? 0, end);
}

/**
 * Returns the length without a trailing ellipsis, which often marks a cut: up to three dots, or the character
 * "…" (three bytes).
 */
function measureWithoutEllipsis({ bytes, length }: ByteStream): number {
  let end = length;
  while (end > length - 3 && bytes[end - 1] === 0x2e) end -= 1;
  const [first, second, third] = bytes.subarray(Math.max(0, end - 3), end);
  return first === 0xe2 && second === 0x80 && third === 0xa6 ? end - 3 : end;
}

/**
 * Returns true if a match of a short secret is plausible: it is one word, or folded at line ends, or evenly
 * spaced out. "to ken" within a sentence is not plausible.
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
  /** Number of ranges that start at each position, minus those that end there. */
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

/** Texts above this length are searched with the index. */
const MAX_UNINDEXED = 128;
const VISIBLE = /^[!-~]+$/;
/**
 * Signs of an encoding that could hide a secret: characters other than visible ASCII, escapes, or 16 base64
 * characters, which decode to 12 bytes.
 */
const ENCODING = /[^!-~]|[%&\\]|[a-z0-9+/_-]{16}/;
/** Half a run: every run of 12 characters contains a whole block of 6 that starts at a multiple of 6. */
const BLOCK = RUN / 2;
const PLAIN_LIMITS = { shortest: RUN, isAscii: true };

/** Returns the secrets in lower case, or none unless all are long, single values in visible ASCII. */
function listPlainForms(secrets: readonly Secret[]): readonly string[] {
  const forms: string[] = [];
  for (const secret of secrets) {
    const value = secret.reveal();
    if (value.length < RUN || value.startsWith("{") || !VISIBLE.test(value)) return [];
    forms.push(value.toLowerCase());
  }
  return forms;
}

/**
 * Returns true if a short text, such as an ID or a URL, certainly contains no part of a secret. This avoids
 * building an index, because most results hold only such texts. Returns false if an index is needed to
 * decide.
 */
function isPlainlyFree(text: string, forms: readonly string[]): boolean {
  if (text.length < RUN) return true;
  // A secret may be spaced out.
  const lower = text.replaceAll(" ", "").toLowerCase();
  if (lower.length < RUN) return true;
  if (containsRun(lower, forms)) return false;
  return !ENCODING.test(lower) || isFree(writeByteStream(text, WRITERS[0]), forms, 0);
}

/** Applies the same check to a byte stream and, recursively, to its decoded forms. */
function isFree(stream: ByteStream, forms: readonly string[], depth: number): boolean {
  const text = Buffer.from(stream.bytes.subarray(0, stream.length)).toString("latin1").toLowerCase();
  if (containsRun(text, forms)) return false;
  const writer = WRITERS[depth + 1];
  if (writer === undefined || stream.length < RUN) return true;
  let free = true;
  forEachDecodedStream(stream, PLAIN_LIMITS, writer, (decoded) => {
    free &&= isFree(decoded, forms, depth + 1);
  });
  return free;
}

/**
 * Returns true if the text contains 12 consecutive characters of a secret. For speed, compares them only if
 * an aligned block of 6 matches.
 */
function containsRun(text: string, forms: readonly string[]): boolean {
  return forms.some((form) => {
    for (let at = 0; at + BLOCK <= text.length; at += BLOCK)
      if (form.includes(text.slice(at, at + BLOCK))) return containsWholeRun(text, form);
    return false;
  });
}

function containsWholeRun(text: string, form: string): boolean {
  for (let at = 0; at + RUN <= text.length; at += 1) if (form.includes(text.slice(at, at + RUN))) return true;
  return false;
}
