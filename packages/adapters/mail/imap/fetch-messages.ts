import type { FetchQueryObject, ImapFlow, MessageStructureObject } from "imapflow";
import { type FetchedText, MAX_BODY_LENGTH, type MessageBody, readBodyText } from "../message/body-text.ts";
import type { FoundMessage } from "../message/found-message.ts";
import type { MessageParts } from "../message/message-parts.ts";
import { type FetchedMessage, readMessage, toFetchedMessage } from "../message/read-message.ts";
import type { ImapSession } from "./imap-session.ts";

/**
 * Number of messages to fetch with one command. Small, because each message may contain a megabyte of
 * recipient names.
 */
export const FETCH_BATCH_SIZE = 25;

/** Fields to fetch in order to show a message, besides its body. */
export const DISPLAY_FIELDS: FetchQueryObject = {
  envelope: true,
  flags: true,
  internalDate: true,
  size: true,
  bodyStructure: true,
};

/** Fetches the messages with these UIDs and returns them in the same order. */
export async function fetchFound(
  session: ImapSession,
  uids: readonly number[],
  includeBody: boolean,
): Promise<FoundMessage[]> {
  const found: FoundMessage[] = [];
  for (let start = 0; start < uids.length; start += FETCH_BATCH_SIZE) {
    const messages = await fetchInOrder(session, uids.slice(start, start + FETCH_BATCH_SIZE), DISPLAY_FIELDS);
    await fetchBrokenHeaders(session, messages);
    const bodies = includeBody ? await fetchBodies(session.client, messages, MAX_BODY_LENGTH) : undefined;
    found.push(...messages.map((message) => ({ ...readMessage(message), ...bodies?.get(message.uid) })));
  }
  return found;
}

/** The section with a message's raw header, up to 64 kB. */
export const HEADER = { key: "header", start: 0, maxLength: 65_536 };

/** Adds the raw header to messages whose subject is not UTF-8, which violates RFC 5322. */
async function fetchBrokenHeaders(session: ImapSession, messages: readonly FetchedMessage[]): Promise<void> {
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
 * Fetches messages by UID. Leaves out messages deleted since the search. imapflow drops a message whose
 * response it cannot parse, so this requests such a message again with fewer fields.
 */
export async function fetchInOrder(
  { client, swallowed }: ImapSession,
  uids: readonly number[],
  query: FetchQueryObject,
): Promise<FetchedMessage[]> {
  const messages = new Map<number, FetchedMessage>();
  const withoutStructure = { ...query, bodyStructure: false };
  for (const fields of [query, withoutStructure, { ...withoutStructure, envelope: false }]) {
    const missing = uids.filter((uid) => !messages.has(uid));
    if (missing.length === 0) break;
    swallowed.forget();
    for await (const message of client.fetch(missing.join(","), { ...fields, uid: true }, { uid: true })) {
      // Changed flags may arrive in a separate response.
      if (missing.includes(message.uid))
        messages.set(message.uid, { ...messages.get(message.uid), ...toFetchedMessage(message) });
    }
    // Messages that are missing without an unreadable response were deleted.
    if (!swallowed.unreadable) break;
  }
  if (swallowed.unreadable && messages.size < uids.length) throw swallowed.latest;
  return uids.flatMap((uid) => messages.get(uid) ?? []);
}

/**
 * Bytes of a part to fetch per character of text. Quoted-printable takes up to nine bytes per character, and
 * markup takes more.
 */
const PLAIN_BYTES = 9;
const HTML_BYTES = 26;

/**
 * Returns the text of each message by UID, up to `longest` characters, without marking anything as read. If
 * the plain text is blank, returns the HTML. If a multipart has neither, returns its whole body.
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
    const fetched = takeFetchedText(part, longest, bytes);
    // A body that contains its boundary is multipart source, not text.
    if (version === "whole" && fetched?.bytes.includes(`--${part.parameters?.boundary}`)) return [];
    return fetched ?? [];
  });
  return readBodyText(texts, parts.more, longest);
}

/** Returns a part's bytes from a response, up to the length requested for `longest` characters. */
export function takeFetchedText(
  part: MessageStructureObject,
  longest: number,
  bytes: ReadonlyMap<string, Buffer>,
): FetchedText | undefined {
  const { key, maxLength } = getSection(part, longest);
  const read = bytes.get(key);
  return read && { part, bytes: read.subarray(0, maxLength), cut: read.length >= maxLength };
}

interface SectionGroup {
  sections: ReturnType<typeof getSection>[];
  uids: number[];
}

/** Groups messages whose texts are in the same sections, so that one command fetches them all. */
function groupBySections(
  messages: readonly FetchedMessage[],
  version: "plain" | "html" | "whole",
  longest: number,
): SectionGroup[] {
  const groups = new Map<string, SectionGroup>();
  for (const { uid, parts } of messages) {
    const sections = (parts?.[version] ?? []).map((part) => getSection(part, longest));
    const name = JSON.stringify(sections);
    const group = groups.get(name) ?? { sections, uids: [] };
    group.uids.push(uid);
    groups.set(name, group);
  }
  return [...groups.values()];
}

/** Returns the section name of a part. A single-part message has no numbered part. */
export function getSection(
  part: MessageStructureObject,
  longest: number,
): { key: string; start: number; maxLength: number } {
  const maxLength = (part.type === "text/html" ? HTML_BYTES : PLAIN_BYTES) * longest;
  return { key: part.part ?? "text", start: 0, maxLength };
}
