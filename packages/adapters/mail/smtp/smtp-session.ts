import { connect, type Socket } from "node:net";
import { Readable } from "node:stream";
import type { Clock } from "@plumbline/core/clock/clock.ts";
import type { SocketOptions } from "@plumbline/core/egress/guard.ts";
import { type TransportProgress, transportError } from "@plumbline/core/egress/transport-error.ts";
import {
  AdapterError,
  AdapterTransientError,
  AdapterValidationError,
} from "@plumbline/core/errors/adapter-error.ts";
import type { ActionContext } from "@plumbline/core/tool/tool.ts";
import type { NodemailerError } from "nodemailer";
import SMTPConnection, { type SMTPConnectionSendInfo } from "nodemailer/lib/smtp-connection";
import type { MailAccount } from "../mail-account.ts";
import { type CallBounds, withinTimeLimit } from "../mail-time-limit.ts";
import { sentForms } from "../sent-forms.ts";
import { plainTextMistake, watchForGreeting } from "../tls-mistakes.ts";
import { LoginRefusal, loginOptions, tokenLogin } from "./smtp-login.ts";
import { refusingReply, type SmtpStage, smtpRefusal, TOO_LARGE_NEXT_STEP } from "./smtp-reply.ts";

/** Who a message goes from and to, whatever its headers say. */
export interface Envelope {
  from: string;
  to: string[];
}

/** A conversation with a mail server that has accepted the login. */
export interface SmtpSession {
  /** Resolves when at least one recipient was accepted, and the message with it. */
  send(envelope: Envelope, message: Buffer): Promise<SMTPConnectionSendInfo>;
}

/** In place of the machine's own name, which is nobody's business. */
const CLIENT_NAME = "[127.0.0.1]";
const CONNECT_TIMEOUT_MS = 10_000;
/** nodemailer's timers run beside the call's own, which is never longer than this. */
const BACKSTOP_MS = 150_000;

/**
 * Connects with TLS, or puts it on before anything else is said (STARTTLS is demanded), logs in, lets `talk`
 * and leaves: all of it within the call's time. Throws one of the four adapter errors; an outcome is unknown
 * only once the message began to go out.
 */
export function withSmtpSession<Result>(
  account: MailAccount,
  options: SocketOptions,
  context: CallBounds & Pick<ActionContext, "conceal" | "noteReach">,
  talk: (session: SmtpSession) => Promise<Result>,
): Promise<Result> {
  for (const form of sentForms(account)) context.conceal(form);
  const progress: SmtpProgress = { host: options.host, effect: "write", sent: false, stage: "connecting" };
  const converse = async (stop: AbortSignal) => {
    context.noteReach();
    const socket = await openSocket(options, context.clock, stop);
    const connection = startConnection(account, options, socket);
    const step = stepsOf(connection);
    const greeting = watchForGreeting(account, options, context.clock, () => socket.bytesRead > 0);
    try {
      const greeted = step<void>((done, fail) =>
        connection.connect((error) => (error ? fail(error) : done())),
      );
      await Promise.race([greeted, greeting.refused]);
      greeting.cancel();
      if (!connection.allowsAuth) throw noLogin();
      progress.stage = "login";
      const login = loginOptions(account);
      await step<void>((done, fail) => connection.login(login, (error) => (error ? fail(error) : done())));
      progress.stage = "message";
      const result = await talk({
        send: (envelope, message) =>
          step((done, fail) => {
            const body = whenRead(message, () => {
              progress.sent = true;
            });
            const sized = { ...envelope, size: message.length, use8BitMime: true };
            connection.send(sized, body, (error, info) => (error ? fail(error) : done(info)));
          }),
      });
      connection.quit();
      return result;
    } catch (error) {
      throw plainTextMistake(codeOf(error), account) ?? smtpError(error, progress);
    } finally {
      greeting.cancel();
      connection.close();
    }
  };
  return withinTimeLimit(context, () => progress, converse);
}

/** Returns the socket's own error code, which nodemailer overwrites with one of its own. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, originalCode = code }: NodemailerError = error;
  return originalCode;
}

/** Opens a socket with the guard's lookup; nodemailer would resolve the name by itself. */
function openSocket({ host, port, lookup }: SocketOptions, clock: Clock, stop: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, lookup, signal: stop });
    const fail = (error: unknown) => {
      reject(transportError(error, { host, effect: "write", sent: false }));
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

/** A connection that breaks tells its listeners, and not always whoever waits for a step. */
function stepsOf(connection: SMTPConnection): Step {
  const broken = new Promise<never>((_done, fail) => {
    connection.on("error", fail);
    // A turn later: where the end is an answer's doing, the answer says more.
    connection.once("end", () => setImmediate(fail, new Error("The connection ended.")));
  });
  broken.catch(() => undefined);
  return (run) => Promise.race([new Promise(run), broken]);
}

/**
 * A message that tells when it is first asked for: nodemailer reads it once the server has said "354 go
 * ahead".
 */
function whenRead(message: Buffer, onRead: () => void): Readable {
  return new Readable({
    highWaterMark: message.length,
    read() {
      onRead();
      this.push(message);
      this.push(null);
    },
  });
}

function noLogin() {
  return new AdapterValidationError("The mail server offers no login, so nothing was sent to it.", {
    providerCode: "auth_not_offered",
    nextStep: "Check the port: messages are submitted on 465 or 587; on 25 servers talk among themselves.",
  });
}

/** Progress of an exchange with a mail server. `sent`: the message itself began to go out. */
interface SmtpProgress extends TransportProgress {
  stage: SmtpStage;
}

/** OpenSSL's codes for a server that does not speak TLS, or no version of it that we speak. */
const HANDSHAKE_CODES = /^(ERR_SSL_|EPROTO$)/;
const REFUSED_COMMAND: Readonly<Record<string, string>> = {
  "MAIL FROM": "The mail server refused the sender",
  "RCPT TO": "The mail server refused the recipients",
};
const REFUSED_STAGE: Readonly<Record<SmtpStage, string>> = {
  connecting: "The mail server turned the connection away",
  login: "The mail server refused the login",
  message: "The mail server refused the message",
};

/**
 * Turns the error of a failed step of nodemailer's SMTPConnection into an adapter error. Its own `code` is
 * ambiguous: a refused sender and a login requested late share one. The server's reply therefore decides,
 * then the socket's error (`originalCode`).
 */
function smtpError(error: unknown, progress: SmtpProgress): AdapterError {
  if (error instanceof AdapterError) return error;
  if (error instanceof LoginRefusal) return error.reason;
  if (!(error instanceof Error)) return transportError(error, progress);
  const { code, originalCode = code, response, command = "" }: NodemailerError = error;
  const { host, effect, sent, stage } = progress;
  const reply = refusingReply(response);
  if (reply !== undefined && reply.code >= 500 && command === "STARTTLS") return noEncryption(host);
  if (reply !== undefined) return smtpRefusal(reply, stage, REFUSED_COMMAND[command] ?? REFUSED_STAGE[stage]);
  if (response !== undefined) {
    const outcomeUnknown = effect === "write" && sent;
    return new AdapterTransientError(`${host} gave an answer that is not SMTP.`, { outcomeUnknown });
  }
  if (code === "EMESSAGE")
    return new AdapterValidationError("The message is larger than the mail server takes.", {
      nextStep: TOO_LARGE_NEXT_STEP,
    });
  if (stage === "connecting" && originalCode !== undefined && HANDSHAKE_CODES.test(originalCode))
    return noHandshake(host, originalCode);
  return transportError({ code: originalCode }, progress);
}

function noEncryption(host: string): AdapterError {
  return new AdapterValidationError(`${host} offers no encryption (STARTTLS), so nothing was sent to it.`, {
    providerCode: "starttls_refused",
    nextStep: "Use a port with TLS: as a rule metadata.smtp_port 465 and metadata.smtp_ssl true.",
  });
}

function noHandshake(host: string, providerCode: string): AdapterError {
  return new AdapterTransientError(`The TLS handshake with ${host} failed.`, {
    providerCode,
    permanent: true,
    nextStep: "Check the port: metadata.smtp_ssl is true for 465 and false for 587 (STARTTLS).",
  });
}
