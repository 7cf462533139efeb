import { connect, type Socket } from "node:net";
import { Readable } from "node:stream";
import type { Clock } from "@plumbline/core/clock/clock.ts";
import type { SocketOptions } from "@plumbline/core/egress/guard.ts";
import { createTransportError, type TransportProgress } from "@plumbline/core/egress/transport-error.ts";
import {
  AdapterError,
  AdapterTransientError,
  AdapterValidationError,
} from "@plumbline/core/errors/adapter-error.ts";
import type { ActionContext } from "@plumbline/core/tool/tool.ts";
import type { NodemailerError } from "nodemailer";
import SMTPConnection, { type SMTPConnectionSendInfo } from "nodemailer/lib/smtp-connection";
import type { MailAccount } from "../mail-account.ts";
import { type CallBounds, runWithTimeLimit } from "../mail-time-limit.ts";
import { listSentForms } from "../sent-forms.ts";
import { explainPlainText, watchForGreeting } from "../tls-mistakes.ts";
import { createLoginOptions, LoginRefusal, tokenLogin } from "./smtp-login.ts";
import { parseErrorReply, type SmtpStage, TOO_LARGE_NEXT_STEP, toSmtpError } from "./smtp-reply.ts";

/** Sender and recipients of a message, whatever its headers say. */
export interface Envelope {
  from: string;
  to: string[];
}

/** A session with a mail server that has accepted the login. */
export interface SmtpSession {
  /** Resolves if the server accepted the message and at least one recipient. */
  send(envelope: Envelope, message: Buffer): Promise<SMTPConnectionSendInfo>;
}

/** Sent instead of the machine's own name, which is private. */
const CLIENT_NAME = "[127.0.0.1]";
const CONNECT_TIMEOUT_MS = 10_000;
/** nodemailer's timers, which run in addition to the call's own limit and are never shorter than it. */
const BACKSTOP_MS = 150_000;

/**
 * Connects with TLS or upgrades to it first (STARTTLS is required), logs in, runs `talk` and disconnects, all
 * within the call's time limit. Throws AdapterError. The outcome is unknown only if sending the message had
 * started.
 */
export function withSmtpSession<Result>(
  account: MailAccount,
  options: SocketOptions,
  context: CallBounds & Pick<ActionContext, "conceal" | "noteReach">,
  talk: (session: SmtpSession) => Promise<Result>,
): Promise<Result> {
  for (const form of listSentForms(account)) context.conceal(form);
  const progress: SmtpProgress = { host: options.host, effect: "write", sent: false, stage: "connecting" };
  const converse = async (stop: AbortSignal) => {
    context.noteReach();
    const socket = await openSocket(options, context.clock, stop);
    const connection = startConnection(account, options, socket);
    const step = createStepRunner(connection);
    const greeting = watchForGreeting(account, options, context.clock, () => socket.bytesRead > 0);
    try {
      const greeted = step<void>((done, fail) =>
        connection.connect((error) => (error ? fail(error) : done())),
      );
      await Promise.race([greeted, greeting.refused]);
      greeting.cancel();
      if (!connection.allowsAuth) throw createNoLoginError();
      progress.stage = "login";
      const login = createLoginOptions(account);
      await step<void>((done, fail) => connection.login(login, (error) => (error ? fail(error) : done())));
      progress.stage = "message";
      const result = await talk({
        send: (envelope, message) =>
          step((done, fail) => {
            const body = notifyOnRead(message, () => {
              progress.sent = true;
            });
            const sized = { ...envelope, size: message.length, use8BitMime: true };
            connection.send(sized, body, (error, info) => (error ? fail(error) : done(info)));
          }),
      });
      connection.quit();
      return result;
    } catch (error) {
      throw explainPlainText(getSocketCode(error), account) ?? toAdapterError(error, progress);
    } finally {
      greeting.cancel();
      connection.close();
    }
  };
  return runWithTimeLimit(context, () => progress, converse);
}

/** Returns the socket's own error code, which nodemailer overwrites. */
function getSocketCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, originalCode = code }: NodemailerError = error;
  return originalCode;
}

/** Opens a socket with the egress guard's lookup. nodemailer would resolve the name itself. */
function openSocket({ host, port, lookup }: SocketOptions, clock: Clock, stop: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, lookup, signal: stop });
    const fail = (error: unknown) => {
      reject(createTransportError(error, { host, effect: "write", sent: false }));
      socket.destroy();
    };
    const cancelTimer = clock.after(CONNECT_TIMEOUT_MS, () => fail({ code: "ETIMEDOUT" }));
    socket.on("error", fail);
    socket.once("close", cancelTimer);
    socket.once("connect", () => {
      cancelTimer();
      resolve(socket);
    });
  });
}

function startConnection(
  { implicitTls }: MailAccount,
  { host, port, secureContext }: SocketOptions,
  connection: Socket,
): SMTPConnection {
  return new SMTPConnection({
    connection,
    host,
    port,
    secure: implicitTls,
    requireTLS: !implicitTls,
    tls: secureContext ? { secureContext } : {},
    name: CLIENT_NAME,
    customAuth: tokenLogin,
    connectionTimeout: BACKSTOP_MS,
    greetingTimeout: BACKSTOP_MS,
    socketTimeout: BACKSTOP_MS,
  });
}

type Step = <Result>(
  run: (done: (result: Result) => void, fail: (error: Error) => void) => void,
) => Promise<Result>;

/**
 * Creates a function that runs one step and rejects if the connection breaks. nodemailer reports a broken
 * connection to its listeners, but not always to the caller that waits for a step.
 */
function createStepRunner(connection: SMTPConnection): Step {
  const broken = new Promise<never>((_done, fail) => {
    connection.on("error", fail);
    // Rejects one event-loop turn later, because a response that ended the connection is more informative.
    connection.once("end", () => setImmediate(fail, new Error("The connection ended.")));
  });
  broken.catch(() => undefined);
  return (run) => Promise.race([new Promise(run), broken]);
}

/**
 * Creates a stream of the message that reports its first read. nodemailer starts reading after the server
 * sent "354 go ahead".
 */
function notifyOnRead(message: Buffer, onRead: () => void): Readable {
  return new Readable({
    highWaterMark: message.length,
    read() {
      onRead();
      this.push(message);
      this.push(null);
    },
  });
}

function createNoLoginError() {
  return new AdapterValidationError("The mail server does not support login, so nothing was sent to it.", {
    providerCode: "auth_not_offered",
    nextStep: "Check the port: use 465 or 587 to submit messages; 25 is for mail between servers.",
  });
}

/** Progress of a session. `sent` is true once sending the message itself has started. */
interface SmtpProgress extends TransportProgress {
  stage: SmtpStage;
}

/** OpenSSL's codes for a server that does not use TLS, or only unsupported versions. */
const HANDSHAKE_CODES = /^(ERR_SSL_|EPROTO$)/;
const REFUSED_COMMAND: Readonly<Record<string, string>> = {
  "MAIL FROM": "The mail server refused the sender",
  "RCPT TO": "The mail server refused the recipients",
};
const REFUSED_STAGE: Readonly<Record<SmtpStage, string>> = {
  connecting: "The mail server rejected the connection",
  login: "The mail server refused the login",
  message: "The mail server refused the message",
};

/**
 * Converts the error of a failed step of nodemailer's SMTPConnection to an adapter error. Its `code` is
 * ambiguous: a refused sender and a required login share one. The server's reply therefore takes precedence,
 * then the socket's error (`originalCode`).
 */
function toAdapterError(error: unknown, progress: SmtpProgress): AdapterError {
  if (error instanceof AdapterError) return error;
  if (error instanceof LoginRefusal) return error.reason;
  if (!(error instanceof Error)) return createTransportError(error, progress);
  const { code, originalCode = code, response, command = "" }: NodemailerError = error;
  const { host, effect, sent, stage } = progress;
  const reply = parseErrorReply(response);
  if (reply !== undefined && reply.code >= 500 && command === "STARTTLS") return createNoTlsError(host);
  if (reply !== undefined) return toSmtpError(reply, stage, REFUSED_COMMAND[command] ?? REFUSED_STAGE[stage]);
  if (response !== undefined) {
    const outcomeUnknown = effect === "write" && sent;
    return new AdapterTransientError(`${host} sent a response that is not SMTP.`, { outcomeUnknown });
  }
  if (code === "EMESSAGE")
    return new AdapterValidationError("The message is larger than the mail server accepts.", {
      nextStep: TOO_LARGE_NEXT_STEP,
    });
  if (stage === "connecting" && originalCode !== undefined && HANDSHAKE_CODES.test(originalCode))
    return createHandshakeError(host, originalCode);
  return createTransportError({ code: originalCode }, progress);
}

function createNoTlsError(host: string): AdapterError {
  return new AdapterValidationError(
    `${host} does not support encryption (STARTTLS), so nothing was sent to it.`,
    {
      providerCode: "starttls_refused",
      nextStep: "Use a port with TLS: usually metadata.smtp_port 465 and metadata.smtp_ssl true.",
    },
  );
}

function createHandshakeError(host: string, providerCode: string): AdapterError {
  return new AdapterTransientError(`The TLS handshake with ${host} failed.`, {
    providerCode,
    permanent: true,
    nextStep: "Check the port: metadata.smtp_ssl is true for 465 and false for 587 (STARTTLS).",
  });
}
