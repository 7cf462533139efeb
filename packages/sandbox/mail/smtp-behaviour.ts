import type { SmtpLogins, SmtpMechanism } from "./smtp-login.ts";
import type { SmtpScript } from "./smtp-script.ts";

/** A message as it was taken. */
export interface DeliveredMail {
  readonly from: string;
  readonly to: readonly string[];
  /** As its sender wrote it, lines ending in CRLF. */
  readonly raw: string;
}

/** Abilities and data of a mail server; may be changed while it runs. */
export interface SmtpBehaviour {
  logins: SmtpLogins;
  offersStartTls: boolean;
  /** Mechanisms announced once TLS is on; when empty, no login is offered at all. */
  mechanisms: readonly SmtpMechanism[];
  pipelining: boolean;
  /** Largest message in bytes. */
  maxSize: number;
  /** Addresses of recipients that do not exist. */
  unknownRecipients: ReadonlySet<string>;
}

/** State that all conversations of one server share. */
export interface SmtpState {
  readonly behaviour: SmtpBehaviour;
  readonly script: SmtpScript;
  /** Every command, secrets left out. */
  readonly commands: string[];
  deliver(mail: DeliveredMail): void;
}

/** Returns the reply to EHLO; a login is offered only on an encrypted connection. */
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
