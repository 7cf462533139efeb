import { TextDecoder } from "node:util";
import { declaredDecoder, decoderFor, decodeWhole } from "@plumbline/core/text/decode-text.ts";

/** First bytes of texts in UTF-8 and UTF-16: a byte order mark, or `<?` (XML 1.0, appendix F). */
const BEGINNINGS: readonly [bytes: readonly number[], label: string][] = [
  [[0xef, 0xbb, 0xbf], "utf-8"],
  [[0xff, 0xfe], "utf-16le"],
  [[0xfe, 0xff], "utf-16be"],
  [[0x3c, 0x00, 0x3f, 0x00], "utf-16le"],
  [[0x00, 0x3c, 0x00, 0x3f], "utf-16be"],
];

const DECLARATION = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]{1,40})["']/;

/**
 * The text of an XML document: by its byte order mark, else by the charset of the HTTP header, else by its
 * own declaration, else as UTF-8. A charset nobody knows is passed over.
 */
export function decodeXml(body: Buffer, contentType: string | undefined): string {
  const decoder =
    decoderFor(BEGINNINGS.find(([bytes]) => bytes.every((byte, at) => body[at] === byte))?.[1]) ??
    declaredDecoder(contentType) ??
    declaredInside(body) ??
    new TextDecoder();
  return decodeWhole(decoder, body);
}

/** A declaration that could be read byte by byte is not in UTF-16, whatever it says. */
function declaredInside(body: Buffer): TextDecoder | undefined {
  const decoder = decoderFor(DECLARATION.exec(body.toString("latin1", 0, 1_024))?.[1]);
  return decoder?.encoding.startsWith("utf-16") ? undefined : decoder;
}
