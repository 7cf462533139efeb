import { ImapConversation } from "./imap-conversation.ts";
import type { ImapLogins } from "./imap-login.ts";
import { type ImapAnswer, ImapScript } from "./imap-script.ts";
import { startLineServer } from "./line-server.ts";
import { Mailbox } from "./mailbox.ts";

/** The user of the sample mailbox. Its password and token follow. */
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
  /** Every command read, with only the name of those that contain a secret. The list is live. */
  readonly commands: readonly string[];
  connections(): number;
  /**
   * Queues responses to commands with that name (`UID SEARCH`; `greeting` for a new connection). Each is used
   * once.
   */
  script(command: string, ...answers: readonly ImapAnswer[]): void;
  /** Sets the response to every command with that name for which no response is queued. */
  scriptAlways(command: string, answer: ImapAnswer): void;
  /** Resolves when the command was read `count` times. */
  waitFor(command: string, count?: number): Promise<void>;
  /** Resolves when all clients so far have disconnected. */
  gone(): Promise<void>;
  close(): Promise<void>;
}

export interface ImapServerOptions {
  port?: number | undefined;
  /** If true (the default), TLS from the first byte; otherwise STARTTLS. */
  implicitTls?: boolean;
  /** True if STARTTLS is offered on a connection that does not start with TLS. */
  offersStartTls?: boolean;
  /** Mailboxes besides INBOX. */
  mailboxes?: readonly Mailbox[];
  logins?: Partial<ImapLogins>;
  /** Replaces the default capabilities. ESEARCH, WITHIN and X-GM-EXT-1 affect searches. */
  capabilities?: readonly string[];
  /** Milliseconds since the epoch, for WITHIN. */
  now?: () => number;
}

/** Starts an IMAP server on 127.0.0.1 with an empty INBOX. Implements the commands for reading a mailbox. */
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
