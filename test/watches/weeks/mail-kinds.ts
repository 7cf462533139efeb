import { imapFarewells, imapReplies, imapReset } from "@plumbline/sandbox/mail/imap-failures.ts";
import type { ImapServer } from "@plumbline/sandbox/mail/imap-server.ts";
import type { StoredMessage } from "@plumbline/sandbox/mail/mailbox.ts";
import type { MessageSeed } from "@plumbline/sandbox/mail/mailbox-message.ts";

export interface MailKind {
  /** Writes a message with a subject. */
  write?(subject: string): MessageSeed;
  /** Before a look, with how many there were. */
  before?(server: ImapServer, look: number): void;
  /** After a look. */
  after?(server: ImapServer, look: number): void;
  /** Health tells this. */
  tells?: "mailbox_recreated";
}

const sometimes = (every: number, act: (server: ImapServer) => void): MailKind => ({
  before: (server, look) => {
    if (look % every === every - 1) act(server);
  },
});

/** Puts messages into a mailbox made anew, as a migration does: other UIDs, the same mails. */
function putBack({ inbox }: ImapServer): void {
  const kept: StoredMessage[] = [...inbox.messages];
  inbox.recreate();
  for (const { raw, receivedAt } of kept) inbox.add(Buffer.from(raw, "latin1"), { receivedAt });
}

/** Ways in which mailboxes behave. */
export const mailKinds: Readonly<Record<string, MailKind>> = {
  "well-behaved mailbox": {},
  "one Message-ID for all": { write: (subject) => ({ subject, messageId: "<same@mail.example>" }) },
  "no Message-ID": { write: (subject) => ({ subject }) },
  "emptied after each look": {
    after({ inbox }) {
      for (const { uid } of [...inbox.messages]) inbox.expunge(uid);
    },
  },
  "made anew every fifth look": { ...sometimes(5, putBack), tells: "mailbox_recreated" },
  "flags that change": {
    before({ inbox }, look) {
      for (const { flags } of inbox.messages) look % 2 === 0 ? flags.add("\\Seen") : flags.delete("\\Seen");
    },
  },
  "too many connections, now and then": sometimes(3, (server) =>
    server.script("greeting", ...Array(3).fill(imapFarewells.tooManyConnections)),
  ),
  "a connection that is reset": sometimes(4, (server) => server.script("EXAMINE", imapReset, imapReset)),
  "a server with a bug": sometimes(2, (server) =>
    server.script("UID SEARCH", ...Array(3).fill(imapReplies.serverBug)),
  ),
};
