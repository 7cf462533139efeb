import { composeSeedMessage, type MessageSeed } from "./mailbox-message.ts";
import { type MimePart, parseMime } from "./mailbox-mime.ts";

/** A message in a mailbox. */
export interface StoredMessage {
  readonly uid: number;
  /** Such as `\Seen`. */
  readonly flags: Set<string>;
  readonly receivedAt: Date;
  /** Minutes east of UTC in which the server keeps `receivedAt`. */
  readonly zone: number;
  /** The raw message as bytes (latin1). */
  readonly raw: string;
  readonly mime: MimePart;
}

/** Flags and time of receipt of a message that arrives in a mailbox. */
export interface Arrival {
  flags?: readonly string[];
  receivedAt?: Date | string;
  zone?: number;
}

/** One mailbox; UIDs count from 1 and are never used again under one UIDVALIDITY. */
export class Mailbox {
  readonly name: string;
  uidValidity: number;
  readonly messages: StoredMessage[] = [];
  uidNext = 1;
  /** Such as `\\Sent` (RFC 6154), as LIST tells it. */
  readonly specialUse: string;

  constructor(name: string, uidValidity = 1_700_000_000, specialUse = "") {
    this.name = name;
    this.specialUse = specialUse;
    this.uidValidity = uidValidity;
  }

  /** Takes a message, raw or to be composed. */
  add(message: MessageSeed | Buffer, { flags = [], receivedAt, zone = 0 }: Arrival = {}): StoredMessage {
    const raw = (Buffer.isBuffer(message) ? message : composeSeedMessage(message)).toString("latin1");
    return this.#keep({
      flags: new Set(flags),
      receivedAt: new Date(receivedAt ?? Date.now()),
      zone,
      raw,
      mime: parseMime(raw),
    });
  }

  /** Moves a message to another mailbox, where it has a new UID and is received when it was. */
  move(uid: number, to: Mailbox): StoredMessage {
    const message = this.messages.find((each) => each.uid === uid);
    if (!message) throw new Error(`There is no message ${uid} in ${this.name}.`);
    this.expunge(uid);
    return to.#keep(message);
  }

  /** Makes the mailbox anew, with another UIDVALIDITY: as if it had never held anything. */
  recreate(): void {
    this.messages.length = 0;
    this.uidValidity += 1;
    this.uidNext = 1;
  }

  /**
   * As a backup put back in place: what came from this UID on is gone, and UIDs are given from there again.
   */
  restore(uidNext: number): void {
    this.messages.splice(0, Infinity, ...this.messages.filter(({ uid }) => uid < uidNext));
    this.uidNext = uidNext;
  }

  /** Removes a message for good. */
  expunge(uid: number): void {
    const index = this.messages.findIndex((message) => message.uid === uid);
    if (index !== -1) this.messages.splice(index, 1);
  }

  #keep(message: Omit<StoredMessage, "uid">): StoredMessage {
    const stored = { ...message, uid: this.uidNext };
    this.uidNext += 1;
    this.messages.push(stored);
    return stored;
  }
}
