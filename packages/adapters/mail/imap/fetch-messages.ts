import type { FetchQueryObject, ImapFlow, MessageStructureObject } from "imapflow";
import { bodyText, MAX_BODY_LENGTH } from "../message/body-text.ts";
import type { FoundMessage } from "../message/found-message.ts";
import { type FetchedMessage, fetchedMessage, readMessage } from "../message/read-message.ts";
import type { ImapSession } from "./imap-session.ts";

/** Messages fetched in one command: a stranger may have filled each with a megabyte of names. */
export const FETCHED_AT_ONCE = 25;

/** The messages of these UIDs, in their order. */
export async function fetchFound(
  session: ImapSession,
  uids: readonly number[],
  includeBody: boolean,
): Promise<FoundMessage[]> {
  const query = { envelope: true, flags: true, internalDate: true, size: true, bodyStructure: true };
  const found: FoundMessage[] = [];
  for (let start = 0; start < uids.length; start += FETCHED_AT_ONCE) {
    const messages = await fetchInOrder(session, uids.slice(start, start + FETCHED_AT_ONCE), query);
    const bodies = includeBody ? await fetchBodies(session.client, messages) : undefined;
    found.push(...messages.map((message) => ({ ...readMessage(message), ...bodies?.get(message.uid) })));
  }
  return found;
}

/**
 * Fetches messages by UID. One that was deleted since the search is not among them. One whose answer imapflow
 * cannot read, and therefore drops, is asked for again with less; a search must not overlook it.
 */
export async function fetchInOrder(
  { client, swallowed }: ImapSession,
  uids: readonly number[],
  query: FetchQueryObject,
): Promise<FetchedMessage[]> {
  const messages = new Map<number, FetchedMessage>();
  const withoutStructure = { ...query, bodyStructure: false };
  for (const asked of [query, withoutStructure, { ...withoutStructure, envelope: false }]) {
    const missing = uids.filter((uid) => !messages.has(uid));
    if (missing.length === 0) break;
    swallowed.forget();
    for await (const message of client.fetch(missing.join(","), { ...asked, uid: true }, { uid: true })) {
      // Flags that changed meanwhile may be told by themselves.
      if (missing.includes(message.uid))
        messages.set(message.uid, { ...messages.get(message.uid), ...fetchedMessage(message) });
    }
    if (!swallowed.unreadable) break;
  }
  if (swallowed.unreadable && messages.size < uids.length) throw swallowed.latest;
  return uids.flatMap((uid) => messages.get(uid) ?? []);
}

/** Bytes of a part that are fetched: quoted-printable takes up to nine for a character, markup still more. */
const MAX_PLAIN_BYTES = 9 * MAX_BODY_LENGTH;
const MAX_HTML_BYTES = 256 * 1024;

interface MessageBody {
  body: string;
  body_truncated: boolean;
}

/**
 * The readable text of each message by UID; one command for all messages whose text is the same part. Nothing
 * is marked as read.
 */
async function fetchBodies(
  client: ImapFlow,
  messages: readonly FetchedMessage[],
): Promise<Map<number, MessageBody>> {
  const bodies = new Map<number, MessageBody>();
  for (const [key, group] of groupByPart(messages)) {
    const [first] = group.values();
    const maxLength = first?.type === "text/html" ? MAX_HTML_BYTES : MAX_PLAIN_BYTES;
    const query = { uid: true, bodyParts: [{ key: sectionOf(key), start: 0, maxLength }] };
    for await (const { uid, bodyParts } of client.fetch([...group.keys()].join(","), query, { uid: true })) {
      const part = group.get(uid);
      const bytes = bodyParts?.get(sectionOf(key));
      if (part && bytes) bodies.set(uid, readBody(part, bytes, maxLength));
    }
  }
  return bodies;
}

function readBody(part: MessageStructureObject, bytes: Buffer, maxLength: number): MessageBody {
  const { type, encoding, parameters } = part;
  const { text, cut } = bodyText(bytes.subarray(0, maxLength), {
    type,
    encoding,
    charset: parameters?.charset,
  });
  return { body: text, body_truncated: cut || bytes.length >= maxLength };
}

/** Messages by the number and type of their text part. */
function groupByPart(messages: readonly FetchedMessage[]): Map<string, Map<number, MessageStructureObject>> {
  const groups = new Map<string, Map<number, MessageStructureObject>>();
  for (const { uid, parts } of messages) {
    const part = parts?.text;
    if (!part) continue;
    // A message that is one part has no numbered one.
    const key = `${part.part ?? "text"} ${part.type}`;
    const group = groups.get(key) ?? new Map<number, MessageStructureObject>();
    groups.set(key, group.set(uid, part));
  }
  return groups;
}

function sectionOf(key: string): string {
  return key.slice(0, key.indexOf(" "));
}
