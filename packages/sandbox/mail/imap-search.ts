import type { ImapArgument } from "./imap-command.ts";
import { uidSet } from "./imap-fetch.ts";
import { BadSearch, takeDate, takeNumber, takePositive, takeText, word } from "./imap-search-arguments.ts";
import type { StoredMessage } from "./mailbox.ts";
import { headerOf, type MimePart } from "./mailbox-mime.ts";

export interface SearchFacts {
  /** In capitals. */
  capabilities: ReadonlySet<string>;
  /** Milliseconds since the epoch, for YOUNGER and OLDER. */
  now: number;
  /** The UID that `*` stands for. */
  highestUid: number;
}

type Matches = (message: StoredMessage) => boolean;

const FLAGS = new Map([
  ["SEEN", "\\Seen"],
  ["FLAGGED", "\\Flagged"],
  ["ANSWERED", "\\Answered"],
  ["DRAFT", "\\Draft"],
  ["DELETED", "\\Deleted"],
]);
const HEADERS = new Set(["FROM", "TO", "CC", "BCC", "SUBJECT"]);
const DAY_MS = 24 * 3_600_000;

/**
 * Parses search keys (RFC 3501, 6.4.4; RFC 5032). Of Gmail's X-GM-RAW, supports only attachments. Throws
 * BadSearch.
 */
export function parseSearch(args: readonly ImapArgument[], facts: SearchFacts): Matches {
  const rest = [...args];
  if (word(rest[0]) === "CHARSET" && rest.splice(0, 2).length > 0 && word(args[1]) !== "UTF-8")
    throw new BadSearch("[BADCHARSET (UTF-8)] Unknown charset", "NO");
  const keys: Matches[] = [];
  while (rest.length > 0) keys.push(readKey(rest, facts));
  if (keys.length === 0) throw new BadSearch("Missing search key");
  return (message) => keys.every((matches) => matches(message));
}

function readKey(rest: ImapArgument[], facts: SearchFacts): Matches {
  const argument = rest.shift();
  if (Array.isArray(argument)) return parseSearch(argument, facts);
  const key = word(argument);
  const flag = FLAGS.get(key.replace(/^UN/, ""));
  if (flag !== undefined) return ({ flags }) => flags.has(flag) !== key.startsWith("UN");
  if (HEADERS.has(key)) return headerMatches(key, takeText(rest));
  switch (key) {
    case "ALL":
      return () => true;
    case "NOT":
      return not(readKey(rest, facts));
    case "OR":
      return or(readKey(rest, facts), readKey(rest, facts));
    case "HEADER":
      return headerMatches(takeText(rest), takeText(rest));
    case "BODY":
      return bodyMatches(takeText(rest));
    case "TEXT":
      return textMatches(takeText(rest));
    case "UID":
      return uidIn(takeText(rest), facts.highestUid);
    case "LARGER":
      return larger(takeNumber(rest));
    case "SMALLER":
      return smaller(takeNumber(rest));
    case "SINCE":
      return since(takeDate(rest));
    case "BEFORE":
      return not(since(takeDate(rest)));
    default:
      return readExtensionKey(key, rest, facts);
  }
}

function readExtensionKey(key: string, rest: ImapArgument[], { capabilities, now }: SearchFacts): Matches {
  if (key === "YOUNGER" && capabilities.has("WITHIN")) return younger(now - 1000 * takePositive(rest));
  if (key === "OLDER" && capabilities.has("WITHIN")) return not(younger(now - 1000 * takePositive(rest)));
  if (key === "X-GM-RAW" && capabilities.has("X-GM-EXT-1") && takeText(rest) === "has:attachment")
    return ({ mime }) =>
      partsOf(mime).some((part) => /^attachment/i.test(headerOf(part, "content-disposition") ?? ""));
  throw new BadSearch(`Unknown search key ${key.slice(0, 40)}`);
}

const not =
  (matches: Matches): Matches =>
  (message) =>
    !matches(message);
const or =
  (one: Matches, other: Matches): Matches =>
  (message) =>
    one(message) || other(message);
const headerMatches =
  (name: string, value: string): Matches =>
  ({ mime }) =>
    headerHolds(mime, name, value);
const bodyMatches =
  (value: string): Matches =>
  ({ mime }) =>
    bodyHolds(mime, value);
const textMatches =
  (value: string): Matches =>
  ({ mime }) =>
    headerHolds(mime, undefined, value) || bodyHolds(mime, value);
const uidIn = (set: string, highest: number): Matches => {
  const holds = uidSet(set, highest);
  return ({ uid }) => holds(uid);
};
const larger =
  (bytes: number): Matches =>
  ({ raw }) =>
    raw.length > bytes;
const smaller =
  (bytes: number): Matches =>
  ({ raw }) =>
    raw.length < bytes;
const younger =
  (moment: number): Matches =>
  ({ receivedAt }) =>
    receivedAt.getTime() >= moment;
/** Compares the date in the message's own time zone, ignoring time and zone. */
const since =
  (day: number): Matches =>
  ({ receivedAt, zone }) =>
    Math.floor((receivedAt.getTime() + zone * 60_000) / DAY_MS) * DAY_MS >= day;

/** Returns the leaf parts of a message. */
function partsOf(part: MimePart): MimePart[] {
  return part.parts.length === 0 ? [part] : part.parts.flatMap(partsOf);
}

/** Returns whether the named header contains a text, or any header if no name is given. Ignores case. */
function headerHolds(part: MimePart, name: string | undefined, text: string): boolean {
  const header = name === undefined ? part.head : headerOf(part, name);
  return header !== undefined && holds(decodeWords(header), text);
}

/** Returns whether one of a message's text parts contains a text. Ignores case. */
function bodyHolds(message: MimePart, text: string): boolean {
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
