import { randomInt } from "node:crypto";
import type { Secret } from "../../access/secret.ts";
import { type ByteStream, ByteStreamWriter, isAscii, writeByteStream } from "./byte-stream.ts";

/** Shorter values cannot be distinguished from ordinary text. */
export const MIN_SECRET = 4;
/** Length of a part of a secret that is redacted, in characters. */
export const RUN = 12;
/** Secrets below this length also occur by chance, so matches are checked more strictly. */
const SHORT = 8;
/** Shorter values in a composite secret are names and flags. */
const MIN_PART = 8;

/**
 * Factor of the rolling hash: odd, and random per process, so that nobody can craft a text full of hash
 * collisions.
 */
const FACTOR = 2 * randomInt(2 ** 28, 2 ** 30) + 1;
const SPREAD = 0x9e3779b1 | 0;

/** Maps ASCII letters to lower case; other bytes stay unchanged. */
const FOLDED = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte,
);

/**
 * All runs of `size` bytes of a secret, which can be found in a stream in one pass. For a long secret a run
 * covers 12 characters, for a short one the whole secret. The comparison ignores case.
 */
export class SecretGrams {
  readonly size: number;
  /** True if the secret is long enough that no ordinary text contains a run by chance. */
  readonly isLong: boolean;
  /** True if the secret itself contains white space. */
  readonly isSpaced: boolean;
  readonly isAscii: boolean;
  /** A text with fewer characters cannot contain a run. */
  readonly fewestCharacters: number;
  readonly #raw: Uint8Array;
  /**
   * The forms of the secret, one after another: the original, and its upper and lower case where they differ.
   */
  readonly #bytes: Uint8Array;
  readonly #slots: Int32Array;
  readonly #hashes: Int32Array;
  readonly #shift: number;
  /** Weight of a run's oldest byte in the rolling hash. */
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
    const forms = writtenForms(value, this.#raw).filter((form) => form.length >= this.size);
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
   * Calls `found` for each run in the stream. Decoded data contains arbitrary bytes, so a short secret must
   * match there in its exact case.
   */
  find({ bytes, length, isData }: ByteStream, found: (start: number, end: number) => void): void {
    const { size } = this;
    const oldest = this.#oldest;
    let hash = 0;
    for (let at = 0; at < length; at += 1) {
      if (at >= size) hash = (hash - Math.imul(FOLDED[bytes[at - size] ?? 0] ?? 0, oldest)) | 0;
      hash = (Math.imul(hash, FACTOR) + (FOLDED[bytes[at] ?? 0] ?? 0)) | 0;
      if (at < size - 1) continue;
      const start = at - size + 1;
      if (this.#slotOf(bytes, start, hash) < 0) continue;
      if (isData && !this.isLong && !this.#isRaw(bytes, start)) continue;
      found(start, at + 1);
    }
  }

  /** Returns where a cut secret starts at the end of a stream; `undefined` if nothing matches. */
  cutAt({ bytes }: ByteStream, length: number): number | undefined {
    const form = this.#bytes;
    for (let size = Math.min(this.size - 1, length); size >= MIN_SECRET; size -= 1) {
      let same = 0;
      while (same < size && FOLDED[bytes[length - size + same] ?? 0] === form[same]) same += 1;
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
   * Returns the slot of the run that starts here. If the run is unknown, returns the bitwise complement of
   * the free slot for it.
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
      if (FOLDED[bytes[start + at] ?? 0] !== this.#bytes[known + at]) return false;
    return true;
  }

  #isRaw(bytes: Uint8Array, start: number): boolean {
    return this.#raw.every((byte, at) => bytes[start + at] === byte);
  }
}

/** A secret of these characters has only one form once case is folded. */
const ONE_FORM = /^[!-~]*$/;
const scratch = new ByteStreamWriter();

/** Data for finding a secret. */
interface Traces {
  grams: readonly SecretGrams[];
  /** Values of almost nothing but white space, which are matched exactly. */
  blank: readonly string[];
}

const known = new WeakMap<Secret, Traces>();

/** Returns the data to find a secret by. Computed once; a composite secret is split into its parts. */
export function tracesOf(secret: Secret): Traces {
  const made = known.get(secret);
  if (made) return made;
  const values = partsOf(secret.reveal()).filter((value) => value.length >= MIN_SECRET);
  const grams = values.map((value) => new SecretGrams(value)).filter(({ size }) => size >= MIN_SECRET);
  const traces = {
    grams,
    blank: values.filter((value) => writeByteStream(value, scratch).length < MIN_SECRET),
  };
  known.set(secret, traces);
  return traces;
}

/**
 * Returns the values of a secret that is a JSON object. Its field names are not secret and occur in ordinary
 * text.
 */
function partsOf(value: string): string[] {
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
 * Returns the smallest number of bytes that 12 consecutive characters of a secret occupy without white space.
 * For a shorter secret, returns the number of all its bytes.
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

/**
 * Returns the folded bytes of the secret, of its upper and lower case, and of its form with plus signs for
 * spaces.
 */
function writtenForms(value: string, raw: Uint8Array): Uint8Array[] {
  const forms = [folded(raw)];
  if (ONE_FORM.test(value)) return forms;
  const others = [value.toLowerCase(), value.toUpperCase(), value.replaceAll(" ", "+")];
  for (const other of others) {
    const { bytes, length } = writeByteStream(other, scratch);
    const form = folded(bytes.subarray(0, length));
    if (!forms.some((known) => Buffer.compare(known, form) === 0)) forms.push(form);
  }
  return forms;
}

function folded(bytes: Uint8Array): Uint8Array {
  return bytes.map((byte) => FOLDED[byte] ?? 0);
}
