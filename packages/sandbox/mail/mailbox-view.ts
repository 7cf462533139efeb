import type { Mailbox } from "./mailbox.ts";

/** One client's view of an open mailbox, which tracks changes between two commands. */
export class MailboxView {
  readonly mailbox: Mailbox;
  #known: readonly number[];

  constructor(mailbox: Mailbox) {
    this.mailbox = mailbox;
    this.#known = uidsOf(mailbox);
  }

  /**
   * Returns EXPUNGE and EXISTS lines (RFC 3501, 7.4.1 and 7.3.1) for the changes since the last call. Reports
   * the highest number first, because each removal lowers the numbers after it.
   */
  changes(): string {
    const known = this.#known;
    const now = uidsOf(this.mailbox);
    const present = new Set(now);
    this.#known = now;
    const gone = known.flatMap((uid, index) => (present.has(uid) ? [] : [index + 1])).toReversed();
    const expunged = gone.map((number) => `* ${number} EXPUNGE\r\n`).join("");
    const cameMore = now.length > known.length - gone.length;
    return cameMore ? `${expunged}* ${now.length} EXISTS\r\n` : expunged;
  }
}

function uidsOf({ messages }: Mailbox): number[] {
  return messages.map(({ uid }) => uid);
}
