import type { FetchMessageObject, MessageAddressObject, MessageStructureObject } from "imapflow";
import { comparableAddress } from "../filter/comparable-address.ts";
import type { MessageFacts } from "../filter/filter-search.ts";
import { cleanLine } from "./clean-lines.ts";
import type { FoundMessage } from "./found-message.ts";

const MAX_SUBJECT = 1_000;
const MAX_NAME = 200;
/** The longest address SMTP carries (RFC 5321, 4.5.3.1), and then some. */
const MAX_ADDRESS = 320;
const MAX_ADDRESSES = 100;

/**
 * A fetched message, its body apart, as a search gives it. All of it is a stranger's text: plain, clean and
 * of bounded length.
 */
export function readMessage(message: FetchedMessage): FoundMessage {
  const { uid, envelope = {}, flags = new Set(), parts } = message;
  const received = timeOf(message.internalDate);
  const sent = timeOf(envelope.date);
  const [from] = readAddresses(envelope.from);
  return {
    id: String(uid),
    ...(envelope.messageId ? { message_id: cleanLine(envelope.messageId, MAX_SUBJECT) } : {}),
    ...(from ? { from } : {}),
    to: readAddresses(envelope.to),
    cc: readAddresses(envelope.cc),
    subject: cleanLine(envelope.subject ?? "", MAX_SUBJECT),
    ...(received === undefined ? {} : { date: new Date(received).toISOString() }),
    ...(sent === undefined ? {} : { sent_at: new Date(sent).toISOString() }),
    unread: !flags.has("\\Seen"),
    flagged: flags.has("\\Flagged"),
    answered: flags.has("\\Answered"),
    size: bytesOf(message.size),
    attachments: parts?.attachments.map(readAttachment) ?? [],
    ...(message.envelope && parts ? {} : { incomplete: true }),
  };
}

/** Returns the facts about a message that a filter is checked against. */
export function messageFacts({ internalDate, parts, envelope }: FetchedMessage): MessageFacts {
  const addressesOf = (list: readonly MessageAddressObject[] = []) =>
    list.flatMap(({ address = "" }) => comparableAddress(address) ?? []);
  return {
    receivedAt: timeOf(internalDate),
    hasAttachment: parts && parts.attachments.length > 0,
    addresses: envelope && {
      from: addressesOf(envelope.from),
      to: addressesOf(envelope.to),
      cc: addressesOf(envelope.cc),
      bcc: addressesOf(envelope.bcc),
    },
  };
}

/** imapflow leaves a date it cannot read as the server's text. */
function timeOf(date: Date | string | undefined): number | undefined {
  return date instanceof Date && !Number.isNaN(date.getTime()) ? date.getTime() : undefined;
}

function readAddresses(addresses: readonly MessageAddressObject[] = []): FoundMessage["to"] {
  return addresses.slice(0, MAX_ADDRESSES).flatMap(({ name, address }) => {
    if (!address) return [];
    const shownName = cleanLine(name ?? "", MAX_NAME);
    return [{ address: cleanLine(address, MAX_ADDRESS), ...(shownName === "" ? {} : { name: shownName }) }];
  });
}

function readAttachment(part: MessageStructureObject): FoundMessage["attachments"][number] {
  const filename = cleanLine(partFilename(part) ?? "", MAX_NAME);
  return {
    ...(filename === "" ? {} : { filename }),
    content_type: cleanLine(part.type, MAX_NAME),
    size: bytesOf(part.size),
  };
}

/** imapflow takes a part's size for any number there is. */
function bytesOf(size: number | undefined): number {
  return size !== undefined && Number.isSafeInteger(size) && size > 0 ? size : 0;
}

/** So many attachments of a message are kept. */
const MAX_ATTACHMENTS = 100;

/** The parts of a message that are read. */
interface MessageParts {
  attachments: MessageStructureObject[];
  /** The part a reader would read: plain text unless it is empty, else HTML. */
  text: MessageStructureObject | undefined;
}

/** Looks at every leaf of a message, of which there may be ten thousand; an enclosed message is one leaf. */
function readStructure(root: MessageStructureObject): MessageParts {
  const attachments: MessageStructureObject[] = [];
  let plain: MessageStructureObject | undefined;
  let html: MessageStructureObject | undefined;
  for (const part of leavesOf(root)) {
    if (isAttachment(part)) {
      if (attachments.length < MAX_ATTACHMENTS) attachments.push(part);
    } else if (part.type === "text/plain") plain ??= part;
    else if (part.type === "text/html") html ??= part;
  }
  return { attachments, text: html && isEmpty(plain) ? html : (plain ?? html) };
}

function partFilename(part: MessageStructureObject): string | undefined {
  return part.dispositionParameters?.filename || part.parameters?.name || undefined;
}

/** imapflow reads no structure that is nested deeper than 25 levels. */
function* leavesOf(part: MessageStructureObject): Generator<MessageStructureObject> {
  if (!part.type.startsWith("multipart/")) yield part;
  else for (const child of part.childNodes ?? []) yield* leavesOf(child);
}

/** Checks whether a part is an attachment, rather than the message's own text or an image shown in it. */
function isAttachment(part: MessageStructureObject): boolean {
  if (part.disposition === "attachment" || part.type === "message/rfc822") return true;
  return part.disposition !== "inline" && partFilename(part) !== undefined;
}

/** Nothing, or no more than a line end. */
function isEmpty(part: MessageStructureObject | undefined): boolean {
  return part?.size !== undefined && part.size <= 2;
}

/** A message as it was fetched; of its structure only what is read of it is kept. */
export interface FetchedMessage extends Omit<FetchMessageObject, "bodyStructure"> {
  parts?: MessageParts;
}

export function fetchedMessage({ bodyStructure, ...message }: FetchMessageObject): FetchedMessage {
  return bodyStructure ? { ...message, parts: readStructure(bodyStructure) } : message;
}
