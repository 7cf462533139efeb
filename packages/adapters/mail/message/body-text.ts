import { decodeAs } from "@plumbline/core/text/decode-text.ts";
import { extractHtmlText } from "@plumbline/core/text/html-text.ts";
import { parseUrl } from "@plumbline/core/text/parsed-url.ts";
import { cutText } from "@plumbline/core/text/unicode.ts";
import type { MessageStructureObject } from "imapflow";
import { cleanFileText, cleanMailLines } from "./clean-lines.ts";

/** Maximum length of a body, in UTF-16 code units. */
export const MAX_BODY_LENGTH = 10_000;

export interface FetchedText {
  part: Pick<MessageStructureObject, "type" | "encoding" | "parameters">;
  /** May be truncated anywhere. */
  bytes: Buffer;
  /** True if the part has more bytes. */
  cut: boolean;
}

export interface MessageBody {
  body: string;
  body_truncated: boolean;
}

/**
 * Returns the readable text of a message, part by part. Sets `more` if it has further parts. Never throws.
 */
export function readBodyText(
  texts: readonly FetchedText[],
  more = false,
  longest: number = MAX_BODY_LENGTH,
): MessageBody {
  const pieces = texts.map(toReadableText).filter((text) => text !== "");
  const whole = pieces.join("\n\n");
  return {
    body: cutText(whole, longest),
    body_truncated: more || whole.length > longest || texts.some(({ cut }) => cut),
  };
}

/** Maximum length of an attached file's text, in UTF-16 code units. */
export const MAX_FILE_LENGTH = 20_000;

/**
 * Returns the text of an attached file, including tabs and blank lines. Converts HTML to readable text. Never
 * throws.
 */
export function readFileText(file: FetchedText): { text: string; text_truncated: boolean } {
  const text = file.part.type === "text/html" ? toReadableText(file) : cleanFileText(decodePart(file));
  return {
    text: cutText(text, MAX_FILE_LENGTH),
    text_truncated: file.cut || text.length > MAX_FILE_LENGTH,
  };
}

/** Decodes the transfer encoding and the charset of a text part. */
export function decodePart({ part, bytes, cut }: FetchedText): string {
  return decodeCharset(decodeTransfer(bytes, part.encoding), part, cut);
}

function toReadableText(fetched: FetchedText): string {
  const decoded = decodePart(fetched);
  return fetched.part.type === "text/html" ? htmlToPlainText(decoded) : cleanMailLines(decoded);
}

export function htmlToPlainText(html: string): string {
  return cleanMailLines(extractHtmlText(html, { layout: "lines", link: formatLink }));
}

export function decodeTransfer(bytes: Buffer, encoding: string | undefined): Buffer {
  if (encoding === "base64") return decodeBase64(bytes.toString("latin1"));
  if (encoding !== "quoted-printable") return bytes;
  const text = bytes
    .toString("latin1")
    .replace(/=[ \t]*\r?\n/g, "")
    .replace(/=([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(text, "latin1");
}

/**
 * Decodes base64. The text may have several streams, each ended by its padding. A mailing list may have added
 * an unencoded footer, which starts at the first line that is not base64.
 */
function decodeBase64(text: string): Buffer {
  // Text after the padding on the same line was never encoded.
  const lines = text.replace(/(=)[ \t]+\S.*$/gm, "$1").split(/\r?\n/);
  const last = lines.findLastIndex((line) => /^[A-Za-z\d+/]{60,}={0,2}\s*$/.test(line));
  const isFooter = (line: string, at: number) => at > last && /[^A-Za-z\d+/=\s]/.test(line);
  const end = lines.findIndex(isFooter);
  const footer = end === -1 ? [] : lines.slice(end);
  const encoded = lines.slice(0, end === -1 ? undefined : end).join("");
  const streams = encoded.split(/=+/).map((stream) => Buffer.from(stream, "base64"));
  return Buffer.concat([...streams, Buffer.from(footer.map((line) => `\n${line}`).join(""), "latin1")]);
}

const META_CHARSET = /<meta[^>]{0,200}?charset\s*=\s*["']?\s*([\w.:-]{1,40})/i;

/**
 * Decodes the charset declared by the part or its HTML. Servers report US-ASCII for parts without a charset.
 */
function decodeCharset(bytes: Buffer, { type, parameters }: FetchedText["part"], cut: boolean): string {
  const named = parameters?.charset?.trim().replace(/^us-ascii$/i, "");
  const beginning = type === "text/html" ? bytes.toString("latin1", 0, 2_048) : "";
  return decodeAs(bytes, [named || META_CHARSET.exec(beginning)?.[1]], cut);
}

/** Maximum length of a link's address, in UTF-16 code units. Only the host of a longer one is shown. */
const MAX_ADDRESS = 500;

function formatLink(address: string): string {
  const { protocol, host, pathname } = parseUrl(address) ?? {};
  if (protocol === "mailto:") return ` (${pathname})`;
  return address.length > MAX_ADDRESS ? ` (${protocol}//${host}/…)` : ` (${address})`;
}
