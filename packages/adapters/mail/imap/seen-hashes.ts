import { createHash } from "node:crypto";
import type { FoundMessage } from "../message/found-message.ts";

/** Hashes kept of a mailbox, and with them mails that are known again. */
const MOST_SEEN = 500;
const HASH_BYTES = 9;
/** A hash as text, base64url. */
const HASH_LENGTH = 12;

/**
 * What a mail is known by wherever it lies: Message-ID, time of sending, sender, subject and size; without a
 * Message-ID and a time of sending, the time it was received. The Message-ID alone is not enough: a list's
 * copy has that of the direct one, and a spammer may give all his mails the same. None of the five changes
 * when a mailbox is made anew from the same mails.
 */
export function mailHash({ message_id, sent_at, date, from, subject, size }: FoundMessage): string {
  const time = sent_at ?? (message_id === undefined ? date : undefined);
  const known = [message_id ?? null, time ?? null, from?.address ?? null, subject, size];
  const hash = createHash("sha256").update(JSON.stringify(known)).digest();
  return hash.subarray(0, HASH_BYTES).toString("base64url");
}

/** The hashes in a cursor's `seen`, the newest first. */
export function seenHashes(seen: string): Set<string> {
  const hashes = new Set<string>();
  for (let at = 0; at + HASH_LENGTH <= seen.length; at += HASH_LENGTH)
    hashes.add(seen.slice(at, at + HASH_LENGTH));
  return hashes;
}

/**
 * `seen` with further hashes, which come in the order they were found; the oldest are forgotten beyond 500.
 */
export function addSeen(seen: string, found: readonly string[]): string {
  const hashes = new Set([...found.toReversed(), ...seenHashes(seen)]);
  return [...hashes].slice(0, MOST_SEEN).join("");
}
