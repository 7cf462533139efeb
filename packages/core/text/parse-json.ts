import { isAscii } from "node:buffer";

/**
 * A whole number that no double holds, as it was written. A request with one is refused by whoever reads it:
 * `findLargeNumber` says where it is. As JSON it is its own digits, as a text.
 */
export class LargeNumber {
  readonly written: string;

  constructor(written: string) {
    this.written = written;
  }

  toJSON(): string {
    return this.written;
  }
}

/** The end of the sentence that refuses such a number; before it stands where the number is. */
export const SEND_AS_TEXT = "is a whole number that JSON readers round; send it as a text";

/**
 * Parses JSON from outside: everything that another service, a caller or a model wrote. Throws SyntaxError
 * like `JSON.parse`, and differs from it in two ways.
 *
 * - A whole number that a double cannot hold (`JSON.parse` makes …800 of 1234567890123456789) is what `keep`
 *   makes of its text; left out, the text itself. A short one beyond all doubles (1e400) stays Infinity.
 * - Texts and keys are well formed: half a surrogate pair is U+FFFD, and control characters other than tab,
 *   line feed and carriage return, which JSON takes only in escapes, are left out.
 *
 * A byte order mark is passed over. Most bodies need no change. One look at the bytes decides that, so that
 * 1 MiB costs what `JSON.parse` costs (`npm run bench -- json`). All else takes a time that grows with the
 * length alone.
 */
export function parseJson(
  source: string | Buffer,
  keep: (written: string) => unknown = (written) => written,
): unknown {
  // Text becomes bytes too: that is the look's form, and takes half pairs away on the way.
  const all = typeof source === "string" ? Buffer.from(source) : source;
  const bytes = all[0] === 0xef && all[1] === 0xbb && all[2] === 0xbf ? all.subarray(3) : all;
  // Several times as fast as to decode UTF-8; this pays for the look.
  const text = isAscii(bytes) ? bytes.toString("latin1") : bytes.toString("utf8");
  // Parsed first: of text that is no JSON nothing is made that is.
  const value: unknown = JSON.parse(text);
  const whole = hasBadEscape(bytes, text) ? mendEscapes(text) : text;
  const marked = hasLongNumber(bytes) ? markLargeNumbers(whole) : whole;
  if (marked === text) return value;
  const again: unknown = JSON.parse(marked);
  return marked === whole ? again : unmark(again, keep);
}

/**
 * Where the first LargeNumber of a value is, or a number that is Infinity: `body.items.0.id`. `undefined`
 * for a value without one.
 */
export function findLargeNumber(value: unknown): string | undefined {
  const [first] = findPaths(
    value,
    (at) => at instanceof LargeNumber || at === Infinity || at === -Infinity,
    1,
  );
  return first;
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

/** Of the control characters those below U+0020, but for tab, line feed and carriage return. */
const CONTROLS = /(?![\t\n\r\u007f-\u009f])\p{Cc}/u;
const ALL_CONTROLS = new RegExp(CONTROLS, "gu");

/** A text as JSON can carry it: half a surrogate pair is U+FFFD, and controls that JSON forbids are gone. */
export function mendText(text: string): string {
  const whole = text.isWellFormed() ? text : text.toWellFormed();
  return CONTROLS.test(whole) ? whole.replace(ALL_CONTROLS, "") : whole;
}

/** Does the same for every text and key of a JSON value. A value that needs nothing is returned itself. */
export function mendJson(value: unknown): unknown {
  if (typeof value === "string") return mendText(value);
  if (Array.isArray(value)) {
    const mended = value.map(mendJson);
    return mended.some((item, index) => item !== value[index]) ? mended : value;
  }
  if (value === null || typeof value !== "object" || value instanceof LargeNumber) return value;
  const fields = Object.entries(value);
  const mended = fields.map(([name, field]) => [mendText(name), mendJson(field)] as const);
  const same = mended.every(([name, field], at) => name === fields[at]?.[0] && field === fields[at]?.[1]);
  return same ? value : Object.fromEntries(mended);
}

const BACKSLASH = 0x5c;

/** Escapes of half a surrogate pair or a control, and some that look like them. */
const SUSPECT = /\\(?:[bf]|u(?:00[01]|[dD][89a-fA-F]))/;

/**
 * Looks for an escape that `mendEscapes` changes. A pattern passes over bodies without a suspect one; from
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

/** Bytes of an escape, or of two that spell a pair; 0 for one that `mendEscapes` changes. */
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

const ESCAPE = /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u([\da-fA-F]{4})|(.))/g;

/** Writes JSON's escapes so that they spell well-formed text. */
function mendEscapes(text: string): string {
  return text.replace(ESCAPE, (written, code: string | undefined, letter: string | undefined) => {
    if (letter === "b" || letter === "f") return "";
    if (code === undefined) return written;
    if (/^d[89a-f]/i.test(code)) return "\\ufffd";
    return CONTROLS.test(String.fromCharCode(Number.parseInt(code, 16))) ? "" : written;
  });
}

/**
 * Looks for 16 digits in a row that may be a whole number; fewer are never rounded. Wherever they lie, they
 * fill three aligned words of four bytes, so every third word is enough to find them. Digits in a text can
 * look like a number's; `markLargeNumbers` tells them apart.
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

/** No text of JSON holds it once its escapes are mended. */
const MARK = "\0";
const NUMBER = /-?\d[\d.eE+-]*/g;

/** Writes each number that a double would change as a text that begins with the mark. */
function markLargeNumbers(text: string): string {
  const parts: string[] = [];
  for (let from = 0; from < text.length; ) {
    const open = text.indexOf('"', from);
    const end = open < 0 ? text.length : open;
    parts.push(
      text.slice(from, end).replace(NUMBER, (number) => (isHeld(number) ? number : `"\\u0000${number}"`)),
    );
    from = open < 0 ? end : endOfText(text, open);
    parts.push(text.slice(end, from));
  }
  return parts.join("");
}

/** The place behind the quote that closes a JSON text. */
function endOfText(text: string, open: number): number {
  for (let close = text.indexOf('"', open + 1); close >= 0; close = text.indexOf('"', close + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(close - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return close + 1;
  }
  return text.length;
}

/** Returns true for a number that a double holds, and for one with a fraction, which is only near anyway. */
function isHeld(number: string): boolean {
  if (number.length < 16) return true;
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

/** Puts what `keep` makes of it in place of each marked text. Depth costs no stack. */
function unmark(value: unknown, keep: (written: string) => unknown): unknown {
  const root = { value };
  const left: object[] = [root];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const fields = next as Record<string, unknown>;
    for (const name of Object.keys(fields)) {
      const field = fields[name];
      if (typeof field === "string" && field.startsWith(MARK)) fields[name] = keep(field.slice(1));
      else if (typeof field === "object" && field !== null) left.push(field);
    }
  }
  return root.value;
}
