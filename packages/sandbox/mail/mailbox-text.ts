import { headerOf, type MimePart } from "./mailbox-mime.ts";

/** Returns the leaf parts of a message. */
export function partsOf(part: MimePart): MimePart[] {
  return part.parts.length === 0 ? [part] : part.parts.flatMap(partsOf);
}

/** Returns whether the named header contains a text, or any header if no name is given. Ignores case. */
export function headerHolds(part: MimePart, name: string | undefined, text: string): boolean {
  const header = name === undefined ? part.head : headerOf(part, name);
  return header !== undefined && holds(decodeWords(header), text);
}

/** Returns whether one of a message's text parts contains a text. Ignores case. */
export function bodyHolds(message: MimePart, text: string): boolean {
  return partsOf(message).some((part) => part.type.startsWith("text/") && holds(decodedBody(part), text));
}

/** Returns a part's text with its transfer encoding and charset decoded. */
function decodedBody(part: MimePart): string {
  const encoding = headerOf(part, "content-transfer-encoding")?.toLowerCase();
  const bytes =
    encoding === "base64"
      ? Buffer.from(part.body, "base64")
      : Buffer.from(
          encoding === "quoted-printable" ? decodeEscapes(part.body.replace(/=\r\n/g, "")) : part.body,
          "latin1",
        );
  return inCharset(bytes, part.parameters.charset);
}

const ENCODED_WORD = /=\?([^?\s]+)\?([BQ])\?([^?\s]*)\?=/gi;

/** Decodes encoded words (RFC 2047) of any charset. White space between two of them is not text (6.2). */
function decodeWords(header: string): string {
  const joined = header.replace(/(\?=)\s+(?==\?[^?\s]+\?[BQ]\?)/gi, "$1");
  return inCharset(Buffer.from(joined, "latin1"), undefined).replace(
    ENCODED_WORD,
    (_, charset: string, encoding: string, text: string) => {
      const isBase64 = encoding.toUpperCase() === "B";
      const bytes = isBase64
        ? Buffer.from(text, "base64")
        : Buffer.from(decodeEscapes(text.replaceAll("_", " ")), "latin1");
      return inCharset(bytes, charset);
    },
  );
}

/** Decodes quoted-printable text, or an encoded word of that kind, to bytes (latin1). */
function decodeEscapes(text: string): string {
  return text.replace(/=([\dA-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** Decodes bytes. Treats an unknown charset as UTF-8. */
function inCharset(bytes: Buffer, charset = "utf-8"): string {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return bytes.toString("utf8");
  }
}

function holds(whole: string, part: string): boolean {
  return whole.toLowerCase().includes(part.toLowerCase());
}
