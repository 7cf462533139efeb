import { parseFilter } from "@plumbline/adapters/mail/filter/parse-filter.ts";
import type { MailCursor } from "@plumbline/adapters/mail/imap/mail-cursor.ts";
import { type MailPoll, type NewMail, readNewMail } from "@plumbline/adapters/mail/imap/read-new-mail.ts";
import { readMailAccount } from "@plumbline/adapters/mail/mail-account.ts";
import { Secret } from "@plumbline/core/access/secret.ts";
import { Deadline } from "@plumbline/core/clock/clock.ts";
import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { parseEgressAllow } from "@plumbline/core/egress/egress-allow.ts";
import { createSocketOptions } from "@plumbline/core/egress/guard.ts";
import { createTrustContext } from "@plumbline/core/egress/trust-context.ts";
import {
  type ImapServer,
  type ImapServerOptions,
  sampleMailToken,
  sampleMailUser,
  startImap,
} from "@plumbline/sandbox/mail/imap-server.ts";
import { sandboxCertificate } from "@plumbline/sandbox/tls/sandbox-certificate.ts";

export interface LookAsked {
  /** Everything by default. */
  query?: string;
  cursor?: MailCursor | null;
  /** The clock's time by default. */
  since?: string | null;
}

/** An IMAP sandbox that is looked into for new mail. The clock stands at 2026-01-01T00:00:00Z. */
export interface NewMailUnderTest {
  imap: ImapServer;
  clock: ManualClock;
  /** One connection with all these looks. */
  looks(asked: readonly LookAsked[], mailbox?: string): Promise<NewMail[]>;
  look(asked?: LookAsked): Promise<NewMail>;
  /** Commands since it was asked last, from opening the mailbox on, without the farewell. */
  asked(): string[];
  close(): Promise<void>;
}

export async function startNewMailUnderTest(options: ImapServerOptions = {}): Promise<NewMailUnderTest> {
  const imap = await startImap(options);
  const clock = new ManualClock();
  const server = { host: imap.host, port: imap.port };
  const servers = { smtp: server, imap: { ...server } };
  const token = new Secret(sampleMailToken);
  const account = {
    ...readMailAccount(
      { kind: "mail_oauth_a", metadata: { username: sampleMailUser }, token },
      { mail_oauth_a: servers, mail_oauth_b: servers },
      "imap",
    ),
    implicitTls: true,
  };
  const socketOptions = createSocketOptions(
    parseEgressAllow(""),
    createTrustContext(sandboxCertificate().cert),
  );
  const context = {
    clock,
    timeoutMs: 30_000,
    signal: undefined,
    conceal: () => undefined,
    corrected: () => undefined,
    noteReach: () => undefined,
    redact: (text: string) => text,
  };
  const looks = (asked: readonly LookAsked[], mailbox = "INBOX") => {
    const parsed = asked.map(({ query = "in:INBOX", cursor = null, since }): MailPoll => {
      const lastLook = since === undefined ? new Date(clock.now()).toISOString() : since;
      return { filter: parseFilter(query, clock.now()), cursor, since: lastLook };
    });
    const call = { ...context, deadline: Deadline.in(60_000, clock) };
    return readNewMail(account, socketOptions, call, mailbox, parsed);
  };
  let read = 0;
  return {
    imap,
    clock,
    looks,
    async look(asked = {}) {
      const [found] = await looks([asked]);
      if (!found) throw new Error("A look was not answered.");
      return found;
    },
    asked() {
      const commands = imap.commands.slice(read);
      read = imap.commands.length;
      const opened = commands.findIndex((command) => command.startsWith("EXAMINE"));
      return commands.slice(opened).filter((command) => command !== "LOGOUT");
    },
    async close() {
      await imap.gone();
      await imap.close();
    },
  };
}

export function subjectsOf({ messages }: NewMail): string[] {
  return messages.map(({ message }) => message.subject);
}

export function identitiesOf({ messages }: NewMail): string[] {
  return messages.map(({ identity }) => identity);
}
