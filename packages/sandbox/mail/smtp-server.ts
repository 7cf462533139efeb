import { startLineServer } from "./line-server.ts";
import type { DeliveredMail, SmtpBehaviour } from "./smtp-behaviour.ts";
import { SmtpConversation } from "./smtp-conversation.ts";
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
