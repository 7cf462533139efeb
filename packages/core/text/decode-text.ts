import { isAscii, isUtf8 } from "node:buffer";
import { TextDecoder } from "node:util";
import { decodeOldCharset } from "./old-charsets.ts";

const HEADER_CHARSET = /;\s*charset\s*=\s*["']?([\w.:-]{1,40})/i;

/** Creates a charset's decoder by any of its names (WHATWG Encoding), or `undefined` if it is unknown. */
function createDecoder(label: string | undefined, fatal = false): TextDecoder | undefined {
  if (label === undefined) return undefined;
  try {
    return new TextDecoder(label, { fatal });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Returns the charset in a `content-type`. */
export function readCharset(contentType: string | undefined): string | undefined {
  return HEADER_CHARSET.exec(contentType ?? "")?.[1];
}

/**
 * Decodes all bytes in streaming mode. Otherwise, Node 20 treats windows-1252 as Latin 1 and loses its
 * quotes, dashes and the euro sign. Drops an incomplete character at the end of a `cut` text.
 */
function decodeWhole(decoder: TextDecoder, bytes: Buffer, cut = false): string {
  return decoder.decode(bytes, { stream: true }) + (cut ? "" : decoder.decode());
}

/**
 * Decodes bytes strictly. Returns `undefined` for an unknown charset, and for bytes that are invalid in it.
 */
function decodeValid(bytes: Buffer, label: string, cut: boolean): string | undefined {
  const decoder = createDecoder(label, true);
  try {
    return decoder && decodeWhole(decoder, bytes, cut);
  } catch {
    return undefined;
  }
}

/** Decodes a response, using the charset in its `content-type`. */
export function decodeText(bytes: Buffer, contentType: string | undefined, cut = false): string {
  return decodeAs(bytes, [readCharset(contentType)], cut);
}

/**
 * Decodes bytes by trying charsets. A byte order mark takes precedence. Otherwise, valid UTF-8 counts as
 * UTF-8 whatever was declared, because text in other charsets is hardly ever valid UTF-8. Otherwise, uses the
 * first of `labels` in which the bytes are valid. Otherwise, uses UTF-8 with errors if most letters are
 * valid, or else windows-1252, as browsers do. Drops an incomplete character at the end of a `cut` text.
 */
export function decodeAs(bytes: Buffer, labels: readonly (string | undefined)[], cut = false): string {
  const marked = readUtf16Mark(bytes);
  if (marked) return decodeWhole(new TextDecoder(marked), bytes, cut);
  // ASCII bytes may be in a charset with shift sequences (ISO-2022-JP) or, if they include zeros, in UTF-16.
  const ascii = isAscii(bytes);
  const hasZeros = bytes.subarray(0, 1_024).includes(0);
  for (const label of [...(ascii || hasZeros ? [] : ["utf-8"]), ...labels]) {
    if (label === undefined) continue;
    const isWrongLabel = ascii && !hasZeros && createDecoder(label)?.encoding.startsWith("utf-16");
    if (isWrongLabel) continue;
    const text = decodeOldCharset(bytes, label) ?? decodeValid(bytes, label, cut);
    if (text !== undefined) return text;
  }
  const text = decodeWhole(new TextDecoder(), bytes, cut);
  const errors = text.match(/\uFFFD/g)?.length ?? 0;
  const letters = text.match(/[^\0-\x7f\uFFFD]/g)?.length ?? 0;
  return errors > letters ? decodeWhole(new TextDecoder("windows-1252"), bytes, cut) : text;
}

/** Returns the charset of a UTF-16 byte order mark, or `undefined` without one. */
function readUtf16Mark([first, second]: Buffer): "utf-16le" | "utf-16be" | undefined {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : undefined;
}

/** Returns true if a response is UTF-8 and declares no other charset. */
export function isPlainUtf8(bytes: Buffer, contentType: string | undefined): boolean {
  return isUtf8(bytes) && (createDecoder(readCharset(contentType))?.encoding ?? "utf-8") === "utf-8";
}
