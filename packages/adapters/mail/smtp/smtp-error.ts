import { type TransportProgress, transportError } from "@plumbline/core/egress/transport-error.ts";
import {
  AdapterError,
  AdapterTransientError,
  AdapterValidationError,
} from "@plumbline/core/errors/adapter-error.ts";
import type { NodemailerError } from "nodemailer";
import { LoginRefusal } from "./smtp-login.ts";
import { refusingReply, type SmtpStage, smtpRefusal, TOO_LARGE_NEXT_STEP } from "./smtp-reply.ts";

/** Progress of an exchange with a mail server. `sent`: the message itself began to go out. */
export interface SmtpProgress extends TransportProgress {
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
export function smtpError(error: unknown, progress: SmtpProgress): AdapterError {
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
