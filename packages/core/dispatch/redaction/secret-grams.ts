import { randomInt } from "node:crypto";
import type { Secret } from "../../access/secret.ts";
import { type ByteStream, ByteStreamWriter, isAscii, writeByteStream } from "./byte-stream.ts";

/** Minimum length of a secret. Shorter ones cannot be distinguished from ordinary text. */
export const MIN_SECRET = 4;
/** Minimum length of a part of a secret to redact, in characters. */
export const RUN = 12;
/** Secrets below this length also occur by chance, so their matches are checked more strictly. */
const SHORT = 8;
/** Minimum length of a secret value in a composite secret. Shorter values are names and flags. */
const MIN_PART = 8;

/** Factor of the rolling hash. Odd, and random per process, so that nobody can craft collisions. */
const FACTOR = 2 * randomInt(2 ** 28, 2 ** 30) + 1;
const SPREAD = 0x9e3779b1 | 0;

/** Maps upper-case ASCII letters to lower case, and other bytes to themselves. */
const LOWER_CASE = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte,
);

/**
 * All runs of `size` bytes of a secret, which can be found in a stream in one pass (Rabin–Karp). A run covers
 * 12 characters of a long secret, or all of a short one. Comparison ignores case.
 */
export class SecretGrams {
  readonly size: number;
  /** True if the secret is so long that ordinary text does not contain a run by chance. */
  readonly isLong: boolean;
  /** True if the secret itself contains white space. */
  readonly isSpaced: boolean;
  readonly isAscii: boolean;
  /** A text with fewer characters cannot contain a run. */
  readonly fewestCharacters: number;
  readonly #raw: Uint8Array;
  /** Concatenated forms of the secret: the original, and its upper and lower case if they differ. */
  readonly #bytes: Uint8Array;
  /** Hash table with open addressing: for each run, its position in `#bytes` plus one; 0 if free. */
  readonly #slots: Int32Array;
  /** Hash of the run in each slot. */
  readonly #hashes: Int32Array;
  readonly #shift: number;
  /** Weight of a run's first byte in the rolling hash. */
  readonly #oldest: number;

  constructor(value: string) {
    const own = writeByteStream(value, scratch);
    this.#raw = own.bytes.slice(0, own.length);
    this.size = runSize(value, own);
    this.isLong = this.size >= SHORT;
    this.isAscii = isAscii(value);
    this.isSpaced = /\s/.test(value);
    // A byte may be a third of a character.
    this.fewestCharacters = this.isAscii ? this.size : Math.ceil(this.size / 3);
    const forms = listForms(value, this.#raw).filter((form) => form.length >= this.size);
    const bits = Math.ceil(Math.log2(forms.reduce((sum, form) => sum + form.length, 2))) + 1;
    this.#shift = 32 - bits;
    this.#slots = new Int32Array(2 ** bits);
    this.#hashes = new Int32Array(2 ** bits);
    this.#oldest = 1;
    for (let power = 1; power < this.size; power += 1) this.#oldest = Math.imul(this.#oldest, FACTOR);
    this.#bytes = Buffer.concat(forms);
    let start = 0;
    for (const form of forms) {
      this.#learn(start, form.length);
      start += form.length;
    }
  }

  /**
   * Calls `found` for each run in the stream. In decoded data, which may be arbitrary bytes, a short secret
   * must match exactly.
   */
  find({ bytes, length, isData }: ByteStream, found: (start: number, end: number) => void): void {
    const { size } = this;
    const oldest = this.#oldest;
    let hash = 0;
    for (let at = 0; at < length; at += 1) {
      if (at >= size) hash = (hash - Math.imul(LOWER_CASE[bytes[at - size] ?? 0] ?? 0, oldest)) | 0;
      hash = (Math.imul(hash, FACTOR) + (LOWER_CASE[bytes[at] ?? 0] ?? 0)) | 0;
      if (at < size - 1) continue;
      const start = at - size + 1;
      if (this.#slotOf(bytes, start, hash) < 0) continue;
      if (isData && !this.isLong && !this.#isRaw(bytes, start)) continue;
      found(start, at + 1);
    }
  }

  /** Returns where a truncated secret starts at the end of a stream, or `undefined` if nothing matches. */
  findTruncated({ bytes }: ByteStream, length: number): number | undefined {
    const form = this.#bytes;
    for (let size = Math.min(this.size - 1, length); size >= MIN_SECRET; size -= 1) {
      let same = 0;
      while (same < size && LOWER_CASE[bytes[length - size + same] ?? 0] === form[same]) same += 1;
      if (same === size) return length - size;
    }
    return undefined;
  }

  #learn(from: number, length: number): void {
    const [bytes, { size }] = [this.#bytes, this];
    let hash = 0;
    for (let at = 0; at < length; at += 1) {
      if (at >= size) hash = (hash - Math.imul(bytes[from + at - size] ?? 0, this.#oldest)) | 0;
      hash = (Math.imul(hash, FACTOR) + (bytes[from + at] ?? 0)) | 0;
      if (at < size - 1) continue;
      const start = from + at - size + 1;
      const slot = this.#slotOf(bytes, start, hash);
      if (slot >= 0) continue;
      this.#slots[~slot] = start + 1;
      this.#hashes[~slot] = hash;
    }
  }

  /**
   * Returns the hash table slot of the run that starts here. If the run is unknown, returns the bitwise
   * complement of its free slot.
   */
  #slotOf(bytes: Uint8Array, start: number, hash: number): number {
    const mask = this.#slots.length - 1;
    let slot = Math.imul(hash, SPREAD) >>> this.#shift;
    for (;;) {
      const known = this.#slots[slot] ?? 0;
      if (known === 0) return ~slot;
      if (this.#hashes[slot] === hash && this.#same(bytes, start, known - 1)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #same(bytes: Uint8Array, start: number, known: number): boolean {
    for (let at = 0; at < this.size; at += 1)
      if (LOWER_CASE[bytes[start + at] ?? 0] !== this.#bytes[known + at]) return false;
    return true;
  }

  #isRaw(bytes: Uint8Array, start: number): boolean {
    return this.#raw.every((byte, at) => bytes[start + at] === byte);
  }
}

/** Secrets of only these characters have one form, once case is folded. */
const ONE_FORM = /^[!-~]*$/;
const scratch = new ByteStreamWriter();

/** Patterns to find one secret with. */
interface SecretPatterns {
  grams: readonly SecretGrams[];
  /** Values that are almost only white space, which are matched exactly. */
  blank: readonly string[];
}

const computed = new WeakMap<Secret, SecretPatterns>();

/** Returns the patterns of a secret, which are computed once. Splits a composite secret into its parts. */
export function computePatterns(secret: Secret): SecretPatterns {
  const earlier = computed.get(secret);
  if (earlier) return earlier;
  const values = splitSecret(secret.reveal()).filter((value) => value.length >= MIN_SECRET);
  const grams = values.map((value) => new SecretGrams(value)).filter(({ size }) => size >= MIN_SECRET);
  const patterns = {
    grams,
    blank: values.filter((value) => writeByteStream(value, scratch).length < MIN_SECRET),
  };
  computed.set(secret, patterns);
  return patterns;
}

/** Returns the values of a secret that is a JSON object. Its field names are not secret. */
function splitSecret(value: string): string[] {
  if (!value.startsWith("{")) return [value];
  try {
    const fields: unknown[] = Object.values(JSON.parse(value));
    const parts = fields
      .filter((field) => typeof field === "string")
      .filter((text) => text.length >= MIN_PART);
    return parts.length > 0 ? parts : [value];
  } catch {
    return [value];
  }
}

/**
 * Returns the smallest number of bytes, without white space, in 12 consecutive characters of a secret. For a
 * shorter secret, returns its number of bytes.
 */
function runSize(value: string, { from, length }: ByteStream): number {
  if (value.length <= RUN) return length;
  let [size, start, end] = [length, 0, 0];
  for (let first = 0; first + RUN <= value.length; first += 1) {
    while (start < length && (from[start] ?? 0) < first) start += 1;
    while (end < length && (from[end] ?? 0) < first + RUN) end += 1;
    size = Math.min(size, end - start);
  }
  return Math.min(length, Math.max(SHORT, size));
}

/** Returns the case-folded bytes of the secret, its upper and lower case, and its form with plus signs. */
function listForms(value: string, raw: Uint8Array): Uint8Array[] {
  const forms = [foldCase(raw)];
  if (ONE_FORM.test(value)) return forms;
  const others = [value.toLowerCase(), value.toUpperCase(), value.replaceAll(" ", "+")];
  for (const other of others) {
    const { bytes, length } = writeByteStream(other, scratch);
    const form = foldCase(bytes.subarray(0, length));
    if (!forms.some((known) => Buffer.compare(known, form) === 0)) forms.push(form);
  }
  return forms;
}

function foldCase(bytes: Uint8Array): Uint8Array {
  return bytes.map((byte) => LOWER_CASE[byte] ?? 0);
}
