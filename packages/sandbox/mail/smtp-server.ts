import type { LineConnection } from "./line-connection.ts";
import { startLineServer } from "./line-server.ts";
import type { DeliveredMail, SmtpBehaviour } from "./smtp-behaviour.ts";
import { ehloReply, type SmtpState } from "./smtp-behaviour.ts";
import { logIn } from "./smtp-login.ts";
import type { SmtpFault } from "./smtp-script.ts";
import { type SmtpAnswer, type SmtpAnswerPoint, SmtpScript } from "./smtp-script.ts";

/** A mail server for sending, on loopback. Truthful unless scripted. */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** Every message accepted, oldest first, for tests to count. The list is live. */
  readonly delivered: readonly DeliveredMail[];
  /** Every command of every client without secrets, oldest first. The list is live. */
  readonly commands: readonly string[];
  readonly behaviour: SmtpBehaviour;
  /** Connections accepted so far. */
  connections(): number;
  /** Resolves when no connection is open. */
  idle(): Promise<void>;
  /** Queues replies for the next times that a stage is reached. */
  script(stage: SmtpAnswerPoint, ...answers: readonly SmtpAnswer[]): void;
  /** Sets the reply for every time that a stage is reached and no reply is queued. */
  scriptAlways(stage: SmtpAnswerPoint, answer: SmtpAnswer): void;
  /** Resolves when a stage was reached `count` times, whether or not a reply was sent. */
  waitFor(stage: SmtpAnswerPoint, count?: number): Promise<void>;
  close(): Promise<void>;
}

export interface SmtpServerOptions {
  /** Port on 127.0.0.1. If 0 or omitted, a free port. */
  port?: number | undefined;
  /** If true, TLS from the first byte; otherwise STARTTLS. */
  implicitTls?: boolean | undefined;
  behaviour?: Partial<SmtpBehaviour> | undefined;
  /** Called with each accepted message, so that a mailbox can show it. */
  onDelivered?: ((mail: DeliveredMail) => void) | undefined;
}

/** Logins of the sample server, by password and by token. */
export const sampleSmtpLogin = {
  user: "ada@example.com",
  password: "sandbox-mail-password",
  token: "sandbox-mail-token",
} as const;

function sampleBehaviour(): SmtpBehaviour {
  const { user, password, token } = sampleSmtpLogin;
  return {
    logins: {
      passwords: { [user]: password },
      tokens: { [user]: token },
      tokenRefusal: { status: "401", scope: "https://mail.sandbox.example/" },
    },
    offersStartTls: true,
    mechanisms: ["LOGIN", "PLAIN", "XOAUTH2"],
    pipelining: true,
    maxSize: 26_214_400,
    unknownRecipients: new Set(["nobody@example.com"]),
  };
}

/**
 * Starts a mail server that accepts messages to any recipient, from clients that log in over TLS
 * (sandboxCertificate).
 */
export async function startSmtpServer(options: SmtpServerOptions = {}): Promise<SmtpServer> {
  const { port, implicitTls, onDelivered } = options;
  const behaviour = { ...sampleBehaviour(), ...options.behaviour };
  const script = new SmtpScript();
  const delivered: DeliveredMail[] = [];
  const commands: string[] = [];
  const deliver = (mail: DeliveredMail) => {
    delivered.push(mail);
    onDelivered?.(mail);
  };
  const server = await startLineServer({
    port,
    implicitTls,
    serve: (connection) => new SmtpConversation(connection, { behaviour, script, commands, deliver }).run(),
  });
  return {
    ...server,
    host: "127.0.0.1",
    delivered,
    commands,
    behaviour,
    script: (stage, ...answers) => script.queue(stage, answers),
    scriptAlways: (stage, answer) => script.stand(stage, answer),
    waitFor: (stage, count = 1) => script.waitFor(stage, count),
  };
}

const PATH = /^<([^<>\s]+@[^<>\s]+)>(?: .*)?$/;

/** Speaks SMTP submission (RFC 6409) with one client until either side disconnects. */
class SmtpConversation {
  readonly #connection: LineConnection;
  readonly #server: SmtpState;
  #over = false;
  #loggedIn = false;
  #from: string | undefined;
  #to: string[] = [];

  constructor(connection: LineConnection, server: SmtpState) {
    this.#connection = connection;
    this.#server = server;
  }

  async run(): Promise<void> {
    const greeting = await this.#answer("greeting", () => "220 mail.sandbox.example ESMTP");
    if (!greeting?.startsWith("220")) return;
    while (!this.#over) {
      const line = await this.#connection.readLine();
      if (line === undefined) return;
      const [verb = "", ...rest] = line.split(" ");
      await this.#obey(verb.toUpperCase(), rest.join(" "), line);
    }
  }

  async #obey(verb: string, argument: string, line: string): Promise<unknown> {
    this.#server.commands.push(verb === "AUTH" ? `AUTH ${argument.split(" ")[0]}` : line);
    switch (verb) {
      case "EHLO":
        return this.#answer("ehlo", () => ehloReply(this.#server.behaviour, this.#connection.secure));
      case "STARTTLS":
        return this.#startTls();
      case "AUTH":
        return this.#authenticate(argument);
      case "MAIL":
        return this.#answer("mail", () => this.#mailFrom(argument));
      case "RCPT":
        return this.#answer("rcpt", () => this.#recipient(argument));
      case "DATA":
        return this.#data();
      case "QUIT":
        this.#over = true;
        return this.#connection.writeLine("221 2.0.0 Bye");
      default:
        return this.#connection.writeLine("502 5.5.2 Command not recognized");
    }
  }

  async #startTls(): Promise<void> {
    const offered = this.#server.behaviour.offersStartTls && !this.#connection.secure;
    const said = await this.#answer("starttls", () =>
      offered ? "220 2.0.0 Ready to start TLS" : "502 5.5.1 Command not implemented",
    );
    if (said?.startsWith("220")) this.#connection.startTls();
  }

  async #authenticate(argument: string): Promise<void> {
    const [name, initial] = argument.split(" ");
    const mechanism = this.#server.behaviour.mechanisms.find((known) => known === name?.toUpperCase());
    const said = await this.#answer("auth", () => {
      if (!this.#connection.secure) return "538 5.7.11 Encryption required";
      if (mechanism === undefined) return "504 5.5.4 Unrecognized authentication type";
      return logIn(this.#connection, this.#server.behaviour.logins, mechanism, initial);
    });
    this.#loggedIn = said?.startsWith("235") ?? false;
  }

  #mailFrom(argument: string): string {
    if (!this.#loggedIn) return "530 5.7.0 Authentication Required.";
    const [, address] = PATH.exec(argument.replace(/^FROM:/i, "")) ?? [];
    if (address === undefined) return "501 5.1.7 Bad sender address syntax";
    const [, size = "0"] = /\bSIZE=(\d+)/i.exec(argument) ?? [];
    if (Number(size) > this.#server.behaviour.maxSize) return "552 5.3.4 Message size exceeds fixed limit";
    this.#from = address;
    this.#to = [];
    return "250 2.1.0 OK";
  }

  #recipient(argument: string): string {
    if (this.#from === undefined) return "503 5.5.1 MAIL first";
    const [, address] = PATH.exec(argument.replace(/^TO:/i, "")) ?? [];
    if (address === undefined) return "501 5.1.3 Bad recipient address syntax";
    if (this.#server.behaviour.unknownRecipients.has(address)) return "550 5.1.1 No such user";
    this.#to.push(address);
    return "250 2.1.5 OK";
  }

  async #data(): Promise<void> {
    const said = await this.#answer("data", () => {
      if (this.#from === undefined) return "503 5.5.1 MAIL first";
      return this.#to.length === 0 ? "554 5.5.1 No valid recipients" : "354 Go ahead";
    });
    if (!said?.startsWith("354")) return;
    const raw = await this.#readMessage();
    if (raw === undefined || this.#from === undefined) return;
    const mail = { from: this.#from, to: this.#to, raw };
    this.#from = undefined;
    const deliver = () => this.#server.deliver(mail);
    await this.#answer(
      "dot",
      () => {
        if (raw.length > this.#server.behaviour.maxSize) return "552 5.3.4 Message size exceeds fixed limit";
        deliver();
        return "250 2.0.0 OK queued as sandbox";
      },
      deliver,
    );
  }

  async #readMessage(): Promise<string | undefined> {
    const lines: string[] = [];
    for (;;) {
      const line = await this.#connection.readLine();
      if (line === undefined || line === ".") return line && lines.map((each) => `${each}\r\n`).join("");
      lines.push(line.replace(/^\./, ""));
    }
  }

  /**
   * Sends the scripted reply for the stage, or else the truthful one. Returns `undefined` if it ended in a
   * fault.
   */
  async #answer(
    stage: SmtpAnswerPoint,
    truth: () => string | undefined | Promise<string | undefined>,
    deliver: () => void = () => undefined,
  ): Promise<string | undefined> {
    const scripted = this.#server.script.take(stage);
    if (typeof scripted === "object") {
      if (scripted.delivers) deliver();
      await this.#fail(scripted);
      return undefined;
    }
    const said = scripted ?? (await truth());
    if (said !== undefined) this.#connection.writeLine(said);
    this.#over = said === undefined || said.startsWith("421");
    return said;
  }

  async #fail({ fault }: SmtpFault): Promise<void> {
    this.#over = true;
    if (fault === "reset") this.#connection.reset();
    while (fault === "hang" && (await this.#connection.readLine()) !== undefined);
  }
}
