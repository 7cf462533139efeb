import { type ByteStream, ByteStreamWriter, writeByteStream } from "./byte-stream.ts";
import { decodeEscapes, hasEscapes, NIBBLES } from "./escapes.ts";

/** Character classes of bytes, as bit flags. */
const BASE64 = 1;
const HEX = 2;

/** Character class of each byte. */
const CLASSES = new Uint8Array(256);
/** Six-bit value of each base64 digit. */
const SEXTETS = new Uint8Array(256);
/** 1 for each byte that a byte stream includes. */
const SHOWN = Uint8Array.from({ length: 256 }, (_, byte) => (byte > 0x20 && byte !== 0x7f ? 1 : 0));

[..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_"].forEach((letter, at) => {
  CLASSES[letter.charCodeAt(0)] = BASE64;
  // base64url writes `-_` for `+/`, with the same values.
  SEXTETS[letter.charCodeAt(0)] = at < 64 ? at : at - 2;
});
for (const digit of "0123456789abcdefABCDEF") CLASSES[digit.charCodeAt(0)] = BASE64 | HEX;

const MIN_TOKEN_LENGTH = 12;
/** Shared by all calls of `decodeTexts`, which reads one text at a time. */
const [TEXT_WRITER, DECODED_WRITER] = [new ByteStreamWriter(), new ByteStreamWriter()];

interface Run {
  start: number;
  end: number;
}

/** Limits of the search in decoded bytes. */
export interface SearchLimits {
  /** Length in bytes of the shortest secret. */
  shortest: number;
  /** True if all secrets are ASCII, so that a byte above 127 cannot be part of one. */
  isAscii: boolean;
}

/**
 * Passes each decoded form of a stream to `show`: escapes, base64 and hexadecimal. Each form is only valid
 * until `show` returns.
 */
export function forEachDecodedStream(
  stream: ByteStream,
  limits: SearchLimits,
  writer: ByteStreamWriter,
  show: (decoded: ByteStream) => void,
): void {
  const { base64, hex } = findLongRuns(stream, limits.shortest);
  if (hasEscapes(stream, limits.shortest)) show(decodeEscapes(stream, writer));
  const base64Parts = base64.flatMap((run) => findParts(stream, run, limits));
  if (base64Parts.length > 0) show(decodeBase64(stream, base64Parts, writer));
  if (hex.length > 0) show(decodeHex(stream, hex, writer));
}

/** Returns the decoded forms of a short text. Ignores runs too short for a token. */
export function decodeTexts(text: string): string[] {
  const texts: string[] = [];
  const limits = { shortest: MIN_TOKEN_LENGTH, isAscii: true };
  forEachDecodedStream(writeByteStream(text, TEXT_WRITER), limits, DECODED_WRITER, ({ bytes, length }) => {
    texts.push(Buffer.from(bytes.subarray(0, length)).toString("latin1"));
  });
  return texts;
}

/** Returns the runs of base64 and hexadecimal digits that are long enough to encode the shortest secret. */
function findLongRuns(
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

/**
 * Returns the parts of a base64 run that decode to at least as much text as the shortest secret. Tries all
 * four alignments, because a secret may start anywhere in the encoded data. Plain words and binary data
 * rarely decode to text, so few parts remain to search.
 */
function findParts({ bytes }: ByteStream, { start, end }: Run, { shortest, isAscii }: SearchLimits): Run[] {
  const parts: Run[] = [];
  const nonAsciiBits = isAscii ? 0x808080 : 0;
  // The first and last bytes of a secret may share their groups with other data.
  const minVisible = shortest - 4;
  for (let offset = 0; offset < 4; offset += 1) {
    let first = start + offset;
    let visible = 0;
    for (let at = first; at + 3 < end; at += 4) {
      const group = readGroup(bytes, at);
      if ((group & nonAsciiBits) === 0) {
        visible += countVisible(group);
        continue;
      }
      if (visible >= minVisible) parts.push({ start: Math.max(start + offset, first - 4), end: at + 4 });
      first = at + 4;
      visible = 0;
    }
    if (visible >= minVisible) parts.push({ start: Math.max(start + offset, first - 4), end });
  }
  return parts;
}

function readGroup(bytes: Uint8Array, at: number): number {
  const first = ((SEXTETS[bytes[at] ?? 0] ?? 0) << 6) | (SEXTETS[bytes[at + 1] ?? 0] ?? 0);
  const second = ((SEXTETS[bytes[at + 2] ?? 0] ?? 0) << 6) | (SEXTETS[bytes[at + 3] ?? 0] ?? 0);
  return (first << 12) | second;
}

function countVisible(group: number): number {
  return (SHOWN[group >> 16] ?? 0) + (SHOWN[(group >> 8) & 0xff] ?? 0) + (SHOWN[group & 0xff] ?? 0);
}

/** Decodes the parts as base64 or base64url, and writes them one after another. */
function decodeBase64(
  { bytes, from, to }: ByteStream,
  parts: readonly Run[],
  writer: ByteStreamWriter,
): ByteStream {
  const decoded = writer.begin(bufferSize(parts), true);
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

/** Decodes the runs as hexadecimal, two digits per byte, at both alignments. */
function decodeHex(
  { bytes, from, to }: ByteStream,
  runs: readonly Run[],
  writer: ByteStreamWriter,
): ByteStream {
  const decoded = writer.begin(bufferSize(runs), true);
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

/** Returns a buffer size that fits any of these decodings: one byte per character, plus gaps. */
function bufferSize(runs: readonly Run[]): number {
  return runs.reduce((sum, { start, end }) => sum + end - start + 2, 0);
}
