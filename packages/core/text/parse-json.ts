import { isAscii } from "node:buffer";

/** Message for a number that is too large, after the number's path. */
export const SEND_AS_TEXT = "is an integer that JSON parsers round; send it as a string";

/**
 * Parses JSON from another service, a caller or a model. Throws SyntaxError like `JSON.parse`, and differs
 * from it in two ways:
 *
 * - An integer that a double cannot hold (`JSON.parse` turns 1234567890123456789 into …800) becomes a string
 *   of its digits, and `onLarge` is called with it. A short number beyond all doubles (1e400) stays Infinity.
 * - Strings and keys are well-formed: see `mendText`.
 *
 * Skips a byte order mark. Most bodies need no change, which one scan of the bytes detects, so that 1 MiB
 * costs as much as with `JSON.parse` (`npm run bench -- json`). Otherwise takes linear time.
 */
export function parseJson(source: string | Buffer, onLarge?: (digits: string) => void): unknown {
  const { bytes, text } = decode(source);
  // Parsed before anything is changed, so that invalid JSON cannot become valid.
  const value: unknown = JSON.parse(text);
  const marked = hasLongNumber(bytes) ? quoteLargeNumbers(text, onLarge) : text;
  const again: unknown = marked === text ? value : JSON.parse(marked);
  return hasBadEscape(bytes, text) ? mendJson(again) : again;
}

/**
 * Parses a request's JSON like `parseJson`, but leaves large numbers rounded. The request is then refused
 * because of them; `findLargeNumber` finds the first.
 */
export function parseRequestJson(source: string | Buffer): unknown {
  const { bytes, text } = decode(source);
  const value: unknown = JSON.parse(text);
  return hasBadEscape(bytes, text) ? mendJson(value) : value;
}

function decode(source: string | Buffer): { bytes: Buffer; text: string } {
  // Strings are converted to bytes, which the scan needs. This also replaces lone surrogates.
  const all = typeof source === "string" ? Buffer.from(source) : source;
  const bytes = all[0] === 0xef && all[1] === 0xbb && all[2] === 0xbf ? all.subarray(3) : all;
  // Several times faster than decoding UTF-8, which compensates for the scan.
  return { bytes, text: isAscii(bytes) ? bytes.toString("latin1") : bytes.toString("utf8") };
}

const QUOTE = 0x22;
const COLON = 0x3a;

/**
 * Returns true if JSON has more than `most` keys in all its objects together. Does not parse, because the
 * bytes may be invalid JSON.
 */
export function hasMoreKeys(bytes: Uint8Array, most: number): boolean {
  let keys = 0;
  for (let at = bytes.indexOf(COLON); at >= 0 && keys <= most; at = bytes.indexOf(COLON, at + 1)) keys += 1;
  // Colons within strings were counted too, so this already decides about most bodies.
  if (keys <= most) return false;
  keys = 0;
  let isInText = false;
  for (let at = 0; at < bytes.length && keys <= most; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) isInText = !isInText;
    else if (isInText && byte === BACKSLASH) at += 1;
    else if (!isInText && byte === COLON) keys += 1;
  }
  return keys > most;
}

/**
 * Returns the path, such as `body.items.0.id`, of the first number that may have been rounded: an integer
 * beyond 2^53, or Infinity. Returns `undefined` if all are exact.
 */
export function findLargeNumber(value: unknown): string | undefined {
  return findPaths(value, isLarge, 1)[0];
}

function isLarge(value: unknown): boolean {
  return typeof value === "number" && Math.abs(value) > Number.MAX_SAFE_INTEGER;
}

/** Returns up to `most` paths at which a value contains one of these strings, in order. */
export function findTexts(value: unknown, texts: ReadonlySet<string>, most: number): string[] {
  return findPaths(value, (at) => typeof at === "string" && texts.has(at), most);
}

interface Frame {
  name: string;
  value: Readonly<Record<string, unknown>>;
  keys: readonly string[];
  next: number;
}

/**
 * Finds paths iteratively, because values may be nested arbitrarily deep. Builds a path only for a match:
 * building all of them for 60,000 keys took longer than parsing.
 */
function findPaths(value: unknown, isWanted: (value: unknown) => boolean, most: number): string[] {
  const found: string[] = [];
  const frames: Frame[] = [];
  const visit = (name: string, at: unknown) => {
    if (isWanted(at)) found.push([...frames.slice(1).map((frame) => frame.name), name].join("."));
    else if (at !== null && typeof at === "object")
      frames.push({ name, value: at as Frame["value"], keys: Object.keys(at), next: 0 });
  };
  visit("", value);
  for (let frame = frames.at(-1); frame !== undefined && found.length < most; frame = frames.at(-1)) {
    const name = frame.keys[frame.next++];
    if (name === undefined) frames.pop();
    else visit(name, frame.value[name]);
  }
  return found;
}

/** Control characters below U+0020, except tab, line feed and carriage return. */
const CONTROLS = /[^\P{Cc}\t\n\r\u007f-\u009f]/u;
const ALL_CONTROLS = new RegExp(CONTROLS, "gu");

/** Replaces lone surrogates with U+FFFD, and removes control characters that JSON forbids. */
export function mendText(text: string): string {
  const whole = text.isWellFormed() ? text : text.toWellFormed();
  return CONTROLS.test(whole) ? whole.replace(ALL_CONTROLS, "") : whole;
}

function needsMending(value: unknown): boolean {
  if (typeof value === "string") return mendText(value) !== value;
  return isJsonObject(value) && Object.keys(value).some(needsMending);
}

/** Applies `mendText` to all strings and keys, iteratively. Copies the value only if something changes. */
export function mendJson(value: unknown): unknown {
  if (findPaths(value, needsMending, 1).length === 0) return value;
  const root = [value];
  const left: object[] = [root];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const fields = next as Record<string, unknown>;
    for (const [name, field] of Object.entries(fields)) {
      if (typeof field === "string") fields[name] = mendText(field);
      if (typeof field !== "object" || field === null) continue;
      const listEntries = () => Object.entries(field).map(([key, inner]) => [mendText(key), inner]);
      const copy: object = Array.isArray(field) ? [...field] : Object.fromEntries(listEntries());
      fields[name] = copy;
      left.push(copy);
    }
  }
  return root[0];
}

const BACKSLASH = 0x5c;

/** Escapes of a lone surrogate or a control character, and some that look similar. */
const SUSPECT = /\\(?:[bf]|u(?:00[01]|[dD][89a-fA-F]))/;

/**
 * Returns true if there is an escape that `mendText` changes. A regular expression rules out most bodies.
 * From the first suspect on, scans bytes, because regular expressions are slow with many surrogate pairs, as
 * in text full of emoji.
 */
function hasBadEscape(bytes: Buffer, text: string): boolean {
  // The native search quickly rules out bodies without escapes.
  const suspect = bytes.includes(BACKSLASH) ? text.search(SUSPECT) : -1;
  if (suspect < 0) return false;
  const end = bytes.length;
  // Starts at the beginning of the string, because an earlier backslash may escape this one. In non-ASCII
  // text, indices of characters and bytes differ.
  for (let at = end === text.length ? text.lastIndexOf('"', suspect) : 0; at < end; at += 1) {
    if (bytes[at] !== BACKSLASH) continue;
    const length = measureGoodEscape(bytes, at);
    if (length === 0) return true;
    at += length - 1;
  }
  return false;
}

/**
 * Returns the length in bytes of an escape, or of two that form a pair. Returns 0 if `mendText` changes it.
 */
function measureGoodEscape(bytes: Buffer, at: number): number {
  const kind = bytes[at + 1];
  if (kind !== 0x75) return kind === 0x62 || kind === 0x66 ? 0 : 2;
  const first = lower(bytes[at + 2]);
  const second = lower(bytes[at + 3]);
  if (first === 0x30 && second === 0x30) return isControl(bytes[at + 4], lower(bytes[at + 5])) ? 0 : 6;
  if (first !== 0x64 || second < 0x38) return 6;
  return second <= 0x62 && isLowHalf(bytes, at + 6) ? 12 : 0;
}

/** Converts an ASCII letter to lower case. Digits stay unchanged. */
function lower(byte = 0): number {
  return byte | 0x20;
}

/**
 * Returns true for the last two digits of a `\u00__` below 0x20, except tab, line feed and carriage return.
 */
function isControl(third: number | undefined, fourth: number): boolean {
  if (third === 0x31) return true;
  return third === 0x30 && fourth !== 0x39 && fourth !== 0x61 && fourth !== 0x64;
}

/** Returns true for `\uDC00` to `\uDFFF`. */
function isLowHalf(bytes: Buffer, at: number): boolean {
  if (bytes[at] !== BACKSLASH || bytes[at + 1] !== 0x75) return false;
  return lower(bytes[at + 2]) === 0x64 && lower(bytes[at + 3]) > 0x62;
}

/** Minimum length of a number that a double may change. */
const MIN_LONG_DIGITS = 16;

/**
 * Returns true if there are 16 consecutive digits that may be an integer. Shorter ones are never rounded.
 * Such a run always fills three aligned 4-byte words, so checking every third word finds it. The digits may
 * be in a string; `quoteLargeNumbers` distinguishes these.
 */
function hasLongNumber(unaligned: Buffer): boolean {
  const bytes = unaligned.byteOffset % 4 === 0 ? unaligned : Buffer.from(unaligned);
  const words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
  const end = bytes.length;
  for (let at = 2; at < words.length; at += 3) {
    if (!isDigits(words[at] as number)) continue;
    let start = 4 * at;
    let stop = start + 4;
    while (start > 0 && isDigit(bytes[start - 1] as number)) start -= 1;
    while (stop < end && isDigit(bytes[stop] as number)) stop += 1;
    if (stop - start >= 16 && looksLikeNumber(bytes, start, stop)) return true;
    // Skips the run, so that each digit is visited once.
    at = Math.max(at, (stop >> 2) - 2);
  }
  return false;
}

/** Returns true if all four bytes are digits. */
function isDigits(word: number): boolean {
  return (word & 0xf0f0f0f0) === 0x30303030 && ((word + 0x06060606) & 0xf0f0f0f0) === 0x30303030;
}

function isDigit(byte: number): boolean {
  return (byte ^ 0x30) < 10;
}

const SPACE = 0x20;
const COMMA = 0x2c;
const MINUS = 0x2d;
const POINT = 0x2e;

/** Judges digits by their neighbours: most IDs are quoted, and most long runs are decimals. */
function looksLikeNumber(bytes: Buffer, start: number, stop: number): boolean {
  const before = bytes[start - 1] ?? SPACE;
  const after = bytes[stop] ?? SPACE;
  const hasExponent = (after | 0x20) === 0x65;
  // After a decimal point, the number can only be an integer if it has an exponent.
  if (before === POINT) return hasExponent && bytes[stop + 1] !== MINUS;
  if (before > SPACE && before !== COMMA && before !== 0x3a && before !== 0x5b && before !== MINUS)
    return false;
  if (hasExponent || after === POINT) return true;
  if (after > SPACE && after !== COMMA && after !== 0x5d && after !== 0x7d) return false;
  // Of numbers with 16 digits, only those from 9007199254740993 can be rounded.
  return stop - start > 16 || bytes[start] === 0x39;
}

/** A quote, an escaped character, or a number long enough that a double may change it. */
const TOKEN = /"|\\.|-?\d[\d.eE+-]{15,}/g;

/** Converts each number that a double would change to a string. */
function quoteLargeNumbers(text: string, onLarge: ((digits: string) => void) | undefined): string {
  let isInText = false;
  return text.replace(TOKEN, (token) => {
    if (token === '"') isInText = !isInText;
    if (isInText || token.length < MIN_LONG_DIGITS || isExact(token)) return token;
    onLarge?.(token);
    return `"${token}"`;
  });
}

/** Returns true for a number that a double can represent, and for fractions, which are approximations. */
function isExact(number: string): boolean {
  const written = parseDecimal(number);
  if (written === undefined || written.power < 0) return true;
  const held = parseDecimal(String(Number(number)));
  return held?.digits === written.digits && held.power === written.power;
}

/** Splits a decimal number into its significant digits and the power of ten of the last digit. */
function parseDecimal(number: string): { digits: string; power: number } | undefined {
  const parts = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(number);
  if (!parts) return undefined;
  const [, whole = "", fraction = "", exponent = "0"] = parts;
  const all = whole + fraction;
  let [first, end] = [0, all.length];
  while (first < end && all[first] === "0") first += 1;
  while (end > first && all[end - 1] === "0") end -= 1;
  if (first === end) return { digits: "", power: 0 };
  return { digits: all.slice(first, end), power: Number(exponent) - fraction.length + all.length - end };
}

/** Returns whether a parsed JSON value is an object and not an array. */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
