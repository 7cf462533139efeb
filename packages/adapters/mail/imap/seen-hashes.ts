import { createHash } from "node:crypto";
import type { FoundMessage } from "../message/found-message.ts";

/** Maximum number of hashes to keep for a mailbox. */
const MAX_SEEN = 500;
const HASH_BYTES = 9;
/** Length of a hash as base64url text. */
const HASH_LENGTH = 12;

/**
 * Hashes the Message-ID, send time, sender, subject and size. If both Message-ID and send time are missing,
 * uses the time of receipt. The Message-ID alone is not enough: a copy from a mailing list has the same ID as
 * the direct copy, and spammers reuse IDs. These fields do not change when a mailbox is rebuilt from the same
 * messages.
 */
export function hashMail({ message_id, sent_at, date, from, subject, size }: FoundMessage): string {
  const time = sent_at ?? (message_id === undefined ? date : undefined);
  const known = [message_id ?? null, time ?? null, from?.address ?? null, subject, size];
  const hash = createHash("sha256").update(JSON.stringify(known)).digest();
  return hash.subarray(0, HASH_BYTES).toString("base64url");
}

/** Parses the `seen` field of a cursor into hashes, newest first. */
export function parseSeenHashes(seen: string): Set<string> {
  const hashes = new Set<string>();
  for (let at = 0; at + HASH_LENGTH <= seen.length; at += HASH_LENGTH)
    hashes.add(seen.slice(at, at + HASH_LENGTH));
  return hashes;
}

/** Adds hashes to `seen`. `found` is oldest first. Keeps the newest 500. */
export function addSeen(seen: string, found: readonly string[]): string {
  const hashes = new Set([...found.toReversed(), ...parseSeenHashes(seen)]);
  return [...hashes].slice(0, MAX_SEEN).join("");
}
