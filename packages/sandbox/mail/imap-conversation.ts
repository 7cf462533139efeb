import { type ImapCommand, readCommand, shownCommand } from "./imap-command.ts";
import { type ImapLogins, passwordAnswer, saslAnswer } from "./imap-login.ts";
import {
  appendMessage,
  fetchMessages,
  listMailboxes,
  type Outcome,
  openedMailbox,
  searchMailbox,
  viewMailbox,
} from "./imap-mailboxes.ts";
import type { ImapEvent, ImapScript } from "./imap-script.ts";
import type { LineConnection } from "./line-connection.ts";
import type { Mailbox } from "./mailbox.ts";
import type { MailboxView } from "./mailbox-view.ts";

/** Mailboxes, logins and capabilities of a server. */
export interface ImapHost {
  readonly mailboxes: readonly Mailbox[];
  readonly logins: ImapLogins;
  /** In capitals. Capabilities for signing in and STARTTLS are added automatically. */
  readonly capabilities: readonly string[];
  /** True if STARTTLS is offered and required before signing in. */
  readonly offersStartTls: boolean;
  readonly script: ImapScript;
  /**
   * Every command read, for example `EXAMINE INBOX`. Only the name of a command with a secret is recorded.
   */
  readonly commands: string[];
  now(): number;
}

const SIGNED_OUT_COMMANDS = new Set([
  "CAPABILITY",
  "ID",
  "NOOP",
  "STARTTLS",
  "LOGIN",
  "AUTHENTICATE",
  "LOGOUT",
]);

/** The server's side of one connection. Implements the part of RFC 3501 that reading a mailbox requires. */
export class ImapConversation {
  readonly #connection: LineConnection;
  readonly #host: ImapHost;
  #signedIn = false;
  /** True if STARTTLS was accepted. TLS starts after the response. */
  #startsTls = false;
  #open: MailboxView | undefined;

  constructor(connection: LineConnection, host: ImapHost) {
    this.#connection = connection;
    this.#host = host;
  }

  /** Answers commands until the client disconnects or the script ends the conversation. */
  async run(): Promise<void> {
    const greeted = await this.#answer("*", "greeting", () => ({ tagged: "OK Sandbox ready" }));
    for (let goOn = greeted; goOn; ) {
      const command = await readCommand(this.#connection);
      if (command === undefined) return;
      this.#host.commands.push(shownCommand(command));
      goOn = await this.#answer(command.tag, command.name, () => this.#carryOut(command));
      if (command.name === "LOGOUT") return;
      if (this.#startsTls) this.#connection.startTls();
      this.#startsTls = false;
    }
  }

  /** Sends the scripted response or the truthful one. Returns false if the conversation is over. */
  async #answer(
    tag: string,
    name: string,
    truthful: () => Outcome | Promise<Outcome | undefined>,
  ): Promise<boolean> {
    const scripted = this.#host.script.take(name) ?? {};
    if (typeof scripted === "string") {
      this.#connection.writeLine(`${tag} ${scripted}`);
      return true;
    }
    const { bye, fault, first, instead, last } = scripted;
    if (bye !== undefined) this.#connection.writeLine(`* BYE ${bye}`);
    if (bye !== undefined || (fault && fault !== "cut")) return this.#break(fault);
    first?.();
    const outcome = await truthful();
    if (outcome === undefined) return false;
    const untagged = (instead ?? outcome.untagged ?? "") + (last === undefined ? "" : `* BYE ${last}\r\n`);
    const bytes = Buffer.from(`${untagged}${tag} ${outcome.tagged}\r\n`, "latin1");
    this.#connection.write(fault === "cut" ? bytes.subarray(0, bytes.length / 2) : bytes);
    return fault === undefined && last === undefined;
  }

  async #break(fault: ImapEvent["fault"]): Promise<false> {
    if (fault === "reset") this.#connection.reset();
    if (fault === "hang") while ((await this.#connection.readLine()) !== undefined);
    return false;
  }

  #carryOut(command: ImapCommand): Outcome | Promise<Outcome | undefined> {
    const { name, args } = command;
    if (!this.#signedIn && !SIGNED_OUT_COMMANDS.has(name)) return { tagged: "BAD Sign in first" };
    switch (name) {
      case "CAPABILITY":
        return { untagged: `* CAPABILITY ${this.#capabilities().join(" ")}\r\n`, tagged: "OK Done" };
      case "ID":
        return { untagged: '* ID ("name" "sandbox")\r\n', tagged: "OK Done" };
      case "NOOP":
        return { untagged: this.#open?.changes() ?? "", tagged: "OK Done" };
      case "STARTTLS":
        this.#startsTls = this.#offersStartTls();
        return { tagged: this.#startsTls ? "OK Begin TLS now" : "BAD Not offered" };
      case "LOGIN":
      case "AUTHENTICATE":
        return this.#signIn(name, args.map(String));
      case "NAMESPACE":
        return { untagged: '* NAMESPACE (("" "/")) NIL NIL\r\n', tagged: "OK Done" };
      case "LIST":
      case "LSUB":
        return listMailboxes(this.#host.mailboxes, name, String(args[1] ?? ""));
      case "SELECT":
      case "EXAMINE":
        this.#open = viewMailbox(this.#host.mailboxes, String(args[0] ?? ""));
        return openedMailbox(this.#open, name);
      case "UID SEARCH":
        return searchMailbox(this.#open, command, this.#capabilities(), this.#host.now());
      case "UID FETCH":
        return fetchMessages(this.#open, args);
      case "CLOSE":
        this.#open = undefined;
        return { tagged: "OK Closed" };
      case "APPEND":
        return appendMessage(this.#host.mailboxes, args);
      case "LOGOUT":
        return { untagged: "* BYE Goodbye\r\n", tagged: "OK Done" };
      default:
        return { tagged: "BAD Unknown command" };
    }
  }

  async #signIn(name: string, [first = "", second]: readonly string[]): Promise<Outcome | undefined> {
    if (this.#offersStartTls()) return { tagged: "NO [PRIVACYREQUIRED] Start TLS first" };
    if (name === "AUTHENTICATE" && !this.#capabilities().includes(`AUTH=${first.toUpperCase()}`))
      return { tagged: "NO [CANNOT] Unsupported authentication mechanism" };
    const { logins } = this.#host;
    const tagged =
      name === "LOGIN"
        ? passwordAnswer(logins, first, second)
        : await saslAnswer(this.#connection, logins, first.toUpperCase(), second);
    if (tagged?.startsWith("OK")) this.#signedIn = true;
    return tagged === undefined ? undefined : { tagged };
  }

  #offersStartTls(): boolean {
    return this.#host.offersStartTls && !this.#connection.secure;
  }

  #capabilities(): string[] {
    const { capabilities } = this.#host;
    return this.#offersStartTls()
      ? ["IMAP4REV1", "STARTTLS", "LOGINDISABLED"]
      : ["IMAP4REV1", ...capabilities.map((capability) => capability.toUpperCase())];
  }
}
