import { type ByteStream, ByteStreamWriter, streamOf } from "./byte-stream.ts";

/** Classes of bytes, as bits. */
const BASE64 = 1;
const HEX = 2;
const ESCAPE = 4;

const CLASSES = new Uint8Array(256);
const SEXTETS = new Uint8Array(256);
const NIBBLES = new Uint8Array(256).fill(0xff);
/** 1 for what a byte stream keeps. */
const SHOWN = Uint8Array.from({ length: 256 }, (_, byte) => (byte > 0x20 && byte !== 0x7f ? 1 : 0));

[..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"].forEach((letter, value) => {
  CLASSES[letter.charCodeAt(0)] = BASE64;
  SEXTETS[letter.charCodeAt(0)] = value;
});
for (const [letter, value] of [
  ["-", 62],
  ["_", 63],
] as const) {
  CLASSES[letter.charCodeAt(0)] = BASE64;
  SEXTETS[letter.charCodeAt(0)] = value;
}
for (const letter of "0123456789abcdefABCDEF") {
  CLASSES[letter.charCodeAt(0)] = BASE64 | HEX;
  NIBBLES[letter.charCodeAt(0)] = Number.parseInt(letter, 16);
}
const [PERCENT, BACKSLASH, AMPERSAND, HASH, SEMICOLON] = [0x25, 0x5c, 0x26, 0x23, 0x3b];
for (const lead of [PERCENT, BACKSLASH, AMPERSAND]) CLASSES[lead] = ESCAPE;

/** Named entities of what tokens are made of beside letters and digits. */
const ENTITIES: ReadonlyMap<string, number> = new Map(
  Object.entries({
    amp: "&",
    lt: "<",
    gt: ">",
    quot: '"',
    apos: "'",
    nbsp: "\u00a0",
    shy: "\u00ad",
    excl: "!",
    num: "#",
    dollar: "$",
    percnt: "%",
    lpar: "(",
    rpar: ")",
    ast: "*",
    midast: "*",
    plus: "+",
    comma: ",",
    period: ".",
    sol: "/",
    colon: ":",
    semi: ";",
    equals: "=",
    quest: "?",
    commat: "@",
    lsqb: "[",
    lbrack: "[",
    bsol: "\\",
    rsqb: "]",
    rbrack: "]",
    hat: "^",
    lowbar: "_",
    grave: "`",
    lcub: "{",
    lbrace: "{",
    verbar: "|",
    vert: "|",
    rcub: "}",
    rbrace: "}",
    tab: "\t",
    newline: "\n",
  }).map(([name, character]) => [name, character.charCodeAt(0)]),
);
const LONGEST_ENTITY = 10;
const SHORTEST_TOKEN = 12;

interface Run {
  start: number;
  end: number;
}

/** What is looked for in decoded bytes. */
export interface Wanted {
  /** Bytes of the shortest secret. */
  shortest: number;
  /** All secrets are ASCII, so that bytes of eight bits end what could be one. */
  isAscii: boolean;
}

/**
 * What a stream may say beside its own bytes, each found in one pass over it and shown before the next is written in
 * its place.
 */
export function eachDecodedStream(
  stream: ByteStream,
  wanted: Wanted,
  writer: ByteStreamWriter,
  show: (decoded: ByteStream) => void,
): void {
  const { base64, hex } = longRuns(stream, wanted.shortest);
  if (hasEscapes(stream, wanted.shortest)) show(withoutEscapes(stream, writer));
  const promising = base64.flatMap((run) => promisingParts(stream, run, wanted));
  if (promising.length > 0) show(fromBase64(stream, promising, writer));
  if (hex.length > 0) show(fromHex(stream, hex, writer));
}

/** What a short text reads as once an encoding is taken off; runs shorter than the shortest token are left alone. */
export function decodedTexts(text: string): string[] {
  const texts: string[] = [];
  const wanted = { shortest: SHORTEST_TOKEN, isAscii: true };
  eachDecodedStream(streamOf(text), wanted, new ByteStreamWriter(), ({ bytes, length }) => {
    texts.push(Buffer.from(bytes.subarray(0, length)).toString("latin1"));
  });
  return texts;
}

function longRuns(
  { bytes, length }: ByteStream,
  shortest: number,
): { base64: readonly Run[]; hex: readonly Run[] } {
  const [shortestBase64, shortestHex] = [Math.ceil((shortest * 4) / 3), shortest * 2];
  const base64: Run[] = [];
  const hex: Run[] = [];
  let base64Start = 0;
  let hexStart = 0;
  for (let at = 0; at <= length; at += 1) {
    const kind = at < length ? (CLASSES[bytes[at] ?? 0] ?? 0) : 0;
    if (kind & HEX) continue;
    if (at - hexStart >= shortestHex) hex.push({ start: hexStart, end: at });
    hexStart = at + 1;
    if (kind & BASE64) continue;
    if (at - base64Start >= shortestBase64) base64.push({ start: base64Start, end: at });
    base64Start = at + 1;
  }
  return { base64, hex };
}

/** Among decoded bytes a lone backslash is chance; one in as much text as a secret has is not. */
function hasEscapes({ bytes, length, isData }: ByteStream, shortest: number): boolean {
  let start = 0;
  let last = -1;
  for (let at = 0; at < length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (CLASSES[byte] === ESCAPE) last = at;
    if (isData && (byte <= 0x20 || byte >= 0x7f)) start = at + 1;
    else if (last >= start && at - start >= shortest) return true;
  }
  return last >= start && length > 0 && !isData;
}

/**
 * The parts of a run of base64 characters that decode to as much text as a secret has, from any of the four places where
 * a group of four characters may begin. Of other data, and of plain words, next to nothing does.
 */
function promisingParts({ bytes }: ByteStream, { start, end }: Run, { shortest, isAscii }: Wanted): Run[] {
  const parts: Run[] = [];
  const notText = isAscii ? 0x808080 : 0;
  // The first and last bytes of a secret may share their groups with others.
  const enough = shortest - 4;
  for (let offset = 0; offset < 4; offset += 1) {
    let first = start + offset;
    let seen = 0;
    for (let at = first; at + 3 < end; at += 4) {
      const group = groupAt(bytes, at);
      if ((group & notText) === 0) {
        seen += shownIn(group);
        continue;
      }
      if (seen >= enough) parts.push({ start: Math.max(start + offset, first - 4), end: at + 4 });
      first = at + 4;
      seen = 0;
    }
    if (seen >= enough) parts.push({ start: Math.max(start + offset, first - 4), end });
  }
  return parts;
}

function groupAt(bytes: Uint8Array, at: number): number {
  const first = ((SEXTETS[bytes[at] ?? 0] ?? 0) << 6) | (SEXTETS[bytes[at + 1] ?? 0] ?? 0);
  const second = ((SEXTETS[bytes[at + 2] ?? 0] ?? 0) << 6) | (SEXTETS[bytes[at + 3] ?? 0] ?? 0);
  return (first << 12) | second;
}

function shownIn(group: number): number {
  return (SHOWN[group >> 16] ?? 0) + (SHOWN[(group >> 8) & 0xff] ?? 0) + (SHOWN[group & 0xff] ?? 0);
}

/** The parts read as base64 or base64url, one behind the other. */
function fromBase64(
  { bytes, from, to }: ByteStream,
  parts: readonly Run[],
  writer: ByteStreamWriter,
): ByteStream {
  const decoded = writer.begin(roomFor(parts), true);
  for (const { start, end } of parts) {
    decoded.gap();
    let bits = 0;
    let count = 0;
    for (let at = start; at < end; at += 1) {
      bits = ((bits << 6) | (SEXTETS[bytes[at] ?? 0] ?? 0)) & 0xffff;
      count += 6;
      if (count < 8) continue;
      count -= 8;
      decoded.byte((bits >> count) & 0xff, from[at - 1] ?? 0, to[at] ?? 0);
    }
  }
  return decoded;
}

/** The runs read as hexadecimal digits, two a byte, from either of the first two on. */
function fromHex(
  { bytes, from, to }: ByteStream,
  runs: readonly Run[],
  writer: ByteStreamWriter,
): ByteStream {
  const decoded = writer.begin(roomFor(runs), true);
  for (const { start, end } of runs)
    for (let offset = 0; offset < 2; offset += 1) {
      decoded.gap();
      for (let at = start + offset; at + 1 < end; at += 2) {
        const byte = ((NIBBLES[bytes[at] ?? 0] ?? 0) << 4) | (NIBBLES[bytes[at + 1] ?? 0] ?? 0);
        decoded.byte(byte, from[at] ?? 0, to[at + 1] ?? 0);
      }
    }
  return decoded;
}

/** As many bytes as there are characters, and the gaps, are more than any of these decodings makes. */
function roomFor(runs: readonly Run[]): number {
  return runs.reduce((sum, { start, end }) => sum + end - start + 2, 0);
}

/** One layer of `%41`, `\u0041`, `\x41`, `\"`, `&#65;`, `&#x41;` and `&amp;` taken off; all else stays. */
function withoutEscapes(stream: ByteStream, writer: ByteStreamWriter): ByteStream {
  const { bytes, from, to, length } = stream;
  // An escape is never shorter than the character it stands for.
  const decoded = writer.begin(length, stream.isData);
  for (let at = 0; at < length; ) {
    const read = CLASSES[bytes[at] ?? 0] === ESCAPE ? escapeAt(stream, at) : undefined;
    const start = from[at] ?? 0;
    if (read === undefined) decoded.byte(bytes[at] ?? 0, start, to[at] ?? 0);
    else if (read.byte) decoded.byte(read.code, start, to[read.end - 1] ?? 0);
    else decoded.character(read.code, start, to[read.end - 1] ?? 0);
    at = read?.end ?? at + 1;
  }
  return decoded;
}

interface Escape {
  code: number;
  end: number;
  /** `code` is a byte of UTF-8, not a character. */
  byte?: boolean;
}

function escapeAt(stream: ByteStream, at: number): Escape | undefined {
  const lead = stream.bytes[at];
  if (lead === PERCENT) {
    const code = digitsAt(stream, at + 1, 2);
    return code === undefined ? undefined : { code, end: at + 3, byte: true };
  }
  return lead === BACKSLASH ? backslashAt(stream, at) : entityAt(stream, at);
}

function backslashAt(stream: ByteStream, at: number): Escape | undefined {
  const letter = stream.bytes[at + 1];
  if (letter === undefined || at + 1 >= stream.length) return undefined;
  const escaped = String.fromCharCode(letter);
  if (escaped === "x") {
    const code = digitsAt(stream, at + 2, 2);
    if (code !== undefined) return { code, end: at + 4 };
  }
  if (escaped === "u") {
    const unit = unicodeAt(stream, at);
    if (unit !== undefined) return unit;
  }
  if ("nrtfb".includes(escaped)) return { code: 0x20, end: at + 2 };
  return { code: letter, end: at + 2, byte: true };
}

/** `\u0041`, `\u{41}`, or a pair of surrogates. */
function unicodeAt(stream: ByteStream, at: number): Escape | undefined {
  const { bytes } = stream;
  if (bytes[at + 2] === 0x7b) return numberAt(stream, at + 3, 16, 0x7d);
  const high = digitsAt(stream, at + 2, 4);
  if (high === undefined) return undefined;
  if (high >= 0xd800 && high < 0xdc00 && bytes[at + 6] === BACKSLASH && bytes[at + 7] === 0x75) {
    const low = digitsAt(stream, at + 8, 4) ?? 0;
    if (low >= 0xdc00 && low < 0xe000)
      return { code: 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00), end: at + 12 };
  }
  return { code: high, end: at + 6 };
}

function entityAt(stream: ByteStream, at: number): Escape | undefined {
  const { bytes, length } = stream;
  if (bytes[at + 1] === HASH) {
    const hexadecimal = ((bytes[at + 2] ?? 0) | 0x20) === 0x78;
    return numberAt(stream, at + (hexadecimal ? 3 : 2), hexadecimal ? 16 : 10, SEMICOLON);
  }
  let name = "";
  for (let next = at + 1; next < length && next <= at + LONGEST_ENTITY; next += 1) {
    if (bytes[next] === SEMICOLON) {
      const code = ENTITIES.get(name.toLowerCase());
      return code === undefined ? undefined : { code, end: next + 1 };
    }
    name += String.fromCharCode(bytes[next] ?? 0);
  }
  return undefined;
}

/** A character's number and the mark behind it, which an entity at the end of a cut text may lack. */
function numberAt(stream: ByteStream, start: number, radix: 10 | 16, mark: number): Escape | undefined {
  let [code, at] = [0, start];
  for (; at < stream.length && at < start + LONGEST_ENTITY; at += 1) {
    const digit = NIBBLES[stream.bytes[at] ?? 0] ?? 0xff;
    if (digit >= radix) break;
    code = code * radix + digit;
  }
  if (at === start || code > 0x10ffff) return undefined;
  return { code, end: stream.bytes[at] === mark && at < stream.length ? at + 1 : at };
}

/** Exactly this many hexadecimal digits. */
function digitsAt({ bytes, length }: ByteStream, at: number, count: number): number | undefined {
  if (at + count > length) return undefined;
  let code = 0;
  for (let next = at; next < at + count; next += 1) {
    const digit = NIBBLES[bytes[next] ?? 0] ?? 0xff;
    if (digit === 0xff) return undefined;
    code = code * 16 + digit;
  }
  return code;
}
