import { composeSeedMessage, type MessageSeed } from "./mailbox-message.ts";
import { type MimePart, parseMime } from "./mailbox-mime.ts";

/** A message in a mailbox. */
export interface StoredMessage {
  readonly uid: number;
  /** For example `\Seen`. */
  readonly flags: Set<string>;
  readonly receivedAt: Date;
  /** The server's time zone for `receivedAt`, in minutes east of UTC. */
  readonly zone: number;
  /** The raw message as bytes (latin1). */
  readonly raw: string;
  readonly mime: MimePart;
}

/** Flags and time of receipt of a message added to a mailbox. */
export interface Arrival {
  flags?: readonly string[];
  receivedAt?: Date | string;
  zone?: number;
}

/** One mailbox. UIDs count from 1 and are never reused under one UIDVALIDITY. */
export class Mailbox {
  readonly name: string;
  uidValidity: number;
  readonly messages: StoredMessage[] = [];
  uidNext = 1;
  /** For example `\\Sent` (RFC 6154), as shown by LIST. */
  readonly specialUse: string;

  constructor(name: string, uidValidity = 1_700_000_000, specialUse = "") {
    this.name = name;
    this.specialUse = specialUse;
    this.uidValidity = uidValidity;
  }

  /** Adds a message, given either raw or as its content. */
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

  /** Moves a message to another mailbox. It gets a new UID and keeps its time of receipt. */
  move(uid: number, to: Mailbox): StoredMessage {
    const message = this.messages.find((each) => each.uid === uid);
    if (!message) throw new Error(`There is no message ${uid} in ${this.name}.`);
    this.expunge(uid);
    return to.#keep(message);
  }

  /** Recreates the mailbox empty, with another UIDVALIDITY. */
  recreate(): void {
    this.messages.length = 0;
    this.uidValidity += 1;
    this.uidNext = 1;
  }

  /** Restores a backup: removes messages from this UID on, and assigns UIDs from there again. */
  restore(uidNext: number): void {
    this.messages.splice(0, Infinity, ...this.messages.filter(({ uid }) => uid < uidNext));
    this.uidNext = uidNext;
  }

  /** Removes a message permanently. */
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
