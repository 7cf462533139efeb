import type { ImapFlow, MessageStructureObject } from "imapflow";
import { bodyText, MAX_BODY_LENGTH } from "../message/body-text.ts";
import type { FetchedMessage } from "./fetched-message.ts";

/** Bytes of a part that are fetched: quoted-printable takes up to nine for a character, markup still more. */
const MAX_PLAIN_BYTES = 9 * MAX_BODY_LENGTH;
const MAX_HTML_BYTES = 256 * 1024;

export interface MessageBody {
  body: string;
  body_truncated: boolean;
}

/** The readable text of each message by UID; one command for all messages whose text is the same part. Nothing is marked as read. */
export async function fetchBodies(
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
