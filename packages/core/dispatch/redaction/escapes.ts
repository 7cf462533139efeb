import type { ByteStream, ByteStreamWriter } from "./byte-stream.ts";

const [PERCENT, BACKSLASH, AMPERSAND, HASH, SEMICOLON] = [0x25, 0x5c, 0x26, 0x23, 0x3b];
/** 1 for each byte that can start an escape. */
const LEADS = new Uint8Array(256);
for (const lead of [PERCENT, BACKSLASH, AMPERSAND]) LEADS[lead] = 1;

/** Value of each hexadecimal digit by its byte; 255 for other bytes. */
export const NIBBLES = new Uint8Array(256).fill(0xff);
for (const digit of "0123456789abcdefABCDEF") NIBBLES[digit.charCodeAt(0)] = Number.parseInt(digit, 16);

/** Named entities of punctuation that tokens may contain, each followed by its character: `&amp;` is `&`. */
const NAMED =
  "amp& lt< gt> quot\" apos' excl! num# dollar$ percnt% lpar( rpar) ast* midast* plus+ comma, period. sol/ " +
  "colon: semi; equals= quest? commat@ lsqb[ lbrack[ bsol\\ rsqb] rbrack] hat^ lowbar_ grave` lcub{ lbrace{ " +
  "verbar| vert| rcub} rbrace}";
const ENTITIES: ReadonlyMap<string, number> = new Map([
  ...NAMED.split(" ").map((entity): [string, number] => [
    entity.slice(0, -1),
    entity.charCodeAt(entity.length - 1),
  ]),
  ...([
    ["nbsp", 0xa0],
    ["shy", 0xad],
    ["tab", 0x09],
    ["newline", 0x0a],
  ] as const),
]);
const MAX_ENTITY_LENGTH = 10;

/**
 * Returns true if a stream contains escapes worth decoding. In binary data a backslash may be a coincidence,
 * so it must be within a run of text at least as long as the shortest secret.
 */
export function hasEscapes({ bytes, length, isData }: ByteStream, shortest: number): boolean {
  let start = 0;
  let last = -1;
  for (let at = 0; at < length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (LEADS[byte] === 1) last = at;
    if (isData && (byte <= 0x20 || byte >= 0x7f)) start = at + 1;
    else if (last >= start && at - start >= shortest) return true;
  }
  return last >= start && length > 0 && !isData;
}

/** Decodes one layer of `%41`, `\u0041`, `\x41`, `\"`, `&#65;`, `&#x41;` and `&amp;`. Copies other bytes. */
export function decodeEscapes(stream: ByteStream, writer: ByteStreamWriter): ByteStream {
  const { bytes, from, to, length } = stream;
  // An escape is never shorter than the character that it encodes.
  const decoded = writer.begin(length, stream.isData);
  for (let at = 0; at < length; ) {
    const read = LEADS[bytes[at] ?? 0] === 1 ? readEscape(stream, at) : undefined;
    const start = from[at] ?? 0;
    if (read === undefined) decoded.byte(bytes[at] ?? 0, start, to[at] ?? 0);
    else if (read.isByte) decoded.byte(read.code, start, to[read.end - 1] ?? 0);
    else decoded.character(read.code, start, to[read.end - 1] ?? 0);
    at = read?.end ?? at + 1;
  }
  return decoded;
}

interface Escape {
  code: number;
  end: number;
  /** True if `code` is a UTF-8 byte, not a character. */
  isByte?: boolean;
}

function readEscape(stream: ByteStream, at: number): Escape | undefined {
  const lead = stream.bytes[at];
  if (lead === PERCENT) {
    const code = readDigits(stream, at + 1, 2);
    return code === undefined ? undefined : { code, end: at + 3, isByte: true };
  }
  return lead === BACKSLASH ? readBackslash(stream, at) : readEntity(stream, at);
}

function readBackslash(stream: ByteStream, at: number): Escape | undefined {
  const letter = stream.bytes[at + 1];
  if (letter === undefined || at + 1 >= stream.length) return undefined;
  const escaped = String.fromCharCode(letter);
  if (escaped === "x") {
    const code = readDigits(stream, at + 2, 2);
    if (code !== undefined) return { code, end: at + 4 };
  }
  if (escaped === "u") {
    const unit = readUnicode(stream, at);
    if (unit !== undefined) return unit;
  }
  if ("nrtfb".includes(escaped)) return { code: 0x20, end: at + 2 };
  return { code: letter, end: at + 2, isByte: true };
}

/** Reads `\u0041`, `\u{41}`, or a surrogate pair. */
function readUnicode(stream: ByteStream, at: number): Escape | undefined {
  const { bytes } = stream;
  if (bytes[at + 2] === 0x7b) return readNumber(stream, at + 3, 16, 0x7d);
  const high = readDigits(stream, at + 2, 4);
  if (high === undefined) return undefined;
  if (high >= 0xd800 && high < 0xdc00 && bytes[at + 6] === BACKSLASH && bytes[at + 7] === 0x75) {
    const low = readDigits(stream, at + 8, 4) ?? 0;
    if (low >= 0xdc00 && low < 0xe000)
      return { code: 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00), end: at + 12 };
  }
  return { code: high, end: at + 6 };
}

function readEntity(stream: ByteStream, at: number): Escape | undefined {
  const { bytes, length } = stream;
  if (bytes[at + 1] === HASH) {
    const hexadecimal = ((bytes[at + 2] ?? 0) | 0x20) === 0x78;
    return readNumber(stream, at + (hexadecimal ? 3 : 2), hexadecimal ? 16 : 10, SEMICOLON);
  }
  let name = "";
  for (let next = at + 1; next < length && next <= at + MAX_ENTITY_LENGTH; next += 1) {
    if (bytes[next] === SEMICOLON) {
      const code = ENTITIES.get(name.toLowerCase());
      return code === undefined ? undefined : { code, end: next + 1 };
    }
    name += String.fromCharCode(bytes[next] ?? 0);
  }
  return undefined;
}

/** Reads a character's number and its terminator. An entity at the end of a shortened text may lack one. */
function readNumber(stream: ByteStream, start: number, radix: 10 | 16, mark: number): Escape | undefined {
  let [code, at] = [0, start];
  for (; at < stream.length && at < start + MAX_ENTITY_LENGTH; at += 1) {
    const digit = NIBBLES[stream.bytes[at] ?? 0] ?? 0xff;
    if (digit >= radix) break;
    code = code * radix + digit;
  }
  if (at === start || code > 0x10ffff) return undefined;
  return { code, end: stream.bytes[at] === mark && at < stream.length ? at + 1 : at };
}

/** Reads exactly `count` hexadecimal digits. */
function readDigits({ bytes, length }: ByteStream, at: number, count: number): number | undefined {
  if (at + count > length) return undefined;
  let code = 0;
  for (let next = at; next < at + count; next += 1) {
    const digit = NIBBLES[bytes[next] ?? 0] ?? 0xff;
    if (digit === 0xff) return undefined;
    code = code * 16 + digit;
  }
  return code;
}
