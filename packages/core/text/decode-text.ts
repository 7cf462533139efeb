import { isUtf8 } from "node:buffer";
import { TextDecoder } from "node:util";

const HEADER_CHARSET = /;\s*charset\s*=\s*["']?([\w.:-]{1,40})/i;

/** The decoder of a charset by any of its names (WHATWG Encoding); `undefined` for one that nobody knows. */
export function decoderFor(label: string | undefined): TextDecoder | undefined {
  if (label === undefined) return undefined;
  try {
    return new TextDecoder(label);
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
export function decodeWhole(decoder: TextDecoder, bytes: Buffer, cut = false): string {
  return decoder.decode(bytes, { stream: true }) + (cut ? "" : decoder.decode());
}

/**
 * The text of an answer, by its byte order mark, else by the charset that its `content-type` names, else as
 * UTF-8. What is no UTF-8, and does not say that it is, is windows-1252, as browsers take it. What says
 * windows-1252 or Latin 1 and is valid UTF-8 is UTF-8: letters of the one are hardly ever valid in the other.
 */
export function decodeText(bytes: Buffer, contentType: string | undefined, cut = false): string {
  const [first, second] = bytes;
  const marked =
    first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff && "utf-16be";
  const declared = declaredDecoder(contentType);
  const isMislabelled = declared?.encoding === "windows-1252" && isUtf8(bytes);
  const decoder = decoderFor(marked || (isMislabelled ? "utf-8" : undefined)) ?? declared;
  if (decoder !== undefined) return decodeWhole(decoder, bytes, cut);
  const strict = new TextDecoder("utf-8", { fatal: true });
  try {
    return decodeWhole(strict, bytes, cut);
  } catch {
    return decodeWhole(new TextDecoder("windows-1252"), bytes, cut);
  }
}

/** Returns true for an answer in UTF-8 that names no other charset: its bytes are its text. */
export function isPlainUtf8(bytes: Buffer, contentType: string | undefined): boolean {
  return isUtf8(bytes) && (declaredDecoder(contentType)?.encoding ?? "utf-8") === "utf-8";
}
