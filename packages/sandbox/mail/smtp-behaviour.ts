import type { SmtpLogins, SmtpMechanism } from "./smtp-login.ts";
import type { SmtpScript } from "./smtp-script.ts";

/** A message that the server accepted. */
export interface DeliveredMail {
  readonly from: string;
  readonly to: readonly string[];
  /** As the sender wrote it, with lines ending in CRLF. */
  readonly raw: string;
}

/** Capabilities and data of a mail server. May be changed while it runs. */
export interface SmtpBehaviour {
  logins: SmtpLogins;
  offersStartTls: boolean;
  /** Mechanisms announced once TLS is on. If empty, no login is offered. */
  mechanisms: readonly SmtpMechanism[];
  pipelining: boolean;
  /** Maximum size of a message, in bytes. */
  maxSize: number;
  /** Addresses of recipients that do not exist. */
  unknownRecipients: ReadonlySet<string>;
}

/** State that all conversations of one server share. */
export interface SmtpState {
  readonly behaviour: SmtpBehaviour;
  readonly script: SmtpScript;
  /** Every command, without secrets. */
  readonly commands: string[];
  deliver(mail: DeliveredMail): void;
}

/** Returns the reply to EHLO. Login is offered only over an encrypted connection. */
export function ehloReply(
  { offersStartTls, mechanisms, pipelining, maxSize }: SmtpBehaviour,
  secure: boolean,
): string {
  const lines = [
    "mail.sandbox.example at your service",
    `SIZE ${maxSize}`,
    "8BITMIME",
    "ENHANCEDSTATUSCODES",
    ...(pipelining ? ["PIPELINING"] : []),
    ...(offersStartTls && !secure ? ["STARTTLS"] : []),
    ...(mechanisms.length > 0 && secure ? [`AUTH ${mechanisms.join(" ")}`] : []),
  ];
  return lines.map((line, index) => `250${index === lines.length - 1 ? " " : "-"}${line}`).join("\r\n");
}
