import type { SocketOptionsFor } from "@plumbline/core/egress/guard.ts";
import { AdapterValidationError } from "@plumbline/core/errors/adapter-error.ts";
import type { MessageStructureObject } from "imapflow";
import type { MailAccount } from "../mail-account.ts";
import { decodePart, decodeTransfer, MAX_FILE_LENGTH, readFileText } from "../message/body-text.ts";
import { readCalendarEvents } from "../message/calendar-events.ts";
import { cleanLine } from "../message/clean-lines.ts";
import type { InvitedEvent, WholeMessage } from "../message/found-message.ts";
import { isReadableFile, partFilename } from "../message/message-parts.ts";
import { type FetchedMessage, readMessage, readThread } from "../message/read-message.ts";
import {
  DISPLAY_FIELDS,
  fetchBodies,
  fetchInOrder,
  getSection,
  HEADER,
  takeFetchedText,
} from "./fetch-messages.ts";
import { type ImapSession, type SessionContext, withImapSession } from "./imap-session.ts";
import { findUids, openMailbox } from "./open-mailbox.ts";

/** A message of a mailbox, identified by an ID from a search: its UID or its Message-ID. */
export interface MailReference {
  mailbox: string;
  id: string;
}

/** Maximum length of a body, in UTF-16 code units. */
const MAX_WHOLE_BODY = 100_000;
/** Maximum number of attached files to read. */
const MAX_FILES = 10;
/** Maximum number of messages with the same Message-ID to check (usually copies). */
const MAX_COPIES = 20;

/**
 * Reads one message over one connection without marking anything as read. Throws AdapterValidationError if
 * the message is not found, other AdapterErrors for connection failures.
 */
export function readMail(
  account: MailAccount,
  socketOptions: SocketOptionsFor,
  context: SessionContext,
  { mailbox, id }: MailReference,
): Promise<WholeMessage> {
  return withImapSession(account, socketOptions, context, async (session) => {
    await openMailbox(session, mailbox);
    const message = await findMessage(session, { mailbox, id });
    const bodies = await fetchBodies(session.client, [message], MAX_WHOLE_BODY);
    const files = await readFiles(session, message);
    const found = readMessage(message);
    return {
      ...found,
      ...bodies.get(message.uid),
      ...readThread(message),
      attachments: found.attachments.map((file, at) => {
        const part = message.parts?.listed[at]?.part.part ?? "1";
        return { ...file, part, ...files.texts.get(part) };
      }),
      events: files.events,
    };
  });
}

/** Maximum size of an encoded part. On AWS, responses are limited to 6 MB. */
const MAX_PART_BYTES = 6_000_000;
const CHUNK_BYTES = 1_048_576;
const MAX_NAME = 200;

/** Reads an attachment that `readMail` listed. Throws the same errors. */
export function readPart(
  account: MailAccount,
  socketOptions: SocketOptionsFor,
  context: SessionContext,
  { part: partNumber, ...name }: MailReference & { part: string },
): Promise<{ bytes: Buffer; filename: string }> {
  return withImapSession(account, socketOptions, context, async (session) => {
    await openMailbox(session, name.mailbox);
    const { uid, parts } = await findMessage(session, name);
    const listed = parts?.listed.find(({ part }) => (part.part ?? "1") === partNumber);
    if (listed === undefined)
      throw new AdapterValidationError(`The mail has no part ${partNumber}.`, {
        nextStep: "Use the part of an attachment listed by email_get.",
      });
    const { part } = listed;
    const key = part.part ?? "text";
    const chunks: Buffer[] = [];
    // Continues while every chunk so far was full. An empty chunk ends the loop.
    for (let start = 0; start === chunks.length * CHUNK_BYTES; start += chunks.at(-1)?.length || 1) {
      if (start >= MAX_PART_BYTES)
        throw new AdapterValidationError(`The part is larger than ${MAX_PART_BYTES / 1e6} MB.`);
      const query = { bodyParts: [{ key, start, maxLength: CHUNK_BYTES }] };
      const fetched = await session.client.fetchOne(String(uid), query, { uid: true });
      chunks.push((fetched ? fetched.bodyParts?.get(key) : undefined) ?? Buffer.alloc(0));
    }
    return {
      bytes: decodeTransfer(Buffer.concat(chunks), part.encoding),
      filename: cleanLine(partFilename(part) ?? "part", MAX_NAME),
    };
  });
}

/** Finds the message. Throws if several senders used the same Message-ID, because it is ambiguous. */
async function findMessage(session: ImapSession, { mailbox, id }: MailReference): Promise<FetchedMessage> {
  const isUid = /^[1-9]\d{0,9}$/.test(id);
  const named = { header: { "Message-ID": id } };
  const uids = isUid ? [Number(id)] : (await findUids(session, named)).slice(-MAX_COPIES);
  const query = { ...DISPLAY_FIELDS, bodyParts: [HEADER] };
  const fetched = uids.length === 0 ? [] : await fetchInOrder(session, uids, query);
  const messages = isUid ? fetched : fetched.filter(({ envelope }) => envelope?.messageId?.trim() === id);
  const message = messages.at(-1);
  if (message === undefined)
    throw new AdapterValidationError(`There is no mail ${id} in ${mailbox}.`, {
      nextStep: "Search with email_search, then use its id or message_id with the same mailbox.",
    });
  const senders = new Set(messages.map(({ envelope }) => envelope?.from?.[0]?.address?.toLowerCase()));
  if (senders.size === 1) return message;
  throw new AdapterValidationError(`Mails from ${senders.size} senders have the Message-ID ${id}.`, {
    nextStep: "Give the id of the intended one, from email_search.",
  });
}

interface ReadFiles {
  /** By part number. */
  texts: Map<string, { text: string; text_truncated: boolean }>;
  events: InvitedEvent[];
}

async function readFiles({ client }: ImapSession, { uid, parts }: FetchedMessage): Promise<ReadFiles> {
  const files = (parts?.listed ?? [])
    .map(({ part }) => part)
    .filter(isReadableFile)
    .slice(0, MAX_FILES);
  const read: ReadFiles = { texts: new Map(), events: [] };
  if (files.length === 0) return read;
  const sections = files.map((part) => getSection(part, MAX_FILE_LENGTH));
  const fetched = await client.fetchOne(String(uid), { bodyParts: sections }, { uid: true });
  const bytes = fetched ? fetched.bodyParts : undefined;
  if (bytes) for (const part of files) addFile(part, bytes, read);
  return read;
}

function addFile(part: MessageStructureObject, bytes: ReadonlyMap<string, Buffer>, read: ReadFiles): void {
  const file = takeFetchedText(part, MAX_FILE_LENGTH, bytes);
  if (file === undefined) return;
  read.texts.set(part.part ?? "1", readFileText(file));
  const text = decodePart(file);
  if (/^\s*BEGIN:VCALENDAR/i.test(text)) read.events.push(...readCalendarEvents(text));
}
