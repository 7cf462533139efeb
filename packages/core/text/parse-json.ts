import { isAscii } from "node:buffer";

/** The end of the sentence that refuses a number; before it stands where the number is. */
export const SEND_AS_TEXT = "is a whole number that JSON readers round; send it as a text";

/**
 * Parses JSON from outside: everything that another service, a caller or a model wrote. Throws SyntaxError
 * like `JSON.parse`, and differs from it in two ways.
 *
 * - A whole number that a double cannot hold (`JSON.parse` makes …800 of 1234567890123456789) is the text of
 *   its digits, and `onLarge` is called with it. A short one beyond all doubles (1e400) stays Infinity.
 * - Texts and keys are well formed: see `mendText`.
 *
 * A byte order mark is passed over. Most bodies need no change. One look at the bytes decides that, so that
 * 1 MiB costs what `JSON.parse` costs (`npm run bench -- json`). All else takes a time that grows with the
 * length alone.
 */
export function parseJson(source: string | Buffer, onLarge?: (digits: string) => void): unknown {
  const { bytes, text } = decoded(source);
  // Parsed first: of text that is no JSON nothing is made that is.
  const value: unknown = JSON.parse(text);
  const marked = hasLongNumber(bytes) ? textsForLargeNumbers(text, onLarge) : text;
  const again: unknown = marked === text ? value : JSON.parse(marked);
  return hasBadEscape(bytes, text) ? mendJson(again) : again;
}

/**
 * Parses the JSON of a request like `parseJson`, but leaves large numbers rounded: the request is refused for
 * them, and `findLargeNumber` says where one is.
 */
export function parseRequestJson(source: string | Buffer): unknown {
  const { bytes, text } = decoded(source);
  const value: unknown = JSON.parse(text);
  return hasBadEscape(bytes, text) ? mendJson(value) : value;
}

function decoded(source: string | Buffer): { bytes: Buffer; text: string } {
  // Text becomes bytes too: that is the look's form, and takes half pairs away on the way.
  const all = typeof source === "string" ? Buffer.from(source) : source;
  const bytes = all[0] === 0xef && all[1] === 0xbb && all[2] === 0xbf ? all.subarray(3) : all;
  // Several times as fast as to decode UTF-8; this pays for the look.
  return { bytes, text: isAscii(bytes) ? bytes.toString("latin1") : bytes.toString("utf8") };
}

/**
 * Where the first number of a value is that may have been rounded: a whole one beyond 2^53, or Infinity, as
 * in `body.items.0.id`. `undefined` for a value without one.
 */
export function findLargeNumber(value: unknown): string | undefined {
  return findPaths(value, isLarge, 1)[0];
}

function isLarge(value: unknown): boolean {
  return typeof value === "number" && Math.abs(value) > Number.MAX_SAFE_INTEGER;
}

/** The paths at which a value holds one of these texts, in order, at most so many. */
export function findTexts(value: unknown, texts: ReadonlySet<string>, most: number): string[] {
  return findPaths(value, (at) => typeof at === "string" && texts.has(at), most);
}

/** Depth costs no stack. */
function findPaths(value: unknown, isWanted: (value: unknown) => boolean, most: number): string[] {
  const found: string[] = [];
  const left: { value: unknown; path: string }[] = [{ value, path: "" }];
  for (let next = left.pop(); next !== undefined && found.length < most; next = left.pop()) {
    const { value: at, path } = next;
    if (isWanted(at)) found.push(path);
    else if (at !== null && typeof at === "object")
      for (const [name, inner] of Object.entries(at).reverse())
        left.push({ value: inner, path: path === "" ? name : `${path}.${name}` });
  }
  return found;
}

/** Control characters below U+0020, except tab, line feed and carriage return. */
const CONTROLS = /[^\P{Cc}\t\n\r\u007f-\u009f]/u;
const ALL_CONTROLS = new RegExp(CONTROLS, "gu");

/** A text as JSON can carry it: half a surrogate pair is U+FFFD, and controls that JSON forbids are gone. */
export function mendText(text: string): string {
  const whole = text.isWellFormed() ? text : text.toWellFormed();
  return CONTROLS.test(whole) ? whole.replace(ALL_CONTROLS, "") : whole;
}

function needsMending(value: unknown): boolean {
  if (typeof value === "string") return mendText(value) !== value;
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject && Object.keys(value).some(needsMending);
}

/**
 * Returns a JSON value with every text and key as `mendText` makes it: a copy, or the value itself where
 * nothing changes. Depth costs no stack.
 */
export function mendJson(value: unknown): unknown {
  if (findPaths(value, needsMending, 1).length === 0) return value;
  const root = [value];
  const left: object[] = [root];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const fields = next as Record<string, unknown>;
    for (const [name, field] of Object.entries(fields)) {
      if (typeof field === "string") fields[name] = mendText(field);
      if (typeof field !== "object" || field === null) continue;
      const entries = () => Object.entries(field).map(([key, inner]) => [mendText(key), inner]);
      const copy: object = Array.isArray(field) ? [...field] : Object.fromEntries(entries());
      fields[name] = copy;
      left.push(copy);
    }
  }
  return root[0];
}

const BACKSLASH = 0x5c;

/** Escapes of half a surrogate pair or a control, and some that look like them. */
const SUSPECT = /\\(?:[bf]|u(?:00[01]|[dD][89a-fA-F]))/;

/**
 * Looks for an escape whose text `mendText` changes. A pattern passes over bodies without a suspect one; from
 * there on bytes are looked at, as patterns are slow at the whole pairs of a text full of emoji.
 */
function hasBadEscape(bytes: Buffer, text: string): boolean {
  // The native search, for bodies without any.
  const suspect = bytes.includes(BACKSLASH) ? text.search(SUSPECT) : -1;
  if (suspect < 0) return false;
  const end = bytes.length;
  // From the start of its text on: a backslash before it may escape it. Beyond ASCII, places in text and
  // bytes differ.
  for (let at = end === text.length ? text.lastIndexOf('"', suspect) : 0; at < end; at += 1) {
    if (bytes[at] !== BACKSLASH) continue;
    const length = lengthOfGoodEscape(bytes, at);
    if (length === 0) return true;
    at += length - 1;
  }
  return false;
}

/** Bytes of an escape, or of two that spell a pair; 0 for one whose text `mendText` changes. */
function lengthOfGoodEscape(bytes: Buffer, at: number): number {
  const kind = bytes[at + 1];
  if (kind !== 0x75) return kind === 0x62 || kind === 0x66 ? 0 : 2;
  const first = lower(bytes[at + 2]);
  const second = lower(bytes[at + 3]);
  if (first === 0x30 && second === 0x30) return isControl(bytes[at + 4], lower(bytes[at + 5])) ? 0 : 6;
  if (first !== 0x64 || second < 0x38) return 6;
  return second <= 0x62 && isLowHalf(bytes, at + 6) ? 12 : 0;
}

/** Of an ASCII letter; digits stay what they are. */
function lower(byte = 0): number {
  return byte | 0x20;
}

/** The last two digits of `\u00__`: below 0x20, but for tab, line feed and carriage return. */
function isControl(third: number | undefined, fourth: number): boolean {
  if (third === 0x31) return true;
  return third === 0x30 && fourth !== 0x39 && fourth !== 0x61 && fourth !== 0x64;
}

/** `\uDC00` to `\uDFFF`. */
function isLowHalf(bytes: Buffer, at: number): boolean {
  if (bytes[at] !== BACKSLASH || bytes[at + 1] !== 0x75) return false;
  return lower(bytes[at + 2]) === 0x64 && lower(bytes[at + 3]) > 0x62;
}

/** As many digits as the shortest number has that a double may change. */
const LONG = 16;

/**
 * Looks for 16 digits in a row that may be a whole number; fewer are never rounded. Wherever they lie, they
 * fill three aligned words of four bytes, so every third word is enough to find them. Digits in a text can
 * look like a number's; `textsForLargeNumbers` tells them apart.
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
    // Each digit is looked at once, however long the row is.
    at = Math.max(at, (stop >> 2) - 2);
  }
  return false;
}

/** Four bytes that are all digits. */
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

/** By its neighbours: most ids stand in quotes, and most long rows of digits behind a point. */
function looksLikeNumber(bytes: Buffer, start: number, stop: number): boolean {
  const before = bytes[start - 1] ?? SPACE;
  const after = bytes[stop] ?? SPACE;
  const hasExponent = (after | 0x20) === 0x65;
  // Behind a point it is a fraction, and whole only with an exponent.
  if (before === POINT) return hasExponent && bytes[stop + 1] !== MINUS;
  if (before > SPACE && before !== COMMA && before !== 0x3a && before !== 0x5b && before !== MINUS)
    return false;
  if (hasExponent || after === POINT) return true;
  if (after > SPACE && after !== COMMA && after !== 0x5d && after !== 0x7d) return false;
  // Of 16 digits only those from 9007199254740993 on are too many.
  return stop - start > 16 || bytes[start] === 0x39;
}

/** A quote, what a backslash escapes, and a number as long as one that a double may change. */
const TOKEN = /"|\\.|-?\d[\d.eE+-]{15,}/g;

/** Writes each number that a double would change as a text. */
function textsForLargeNumbers(text: string, onLarge: ((digits: string) => void) | undefined): string {
  let isInText = false;
  return text.replace(TOKEN, (token) => {
    if (token === '"') isInText = !isInText;
    if (isInText || token.length < LONG || isHeld(token)) return token;
    onLarge?.(token);
    return `"${token}"`;
  });
}

/** Returns true for a number that a double holds, and for one with a fraction, which is only near anyway. */
function isHeld(number: string): boolean {
  const written = decimalOf(number);
  if (written === undefined || written.power < 0) return true;
  const held = decimalOf(String(Number(number)));
  return held?.digits === written.digits && held.power === written.power;
}

/** A decimal number as digits without zeros at either end, and the power of ten of the last one. */
function decimalOf(number: string): { digits: string; power: number } | undefined {
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
