import type { OpenedMailbox } from "./open-mailbox.ts";

/** Position at which a poll of a mailbox ended. */
export interface MailCursor {
  uid_validity: string;
  /** All messages up to this UID were read. */
  last_uid: number;
  /** Hashes of the last mails reported (seen-hashes.ts). */
  seen: string;
  /** Set if polls left messages for the next one: ISO time of the last successful poll before those polls. */
  rest_since?: string | undefined;
  /**
   * Set for a recreated mailbox: up to this UID, a message may be one that already existed, and its UID has
   * no meaning.
   */
  anew_up_to?: number | undefined;
}

/** Position and rule with which a poll starts. */
export interface Beginning {
  /** The poll starts after this UID. */
  after: number;
  /** For a recreated mailbox, ISO time from which mail may be unread. */
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
 * Returns where a poll starts. A mailbox was recreated if it has another UIDVALIDITY, or if its next UID
 * decreased, which RFC 3501 (2.3.1.1) forbids. The latter means that a backup was restored, and that UIDs
 * already read are reused for other mail.
 */
export function beginning(cursor: MailCursor | null, since: string | null, opened: OpenedMailbox): Beginning {
  const { uidValidity, lastUid, toldNextUid } = opened;
  if (cursor === null) return { after: lastUid, since, anewUpTo: undefined, recreated: false };
  const { last_uid, rest_since = since, anew_up_to } = cursor;
  const sameUids = cursor.uid_validity === uidValidity;
  const recreated = !sameUids || (toldNextUid && lastUid < last_uid);
  if (!recreated) return { after: last_uid, since: rest_since, anewUpTo: anew_up_to, recreated };
  if (rest_since === null) return { after: lastUid, since, anewUpTo: undefined, recreated };
  // A lagging server may also return old UIDs again.
  const anewUpTo = sameUids ? Math.max(last_uid, anew_up_to ?? 0) : lastUid;
  return { after: 0, since: rest_since, anewUpTo, recreated };
}

/** Returns where such a poll ended. `cut` is true if it left messages for the next poll. */
export function ending(
  { since, anewUpTo = 0 }: Beginning,
  end: Pick<MailCursor, "uid_validity" | "last_uid" | "seen">,
  cut: boolean,
): MailCursor {
  return {
    ...end,
    ...(cut && since !== null ? { rest_since: since } : {}),
    ...(end.last_uid < anewUpTo ? { anew_up_to: anewUpTo } : {}),
  };
}
