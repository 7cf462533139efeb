import type { Secret } from "../../access/secret.ts";
import { isPlainlyFree } from "./brief-texts.ts";
import { type ByteStream, ByteStreamWriter, streamOf } from "./byte-stream.ts";
import { eachDecodedStream, type Wanted } from "./decoded-streams.ts";
import { type SecretGrams, tracesOf } from "./secret-grams.ts";

/** One for the text itself and one for each encoding inside another that is taken off. */
const WRITERS = [1, 2, 3, 4].map(() => new ByteStreamWriter());
/** No limit of the service cuts an answer shorter than this. */
const CUT_LENGTH = 8_000;
const LINE_BREAK = /[\n\r\u2028\u2029]/;

/**
 * Finds a call's secrets in a text, however they are written there: in any case, spaced or folded, as base64,
 * hexadecimal, percent-encoding, escapes or entities, and in these inside one another. Its time grows with the length of
 * the text alone.
 */
export class SecretFinder {
  readonly #secrets: readonly Secret[];
  #index: SecretIndex | undefined;

  constructor(secrets: readonly Secret[]) {
    this.#secrets = secrets;
  }

  /** The text with each secret, or run of one, as `[redacted]`; the text itself where it holds no secret. */
  redact(text: string): string {
    if (isPlainlyFree(text, this.#secrets)) return text;
    this.#index ??= indexOf(this.#secrets);
    const shown = this.#index.blank.reduce((rest, blank) => rest.replaceAll(blank, "[redacted]"), text);
    if (shown.length < this.#index.fewest) return shown;
    const marks = new Marks(shown);
    search(this.#index, streamOf(shown, WRITERS[0]), marks, 0);
    return marks.redacted();
  }
}

/** What the secrets of a call are looked for by. */
interface SecretIndex {
  readonly grams: readonly SecretGrams[];
  readonly blank: readonly string[];
  /** In a text with fewer characters there is no secret. */
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

/** A long answer may be cut in the middle of a secret: its beginning goes too. */
function markCut(stream: ByteStream, grams: SecretGrams, marks: Marks): void {
  const length = lengthBeforeDots(stream);
  const [start, end] = [grams.cutAt(stream, length), stream.to[length - 1] ?? 0];
  if (start !== undefined && end >= marks.text.length - 6) marks.add(stream.from[start] ?? 0, end);
}

/** Where a text is cut, dots often say so: three of them, or one character of three bytes. */
function lengthBeforeDots({ bytes, length }: ByteStream): number {
  let end = length;
  while (end > length - 3 && bytes[end - 1] === 0x2e) end -= 1;
  const [first, second, third] = bytes.subarray(Math.max(0, end - 3), end);
  return first === 0xe2 && second === 0x80 && third === 0xa6 ? end - 3 : end;
}

/** A short secret is one word, folded at a line's end, or spaced out; "to ken" between other words is not one. */
function isUnbroken(written: string): boolean {
  const gaps = written.match(/\s+/g);
  if (gaps === null) return true;
  const characters = written.length - gaps.join("").length;
  return gaps.length === characters - 1 || gaps.every((gap) => LINE_BREAK.test(gap));
}

/** The places of a text that are to go. */
class Marks {
  readonly text: string;
  /** How many marked places begin here, less those that end here. */
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
