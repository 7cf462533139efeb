import { cutText } from "@plumbline/core/text/unicode.ts";
import { Parser } from "htmlparser2";
import { cleanMailLines } from "./clean-lines.ts";

/** Longest body that is given, in UTF-16 code units. */
export const MAX_BODY_LENGTH = 10_000;

/** Content type, transfer encoding and charset of a part. */
export interface PartCoding {
  type: string;
  /** `base64`, `quoted-printable` or one that changes nothing. */
  encoding: string | undefined;
  charset: string | undefined;
}

/** The readable text of a part's bytes, which may end anywhere. Never throws. */
export function bodyText(
  bytes: Buffer,
  { type, encoding, charset }: PartCoding,
): { text: string; cut: boolean } {
  const decoded = decodeCharset(decodeTransfer(bytes, encoding), charset);
  const whole = type === "text/html" ? cleanMailLines(htmlLines(decoded)) : cleanMailLines(decoded);
  return { text: cutText(whole, MAX_BODY_LENGTH), cut: whole.length > MAX_BODY_LENGTH };
}

function decodeTransfer(bytes: Buffer, encoding: string | undefined): Buffer {
  if (encoding === "base64") return Buffer.from(bytes.toString("latin1"), "base64");
  if (encoding !== "quoted-printable") return bytes;
  const text = bytes
    .toString("latin1")
    .replace(/=[ \t]*\r?\n/g, "")
    .replace(/=([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(text, "latin1");
}

/** Of a charset nobody knows: as UTF-8, in which ASCII at least is right. */
function decodeCharset(bytes: Buffer, charset = "utf-8"): string {
  try {
    return new TextDecoder(charset.trim()).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

const HIDDEN_ELEMENTS = new Set(["script", "style", "noscript", "template", "title"]);
const LINE_ELEMENTS = new Set("address br dd div dl dt fieldset figcaption form hr li option tr".split(" "));
const PARAGRAPH_ELEMENTS = new Set(
  "article aside blockquote figure footer h1 h2 h3 h4 h5 h6 header main nav ol p pre section table ul".split(
    " ",
  ),
);
/** The parser's work at each tag grows with how deep it stands. */
const DEEPEST = 200;

/**
 * The text of HTML, its paragraphs and lines kept; what a reader would not see (scripts, `display:none`) is
 * left out.
 */
function htmlLines(html: string): string {
  const pieces: string[] = [];
  const breakLine = (name: string) => {
    if (PARAGRAPH_ELEMENTS.has(name)) pieces.push("\n\n");
    else if (LINE_ELEMENTS.has(name)) pieces.push("\n");
  };
  let depth = 0;
  let hiddenAt: number | undefined;
  const parser = new Parser({
    onopentag(name, attributes) {
      depth += 1;
      if (depth > DEEPEST) parser.pause();
      if (hiddenAt === undefined && isHidden(name, attributes)) hiddenAt = depth;
      if (hiddenAt === undefined) breakLine(name);
    },
    onclosetag(name) {
      if (hiddenAt === undefined && name !== "br") breakLine(name);
      if (hiddenAt === depth) hiddenAt = undefined;
      depth -= 1;
    },
    ontext(text) {
      if (hiddenAt === undefined) pieces.push(text.replace(/\s+/g, " "));
    },
  });
  parser.end(html);
  return pieces.join("");
}

function isHidden(name: string, attributes: Readonly<Record<string, string>>): boolean {
  return (
    HIDDEN_ELEMENTS.has(name) || "hidden" in attributes || /display\s*:\s*none/i.test(attributes.style ?? "")
  );
}
