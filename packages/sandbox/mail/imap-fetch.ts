import type { ImapArgument } from "./imap-command.ts";
import { bodyStructure, envelope, imapLiteral } from "./imap-text.ts";
import type { Mailbox, StoredMessage } from "./mailbox.ts";
import type { MimePart } from "./mailbox-mime.ts";

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** Returns a test for UIDs in a set such as `1,5:10,20:*`. `*` is the highest UID in the mailbox. */
export function uidSet(set: string, highest: number): (uid: number) => boolean {
  const ranges = set.split(",").map((range) => {
    const [first = 0, last = first] = range.split(":").map((end) => (end === "*" ? highest : Number(end)));
    return [Math.min(first, last), Math.max(first, last)] as const;
  });
  return (uid) => ranges.some(([first, last]) => uid >= first && uid <= last);
}

/** Returns the untagged lines of UID FETCH as bytes (latin1), or `undefined` for an unknown item. */
export function fetchLines(
  mailbox: Mailbox,
  set: string,
  items: readonly ImapArgument[],
): string | undefined {
  const highest = mailbox.messages.at(-1)?.uid ?? 0;
  const asked = [...new Set(["UID", ...items.map((item) => String(item).toUpperCase())])];
  const isAsked = uidSet(set, highest);
  const lines: string[] = [];
  for (const [index, message] of mailbox.messages.entries()) {
    if (!isAsked(message.uid)) continue;
    const values = asked.map((item) => fetchItem(message, item));
    if (values.includes(undefined)) return undefined;
    lines.push(`* ${index + 1} FETCH (${values.join(" ")})\r\n`);
  }
  return lines.join("");
}

function fetchItem(message: StoredMessage, item: string): string | undefined {
  switch (item) {
    case "UID":
      return `UID ${message.uid}`;
    case "FLAGS":
      return `FLAGS (${[...message.flags].join(" ")})`;
    case "INTERNALDATE":
      return `INTERNALDATE "${internalDate(message)}"`;
    case "RFC822.SIZE":
      return `RFC822.SIZE ${message.raw.length}`;
    case "ENVELOPE":
      return `ENVELOPE ${envelope(message.mime)}`;
    case "BODYSTRUCTURE":
      return `BODYSTRUCTURE ${bodyStructure(message.mime)}`;
    case "X-GM-MSGID":
      return `X-GM-MSGID ${1_000_000 + message.uid}`;
    default:
      return fetchSection(message, item);
  }
}

/**
 * Answers `BODY[…]` and `BODY.PEEK[…]`, optionally for a byte range. Only `BODY[…]` marks the message as
 * read.
 */
function fetchSection(message: StoredMessage, item: string): string | undefined {
  const match = /^BODY(\.PEEK)?\[([^\]]*)\](?:<(\d+)\.(\d+)>)?$/.exec(item);
  if (!match) return undefined;
  const [, peek, section = "", start, length] = match;
  const whole = sectionBytes(message, section);
  if (whole === undefined) return undefined;
  if (peek === undefined) message.flags.add("\\Seen");
  if (start === undefined) return `BODY[${section}] ${imapLiteral(whole)}`;
  const piece = whole.slice(Number(start), Number(start) + Number(length));
  return `BODY[${section}]<${start}> ${imapLiteral(piece)}`;
}

function sectionBytes({ raw, mime }: StoredMessage, section: string): string | undefined {
  if (section === "") return raw;
  if (section === "HEADER") return `${mime.head}\r\n`;
  if (section === "TEXT") return mime.body;
  const [, numbers = "", kind] = /^([\d.]+?)(\.MIME)?$/.exec(section) ?? [];
  const part = partAt(mime, numbers.split(".").map(Number));
  return part && (kind === undefined ? part.body : `${part.head}\r\n`);
}

/** Returns a part by its number. The only part of a single-part message is number 1. */
function partAt(root: MimePart, numbers: readonly number[]): MimePart | undefined {
  const [first = 0, ...rest] = numbers;
  const part = root.type.startsWith("multipart/") ? root.parts[first - 1] : first === 1 ? root : undefined;
  return rest.length === 0 || part === undefined ? part : partAt(part, rest);
}

/** Returns the message's date in the server's time zone. */
function internalDate({ receivedAt, zone }: StoredMessage): string {
  const local = new Date(receivedAt.getTime() + zone * 60_000);
  const two = (value: number) => String(value).padStart(2, "0");
  const day = `${String(local.getUTCDate()).padStart(2)}-${MONTHS[local.getUTCMonth()]}-${local.getUTCFullYear()}`;
  const offset = `${zone < 0 ? "-" : "+"}${two(Math.floor(Math.abs(zone) / 60))}${two(Math.abs(zone) % 60)}`;
  return `${day} ${local.toISOString().slice(11, 19)} ${offset}`;
}
