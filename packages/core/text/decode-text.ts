import { isAscii, isUtf8 } from "node:buffer";
import { TextDecoder } from "node:util";

const HEADER_CHARSET = /;\s*charset\s*=\s*["']?([\w.:-]{1,40})/i;

/** The decoder of a charset by any of its names (WHATWG Encoding); `undefined` for one that nobody knows. */
function decoderFor(label: string | undefined, fatal = false): TextDecoder | undefined {
  if (label === undefined) return undefined;
  try {
    return new TextDecoder(label, { fatal });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The decoder of the charset that a `content-type` names; `undefined` where it names none that is known. */
export function declaredDecoder(contentType: string | undefined): TextDecoder | undefined {
  return decoderFor(HEADER_CHARSET.exec(contentType ?? "")?.[1]);
}

/**
 * Decodes all at once. As a stream: asked for the whole, Node 20 takes windows-1252 for Latin 1 and loses its
 * quotes, dashes and the euro sign. Of a text that was `cut` half a character at the end is left out.
 */
function decodeWhole(decoder: TextDecoder, bytes: Buffer, cut = false): string {
  return decoder.decode(bytes, { stream: true }) + (cut ? "" : decoder.decode());
}

/** The text of an answer, whose `content-type` may name its charset. */
export function decodeText(bytes: Buffer, contentType: string | undefined, cut = false): string {
  return decodeAs(bytes, [declaredDecoder(contentType)?.encoding], cut);
}

/**
 * Decodes by validity. A byte order mark decides; else bytes that are valid UTF-8 are UTF-8, whatever is said
 * of them, because letters of other charsets are hardly ever valid in it; else the first of `labels` in which
 * they are valid. The rest is UTF-8 with errors where most of its letters are valid, else windows-1252, as
 * browsers take it. Of a text that was `cut` half a character at the end is left out.
 */
export function decodeAs(bytes: Buffer, labels: readonly (string | undefined)[], cut = false): string {
  const [first, second] = bytes;
  const marked =
    first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff && "utf-16be";
  if (marked) return decodeWhole(new TextDecoder(marked), bytes, cut);
  // ASCII bytes may be in a charset that shifts (ISO-2022-JP) and, with zeros among them, in UTF-16.
  const ascii = isAscii(bytes);
  const hasZeros = bytes.subarray(0, 1_024).includes(0);
  for (const label of [...(ascii || hasZeros ? [] : ["utf-8"]), ...labels]) {
    const decoder = decoderFor(label, true);
    if (ascii && !hasZeros && decoder?.encoding.startsWith("utf-16")) continue;
    try {
      if (decoder !== undefined) return decodeWhole(decoder, bytes, cut);
    } catch {
      // The bytes are not valid in this charset.
    }
  }
  const text = decodeWhole(new TextDecoder(), bytes, cut);
  const errors = text.match(/\uFFFD/g)?.length ?? 0;
  const letters = text.match(/[^\0-\x7f\uFFFD]/g)?.length ?? 0;
  return errors > letters ? decodeWhole(new TextDecoder("windows-1252"), bytes, cut) : text;
}

/** Returns true for an answer in UTF-8 that names no other charset: its bytes are its text. */
export function isPlainUtf8(bytes: Buffer, contentType: string | undefined): boolean {
  return isUtf8(bytes) && (declaredDecoder(contentType)?.encoding ?? "utf-8") === "utf-8";
}
