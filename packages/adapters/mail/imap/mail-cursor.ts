import type { OpenedMailbox } from "./open-mailbox.ts";

/** Where a look at a mailbox ended. */
export interface MailCursor {
  uid_validity: string;
  /** All messages up to this UID were looked at. */
  last_uid: number;
  /** Hashes of the mails reported last (seen-hashes.ts). */
  seen: string;
  /**
   * Where the look left a rest to the next one: ISO time of the last successful look before all that left
   * one.
   */
  rest_since?: string | undefined;
  /**
   * In a mailbox made anew: up to this UID a message may be one of those that were there before, and its UID
   * says nothing.
   */
  anew_up_to?: number | undefined;
}

/** Where a look begins, and by which rule it goes. */
export interface Beginning {
  /** The UID behind which it begins. */
  after: number;
  /** ISO time from which on mail may not have been looked at, if the mailbox has been made anew. */
  since: string | null;
  /**
   * As in the cursor: to this UID the look goes by time and by what was reported. `undefined`: it goes by
   * UIDs alone.
   */
  anewUpTo: number | undefined;
  /** The mailbox was made anew since the last look. */
  recreated: boolean;
}

/**
 * A mailbox was made anew when it has another UIDVALIDITY, and also when its next UID went back, which RFC
 * 3501 (2.3.1.1) forbids: that is a backup put back in place, and UIDs that were looked at are given to other
 * mail.
 */
export function beginning(cursor: MailCursor | null, since: string | null, opened: OpenedMailbox): Beginning {
  const { uidValidity, lastUid, toldNextUid } = opened;
  if (cursor === null) return { after: lastUid, since, anewUpTo: undefined, recreated: false };
  const { last_uid, rest_since = since, anew_up_to } = cursor;
  const sameUids = cursor.uid_validity === uidValidity;
  const recreated = !sameUids || (toldNextUid && lastUid < last_uid);
  if (!recreated) return { after: last_uid, since: rest_since, anewUpTo: anew_up_to, recreated };
  if (rest_since === null) return { after: lastUid, since, anewUpTo: undefined, recreated };
  // Old UIDs may also come back, from a server that lagged behind.
  const anewUpTo = sameUids ? Math.max(last_uid, anew_up_to ?? 0) : lastUid;
  return { after: 0, since: rest_since, anewUpTo, recreated };
}

/** Where a look ended that began so. `cut`: it left a rest. */
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
