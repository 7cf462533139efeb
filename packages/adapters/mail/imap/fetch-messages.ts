import type { FetchQueryObject, ImapFlow, MessageStructureObject } from "imapflow";
import { bodyText, type FetchedText, MAX_BODY_LENGTH, type MessageBody } from "../message/body-text.ts";
import type { FoundMessage } from "../message/found-message.ts";
import type { MessageParts } from "../message/message-parts.ts";
import { type FetchedMessage, fetchedMessage, readMessage } from "../message/read-message.ts";
import type { ImapSession } from "./imap-session.ts";

/** Messages fetched in one command: a stranger may have filled each with a megabyte of names. */
export const FETCHED_AT_ONCE = 25;

/** Fields of a message that are shown beside its body. */
export const SHOWN: FetchQueryObject = {
  envelope: true,
  flags: true,
  internalDate: true,
  size: true,
  bodyStructure: true,
};

/** The messages of these UIDs, in their order. */
export async function fetchFound(
  session: ImapSession,
  uids: readonly number[],
  includeBody: boolean,
): Promise<FoundMessage[]> {
  const found: FoundMessage[] = [];
  for (let start = 0; start < uids.length; start += FETCHED_AT_ONCE) {
    const messages = await fetchInOrder(session, uids.slice(start, start + FETCHED_AT_ONCE), SHOWN);
    await fetchBrokenHeads(session, messages);
    const bodies = includeBody ? await fetchBodies(session.client, messages, MAX_BODY_LENGTH) : undefined;
    found.push(...messages.map((message) => ({ ...readMessage(message), ...bodies?.get(message.uid) })));
  }
  return found;
}

/** The head of a message, as it was sent. */
export const HEADER = { key: "header", start: 0, maxLength: 65_536 };

/** Adds the head of messages whose subject was written in letters that are no UTF-8, against RFC 5322. */
async function fetchBrokenHeads(session: ImapSession, messages: readonly FetchedMessage[]): Promise<void> {
  const broken = messages.filter(({ envelope }) => envelope?.subject?.includes("\uFFFD"));
  if (broken.length === 0) return;
  const heads = await fetchInOrder(
    session,
    broken.map(({ uid }) => uid),
    { bodyParts: [HEADER] },
  );
  for (const message of broken) message.headers = heads.find(({ uid }) => uid === message.uid)?.headers;
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

/**
 * Bytes of a part that are fetched for each character of its text: quoted-printable takes up to nine for one,
 * markup still more.
 */
const PLAIN_BYTES = 9;
const HTML_BYTES = 26;

/**
 * Reads the text of each message, by UID, up to so many characters, and marks nothing as read. Where the
 * plain text is blank, the HTML is shown, and where there is neither a part of a multipart, its whole body.
 */
export async function fetchBodies(
  client: ImapFlow,
  messages: readonly FetchedMessage[],
  longest: number,
): Promise<Map<number, MessageBody>> {
  const bodies = new Map<number, MessageBody>();
  for (const version of ["plain", "html", "whole"] as const) {
    const unread = messages.filter(({ uid, parts }) => parts?.[version].length && !bodies.get(uid)?.body);
    for (const group of groupBySections(unread, version, longest)) {
      const query = { uid: true, bodyParts: group.sections };
      for await (const { uid, bodyParts } of client.fetch(group.uids.join(","), query, { uid: true })) {
        const parts = messages.find((message) => message.uid === uid)?.parts;
        if (parts && bodyParts) bodies.set(uid, readBody(parts, version, bodyParts, longest));
      }
    }
  }
  return bodies;
}

function readBody(
  parts: MessageParts,
  version: "plain" | "html" | "whole",
  bytes: ReadonlyMap<string, Buffer>,
  longest: number,
): MessageBody {
  const texts = parts[version].flatMap((part) => {
    const fetched = fetchedText(part, longest, bytes);
    if (version === "whole" && fetched?.bytes.includes(`--${part.parameters?.boundary}`)) return [];
    return fetched ?? [];
  });
  return bodyText(texts, parts.more, longest);
}

/** A part among the sections that were fetched for texts of so many characters. */
export function fetchedText(
  part: MessageStructureObject,
  longest: number,
  bytes: ReadonlyMap<string, Buffer>,
): FetchedText | undefined {
  const { key, maxLength } = sectionOf(part, longest);
  const read = bytes.get(key);
  return read && { part, bytes: read.subarray(0, maxLength), cut: read.length >= maxLength };
}

interface SectionGroup {
  sections: ReturnType<typeof sectionOf>[];
  uids: number[];
}

/** Messages whose texts are the same sections: one command fetches them all. */
function groupBySections(
  messages: readonly FetchedMessage[],
  version: "plain" | "html" | "whole",
  longest: number,
): SectionGroup[] {
  const groups = new Map<string, SectionGroup>();
  for (const { uid, parts } of messages) {
    const sections = (parts?.[version] ?? []).map((part) => sectionOf(part, longest));
    const name = JSON.stringify(sections);
    const group = groups.get(name) ?? { sections, uids: [] };
    group.uids.push(uid);
    groups.set(name, group);
  }
  return [...groups.values()];
}

/** A message that is one part has no numbered one. */
export function sectionOf(
  part: MessageStructureObject,
  longest: number,
): { key: string; start: number; maxLength: number } {
  const maxLength = (part.type === "text/html" ? HTML_BYTES : PLAIN_BYTES) * longest;
  return { key: part.part ?? "text", start: 0, maxLength };
}
