import { decodeAs, readCharset } from "@plumbline/core/text/decode-text.ts";

/**
 * First bytes of a document in UTF-16 without a byte order mark, or in UTF-32, for which there is no built-in
 * decoder (XML 1.0, appendix F).
 */
const LEADING_BYTES: readonly [bytes: readonly number[], label: string][] = [
  [[0x3c, 0x00, 0x3f, 0x00], "utf-16le"],
  [[0x00, 0x3c, 0x00, 0x3f], "utf-16be"],
  [[0xff, 0xfe, 0x00, 0x00], "utf-32le"],
  [[0x00, 0x00, 0xfe, 0xff], "utf-32be"],
  [[0x3c, 0x00, 0x00, 0x00], "utf-32le"],
  [[0x00, 0x00, 0x00, 0x3c], "utf-32be"],
];

const DECLARATION = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]{1,40})["']/;

/**
 * Decodes an XML document. Its first bytes, its HTTP header and its declaration may state a charset.
 * `decodeAs` checks the charset against the bytes.
 */
export function decodeXml(body: Buffer, contentType: string | undefined): string {
  const begun = LEADING_BYTES.find(([bytes]) => bytes.every((byte, at) => body[at] === byte))?.[1];
  if (begun?.startsWith("utf-32")) return decodeUtf32(body, begun);
  const declared = DECLARATION.exec(body.toString("latin1", 0, 1_024))?.[1];
  // A declaration that can be read byte by byte is not in UTF-16, whatever it states.
  const inside = declared?.toLowerCase().startsWith("utf-16") ? undefined : declared;
  return decodeAs(body, [begun, readCharset(contentType), inside]);
}

function decodeUtf32(body: Buffer, label: string): string {
  const characters: string[] = [];
  for (let at = 0; at + 4 <= body.length; at += 4) {
    const point = label === "utf-32be" ? body.readUInt32BE(at) : body.readUInt32LE(at);
    characters.push(point <= 0x10_ff_ff ? String.fromCodePoint(point) : "\uFFFD");
  }
  return characters.join("").replace(/^\uFEFF/, "");
}
