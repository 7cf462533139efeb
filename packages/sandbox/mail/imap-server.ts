import { ImapConversation } from "./imap-conversation.ts";
import type { ImapLogins } from "./imap-login.ts";
import { type ImapAnswer, ImapScript } from "./imap-script.ts";
import { startLineServer } from "./line-server.ts";
import { Mailbox } from "./mailbox.ts";

/** The user of the sample mailbox, with its password and its token. */
export const sampleMailUser = "ada@example.com";
export const sampleMailPassword = "sandbox-mail-password";
export const sampleMailToken = "sandbox-mail-token";

const sampleLogins: ImapLogins = {
  passwords: { [sampleMailUser]: sampleMailPassword },
  tokens: { [sampleMailUser]: sampleMailToken },
  tokenRefusal: { status: "400", scope: "https://mail.example.com/" },
};

const usualCapabilities = ["ID", "NAMESPACE", "ESEARCH", "SASL-IR", "AUTH=PLAIN", "AUTH=XOAUTH2"];

/** An IMAP server and its state. */
export interface ImapServer {
  readonly host: "127.0.0.1";
  readonly port: number;
  readonly inbox: Mailbox;
  /** Every command as it was read; of those that carry a secret the name alone. The list is live. */
  readonly commands: readonly string[];
  connections(): number;
  /**
   * Queues answers for the commands of that name (`UID SEARCH`; `greeting` for a new connection), each used
   * once.
   */
  script(command: string, ...answers: readonly ImapAnswer[]): void;
  /** Answers every command of that name that has no queued answer with this one. */
  scriptAlways(command: string, answer: ImapAnswer): void;
  /** Resolves when the command was read so often. */
  waitFor(command: string, count?: number): Promise<void>;
  /** Resolves when every client that came so far has gone. */
  gone(): Promise<void>;
  close(): Promise<void>;
}

export interface ImapServerOptions {
  port?: number | undefined;
  /** TLS from the first byte (the default); else STARTTLS. */
  implicitTls?: boolean;
  /** True when STARTTLS is offered on a connection that does not begin with TLS. */
  offersStartTls?: boolean;
  /** Beside INBOX. */
  mailboxes?: readonly Mailbox[];
  logins?: Partial<ImapLogins>;
  /** In place of the usual ones; ESEARCH, WITHIN and X-GM-EXT-1 change how a search is carried out. */
  capabilities?: readonly string[];
  /** Milliseconds since the epoch, for WITHIN. */
  now?: () => number;
}

/**
 * Starts an IMAP server on 127.0.0.1 with an empty INBOX. It knows what looking into a mailbox takes, and
 * never changes one but by `inbox`.
 */
export async function startImap(options: ImapServerOptions = {}): Promise<ImapServer> {
  const {
    implicitTls = true,
    offersStartTls = true,
    mailboxes = [],
    capabilities = usualCapabilities,
  } = options;
  const inbox = new Mailbox("INBOX");
  const script = new ImapScript();
  const commands: string[] = [];
  const host = {
    mailboxes: [inbox, ...mailboxes],
    logins: { ...sampleLogins, ...options.logins },
    capabilities,
    offersStartTls,
    script,
    commands,
    now: options.now ?? Date.now,
  };
  const conversations: Promise<void>[] = [];
  const server = await startLineServer({
    port: options.port,
    implicitTls,
    serve: (connection) => {
      const conversation = new ImapConversation(connection, host).run();
      conversations.push(conversation);
      return conversation;
    },
  });
  return {
    host: "127.0.0.1",
    port: server.port,
    inbox,
    commands,
    connections: server.connections,
    script: (command, ...answers) => script.queue(command, answers),
    scriptAlways: (command, answer) => script.stand(command, answer),
    waitFor: (command, count = 1) => script.waitFor(command, count),
    async gone() {
      await Promise.all(conversations);
    },
    close: server.close,
  };
}
