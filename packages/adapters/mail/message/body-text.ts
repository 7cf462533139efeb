import { cutText } from "@plumbline/core/text/unicode.ts";
import { Parser } from "htmlparser2";
import type { MessageStructureObject } from "imapflow";
import { cleanMailLines } from "./clean-lines.ts";

/** Longest body that is given, in UTF-16 code units. */
export const MAX_BODY_LENGTH = 10_000;

/** A text part as it was fetched. */
export interface FetchedText {
  part: Pick<MessageStructureObject, "type" | "encoding" | "parameters">;
  /** May end anywhere. */
  bytes: Buffer;
  /** The part has more bytes. */
  cut: boolean;
}

export interface MessageBody {
  body: string;
  body_truncated: boolean;
}

/** The readable text of a message, its parts one below the other. `more`: it has others. Never throws. */
export function bodyText(texts: readonly FetchedText[], more = false): MessageBody {
  const pieces = texts.map(({ part, bytes }) => readableText(part, bytes)).filter((text) => text !== "");
  const whole = pieces.join("\n\n");
  return {
    body: cutText(whole, MAX_BODY_LENGTH),
    body_truncated: more || whole.length > MAX_BODY_LENGTH || texts.some(({ cut }) => cut),
  };
}

function readableText({ type, encoding, parameters }: FetchedText["part"], bytes: Buffer): string {
  const decoded = decodeCharset(decodeTransfer(bytes, encoding), parameters?.charset);
  return cleanMailLines(type === "text/html" ? htmlLines(decoded) : decoded);
}

function decodeTransfer(bytes: Buffer, encoding: string | undefined): Buffer {
  if (encoding === "base64") return decodeBase64(bytes.toString("latin1"));
  if (encoding !== "quoted-printable") return bytes;
  const text = bytes
    .toString("latin1")
    .replace(/=[ \t]*\r?\n/g, "")
    .replace(/=([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(text, "latin1");
}

/**
 * Decodes every stream, each ended by its padding. A mailing list may have added its footer without encoding
 * it: the lines at the end from the first that is no base64.
 */
function decodeBase64(text: string): Buffer {
  const lines = text.split(/\r?\n/);
  const last = lines.findLastIndex((line) => /^[A-Za-z\d+/]{60,}={0,2}\s*$/.test(line));
  const isFooter = (line: string, at: number) => at > last && /[^A-Za-z\d+/=\s]/.test(line);
  const end = lines.findIndex(isFooter);
  const footer = end === -1 ? [] : lines.slice(end);
  const encoded = lines.slice(0, end === -1 ? undefined : end).join("");
  const streams = encoded.split(/=+/).map((stream) => Buffer.from(stream, "base64"));
  return Buffer.concat([...streams, Buffer.from(footer.map((line) => `\n${line}`).join(""), "latin1")]);
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
