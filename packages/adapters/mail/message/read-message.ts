import { decodeText } from "@plumbline/core/text/decode-text.ts";
import type { FetchMessageObject, MessageAddressObject } from "imapflow";
import { toComparableAddress } from "../filter/comparable-address.ts";
import type { MessageFacts } from "../filter/filter-search.ts";
import { cleanLine } from "./clean-lines.ts";
import type { FoundMessage, WholeMessage } from "./found-message.ts";
import { type ListedPart, type MessageParts, partFilename, readStructure } from "./message-parts.ts";

const MAX_SUBJECT = 1_000;
const MAX_NAME = 200;
/** Above the maximum length of an address in SMTP (RFC 5321, 4.5.3.1). */
const MAX_ADDRESS = 320;
const MAX_ADDRESSES = 100;

/**
 * Converts a fetched message, without its body, to a search result. All its fields are untrusted and are
 * returned as cleaned plain text of limited length.
 */
export function readMessage(message: FetchedMessage): FoundMessage {
  const { uid, envelope = {}, flags = new Set(), parts } = message;
  const received = toMilliseconds(message.internalDate);
  const sent = toMilliseconds(envelope.date);
  const [from] = readAddresses(envelope.from);
  return {
    id: String(uid),
    ...(envelope.messageId ? { message_id: cleanLine(envelope.messageId, MAX_SUBJECT) } : {}),
    ...(from ? { from } : {}),
    to: readAddresses(envelope.to),
    cc: readAddresses(envelope.cc),
    subject: cleanLine(readRawSubject(message) ?? envelope.subject ?? "", MAX_SUBJECT),
    ...(received === undefined ? {} : { date: new Date(received).toISOString() }),
    ...(sent === undefined ? {} : { sent_at: new Date(sent).toISOString() }),
    unread: !flags.has("\\Seen"),
    flagged: flags.has("\\Flagged"),
    answered: flags.has("\\Answered"),
    size: toByteCount(message.size),
    attachments: parts?.listed.map(readListed) ?? [],
    ...(parts?.signed ? { signed: true } : {}),
    ...(parts?.encrypted ? { encrypted: true } : {}),
    ...(message.envelope && parts && !parts.more ? {} : { incomplete: true }),
  };
}

const RAW_SUBJECT = /^subject:[ \t]*(.*(?:\r?\n[ \t]+.*)*)/im;

/**
 * Returns the subject from the raw header, which is fetched if imapflow wrongly decoded the subject as UTF-8.
 */
function readRawSubject({ envelope, headers }: FetchedMessage): string | undefined {
  if (!headers || !envelope?.subject?.includes("\uFFFD")) return undefined;
  const written = RAW_SUBJECT.exec(headers.toString("latin1"))?.[1];
  return written && decodeText(Buffer.from(written, "latin1"), undefined);
}

const MAX_REFERENCES = 50;

/** Returns a message's reply addresses, its thread, and how to unsubscribe from its mailing list. */
export function readThread({
  envelope = {},
  headers,
}: FetchedMessage): Pick<WholeMessage, "reply_to" | "references" | "list_unsubscribe"> {
  const lines = (headers?.toString("utf8") ?? "").replace(/\r?\n[ \t]+/g, " ").split(/\r?\n/);
  const findHeader = (name: RegExp) => lines.find((line) => name.test(line))?.replace(name, "") ?? "";
  const list = cleanLine(findHeader(/^list-unsubscribe:/i), MAX_SUBJECT);
  const ids = (findHeader(/^references:/i) || envelope.inReplyTo || "").match(/<[^<>]+>/g) ?? [];
  return {
    reply_to: readAddresses(envelope.replyTo),
    references: ids.slice(-MAX_REFERENCES).map((id) => cleanLine(id, MAX_SUBJECT)),
    ...(list === "" ? {} : { list_unsubscribe: list }),
  };
}

/** Returns the facts about a message that filters check. */
export function readMessageFacts({ internalDate, parts, envelope }: FetchedMessage): MessageFacts {
  const listAddresses = (list: readonly MessageAddressObject[] = []) =>
    list.flatMap(({ address = "" }) => toComparableAddress(address) ?? []);
  return {
    receivedAt: toMilliseconds(internalDate),
    hasAttachment: parts?.hasAttachment,
    addresses: envelope && {
      from: listAddresses(envelope.from),
      to: listAddresses(envelope.to),
      cc: listAddresses(envelope.cc),
      bcc: listAddresses(envelope.bcc),
    },
  };
}

/** Converts a date to milliseconds. imapflow returns an unreadable date as the server's text. */
function toMilliseconds(date: Date | string | undefined): number | undefined {
  return date instanceof Date && !Number.isNaN(date.getTime()) ? date.getTime() : undefined;
}

function readAddresses(addresses: readonly MessageAddressObject[] = []): FoundMessage["to"] {
  return addresses.slice(0, MAX_ADDRESSES).flatMap(({ name, address }) => {
    if (!address) return [];
    const shownName = cleanLine(name ?? "", MAX_NAME);
    return [{ address: cleanLine(address, MAX_ADDRESS), ...(shownName === "" ? {} : { name: shownName }) }];
  });
}

function readListed({ part, inline }: ListedPart): FoundMessage["attachments"][number] {
  const filename = cleanLine(partFilename(part) ?? "", MAX_NAME);
  const contentId = cleanLine(part.id ?? "", MAX_NAME);
  return {
    ...(filename === "" ? {} : { filename }),
    content_type: cleanLine(part.type, MAX_NAME),
    size: toByteCount(part.size),
    ...(inline ? { inline } : {}),
    ...(contentId === "" ? {} : { content_id: contentId }),
  };
}

/** Returns a part's size in bytes. imapflow accepts any number. */
function toByteCount(size: number | undefined): number {
  return size !== undefined && Number.isSafeInteger(size) && size > 0 ? size : 0;
}

/** A fetched message whose structure is reduced to the needed information. */
export interface FetchedMessage extends Omit<FetchMessageObject, "bodyStructure"> {
  parts?: MessageParts;
}

export function toFetchedMessage({ bodyStructure, ...message }: FetchMessageObject): FetchedMessage {
  return bodyStructure ? { ...message, parts: readStructure(bodyStructure) } : message;
}
