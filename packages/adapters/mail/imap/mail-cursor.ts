import type { OpenedMailbox } from "./open-mailbox.ts";

/** Position at which a poll of a mailbox stopped. */
export interface MailCursor {
  uid_validity: string;
  /** All messages up to this UID were read. */
  last_uid: number;
  /** Hashes of the most recently reported mails (seen-hashes.ts). */
  seen: string;
  /** Set if polls left messages for the next one: ISO time of the last successful poll before them. */
  rest_since?: string | undefined;
  /**
   * Set for a recreated mailbox. A message up to this UID may be an old one under a new UID, so its UID does
   * not show whether it was reported.
   */
  anew_up_to?: number | undefined;
}

/** Where a poll starts, and how it selects messages. */
export interface PollStart {
  /** The poll starts after this UID. */
  after: number;
  /** ISO time from which mail may be unread. Selects mail only up to `anewUpTo`. */
  since: string | null;
  /**
   * As in the cursor. Up to this UID, the poll selects by time and by reported mails. If `undefined`, it
   * selects only by UID.
   */
  anewUpTo: number | undefined;
  /** True if the mailbox was recreated since the last poll. */
  recreated: boolean;
}

/**
 * Determines where a poll starts. A mailbox was recreated if its UIDVALIDITY changed, or if its next UID
 * decreased, which RFC 3501 (2.3.1.1) forbids. A decrease means that a backup was restored, and that UIDs
 * already read are reused for other mail.
 */
export function planPoll(cursor: MailCursor | null, since: string | null, opened: OpenedMailbox): PollStart {
  const { uidValidity, lastUid, hasNextUid } = opened;
  if (cursor === null) return { after: lastUid, since, anewUpTo: undefined, recreated: false };
  const { last_uid, rest_since = since, anew_up_to } = cursor;
  const sameUids = cursor.uid_validity === uidValidity;
  const recreated = !sameUids || (hasNextUid && lastUid < last_uid);
  if (!recreated) return { after: last_uid, since: rest_since, anewUpTo: anew_up_to, recreated };
  if (rest_since === null) return { after: lastUid, since, anewUpTo: undefined, recreated };
  // A server with replication lag may also return old UIDs again.
  const anewUpTo = sameUids ? Math.max(last_uid, anew_up_to ?? 0) : lastUid;
  return { after: 0, since: rest_since, anewUpTo, recreated };
}

/** Returns the cursor after a poll. `cut` is true if it left messages for the next poll. */
export function advanceCursor(
  { since, anewUpTo = 0 }: PollStart,
  end: Pick<MailCursor, "uid_validity" | "last_uid" | "seen">,
  cut: boolean,
): MailCursor {
  return {
    ...end,
    ...(cut && since !== null ? { rest_since: since } : {}),
    ...(end.last_uid < anewUpTo ? { anew_up_to: anewUpTo } : {}),
  };
}
