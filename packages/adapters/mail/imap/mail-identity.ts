import type { FoundMessage } from "../message/found-message.ts";
import { mailHash } from "./seen-hashes.ts";

export interface IdentifiedMessage {
  identity: string;
  message: FoundMessage;
}

/**
 * Gives messages of one mailbox, oldest first, their identities. The rule:
 *
 * - Within one UIDVALIDITY a UID is a mail, and every mail is reported once, because the cursor passes each UID once.
 * - A mail's identity is its hash, so that it is the same under another UIDVALIDITY, whatever its UID is there.
 * - A hash that was reported already (`seen`, or earlier among these) belongs to another mail that looks the same; its identity is the
 *   hash with UIDVALIDITY and UID.
 * - In a mailbox made anew UIDs say nothing: there a hash that was reported is that mail, and is left out before it comes here.
 */
export function identified(
  messages: readonly FoundMessage[],
  seen: ReadonlySet<string>,
  uidValidity: string,
): IdentifiedMessage[] {
  const reported = new Set(seen);
  return messages.map((message) => {
    const hash = mailHash(message);
    const identity = reported.has(hash) ? `${hash} ${uidValidity}:${message.id}` : hash;
    reported.add(hash);
    return { identity, message };
  });
}
