import { createHash } from "node:crypto";
import type { FoundMessage } from "../message/found-message.ts";

/** Maximum number of hashes to keep for a mailbox. */
const MOST_SEEN = 500;
const HASH_BYTES = 9;
/** Length of a hash as base64url text. */
const HASH_LENGTH = 12;

/**
 * Returns a hash that identifies a message in any mailbox. It covers Message-ID, time of sending, sender,
 * subject and size; without a Message-ID and a time of sending, also the time of receipt. The Message-ID
 * alone is not enough: a list's copy has the same one as the direct copy, and a spammer may use one for all
 * messages. None of the five changes when a mailbox is rebuilt from the same messages.
 */
export function mailHash({ message_id, sent_at, date, from, subject, size }: FoundMessage): string {
  const time = sent_at ?? (message_id === undefined ? date : undefined);
  const known = [message_id ?? null, time ?? null, from?.address ?? null, subject, size];
  const hash = createHash("sha256").update(JSON.stringify(known)).digest();
  return hash.subarray(0, HASH_BYTES).toString("base64url");
}

/** Returns the hashes in a cursor's `seen`, newest first. */
export function seenHashes(seen: string): Set<string> {
  const hashes = new Set<string>();
  for (let at = 0; at + HASH_LENGTH <= seen.length; at += HASH_LENGTH)
    hashes.add(seen.slice(at, at + HASH_LENGTH));
  return hashes;
}

/**
 * Returns `seen` with further hashes, given in the order in which they were found. Drops the oldest beyond
 * 500.
 */
export function addSeen(seen: string, found: readonly string[]): string {
  const hashes = new Set([...found.toReversed(), ...seenHashes(seen)]);
  return [...hashes].slice(0, MOST_SEEN).join("");
}
