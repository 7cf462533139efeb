import type { SmtpFault } from "./smtp-script.ts";

/** The server stops responding. */
export const smtpHang: SmtpFault = { fault: "hang" };
/** The connection is reset (TCP RST). */
export const smtpReset: SmtpFault = { fault: "reset" };
/** The connection is closed cleanly. */
export const smtpClose: SmtpFault = { fault: "close" };

/** Delivers the message before the fault, so that the sender does not know that it was delivered. */
export function afterDelivery({ fault }: SmtpFault): SmtpFault {
  return { fault, delivers: true };
}

/** Replies of the two providers and of common servers, by cause. */
export const smtpReplies = {
  badCredentials:
    "535-5.7.8 Username and Password not accepted. For more information, go to\r\n535 5.7.8 the help pages.",
  appPasswordNeeded:
    "534-5.7.9 Application-specific password required. For more information, go to\r\n534 5.7.9 the help pages.",
  webLoginNeeded: "534 5.7.14 Please log in via your web browser and then try again.",
  authRequired: "530 5.7.0 Authentication Required.",
  encryptionRequired: "538 5.7.11 Encryption required for requested authentication mechanism",
  loginSwitchedOff:
    "535 5.7.139 Authentication unsuccessful, SmtpClientAuthentication is disabled for the Tenant.",
  passwordsSwitchedOff: "550 5.7.30 Basic authentication is not supported for Client Submission.",
  basicLoginDisabled: "535 5.7.139 Authentication unsuccessful, basic authentication is disabled.",
  notAuthenticated: "550 5.7.1 Client was not authenticated",
  temporaryLogin: "454 4.7.0 Temporary authentication failure",
  tooManyLogins: "421 4.7.0 Too many login attempts, please try again later.",
  unavailable: "421 4.3.0 Temporary System Problem. Try again later.",
  turnedAway: "554 5.7.1 Your address is listed as a source of spam",
  receivingTooQuickly: "450 4.2.1 The user you are trying to contact is receiving mail too quickly.",
  tooManyRecipients: "452 4.5.3 Your message has too many recipients.",
  serverBusy: "451 4.7.500 Server busy. Please try again later.",
  threadLimit: "432 4.3.2 Concurrent connections limit exceeded",
  localError: "451 4.3.0 Mail server temporarily rejected message.",
  storageFull: "452 4.3.1 Insufficient system storage",
  mailboxBusy: "450 4.2.0 Mailbox busy",
  noSuchUser:
    "550-5.1.1 The email account that you tried to reach does not exist. Please try\r\n550 5.1.1 double-checking the recipient's email address.",
  mailboxFull: "552 5.2.2 The recipient's mailbox is over quota",
  messageTooLarge: "552 5.3.4 Message size exceeds fixed limit",
  spam: "554 5.7.1 Message rejected as spam",
  badSyntax: "501 5.1.3 Bad recipient address syntax",
  badSender: "553 5.1.8 Sender address rejected: domain not found",
  sendAsDenied: "554 5.2.252 SendAsDenied; ada@example.com not allowed to send as eve@example.com",
  dailyLimit: "550 5.4.5 Daily user sending limit exceeded.",
  recipientRate: "550 5.7.233 Your message can't be sent because you've exceeded the recipient rate limit",
  submissionQuota: "554 5.2.0 STOREDRV.Submission.Exception:SubmissionQuotaExceededException",
  badSequence: "503 5.5.1 Bad sequence of commands",
} as const;
