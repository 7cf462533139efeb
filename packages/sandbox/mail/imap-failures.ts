import type { ImapAnswer } from "./imap-script.ts";

/** The server stops responding. */
export const imapHang: ImapAnswer = { fault: "hang" };
/** The connection is reset (TCP RST). */
export const imapReset: ImapAnswer = { fault: "reset" };
/** The connection is closed cleanly. */
export const imapClose: ImapAnswer = { fault: "close" };
/** The response breaks off halfway. */
export const imapCut: ImapAnswer = { fault: "cut" };

/** Tagged responses of the two providers and of common servers, by cause. */
export const imapReplies = {
  badCredentials: "NO [AUTHENTICATIONFAILED] Invalid credentials (Failure)",
  bareRefusal: "NO AUTHENTICATE failed.",
  appPasswordNeeded: "NO [ALERT] Application-specific password required: https://example.com/help (Failure)",
  webLoginNeeded: "NO [ALERT] Please log in via your web browser: https://example.com/help (Failure)",
  imapSwitchedOff:
    "NO [ALERT] Your account is not enabled for IMAP use. Please visit your settings. (Failure)",
  tooManyConnections: "NO [ALERT] Too many simultaneous connections. (Failure)",
  loginUnavailable: "NO [UNAVAILABLE] Temporary authentication failure.",
  notConnected: "BAD User is authenticated but not connected.",
  throttled: "BAD Request is throttled. Suggested Backoff Time: 92415 milliseconds",
  overQuota: "NO [OVERQUOTA] Account exceeded command or bandwidth limits.",
  limit: "NO [LIMIT] Too many messages asked for",
  inUse: "NO [INUSE] Mailbox in use",
  serverBug: "NO [SERVERBUG] Internal error occurred",
  systemError: "NO System Error (Failure)",
  noPermission: "NO [NOPERM] Permission denied",
  badCharset: "NO [BADCHARSET (US-ASCII)] Unknown charset",
  cannotSearch: "BAD Could not parse command",
} as const satisfies Readonly<Record<string, ImapAnswer>>;

/** BYE lines, as a greeting or in mid-conversation. */
export const imapFarewells = {
  tooManyConnections: { bye: "Too many connections from your address" },
  bandwidth: { bye: "Account exceeded command or bandwidth limits." },
  shuttingDown: { bye: "Server shutting down." },
} as const satisfies Readonly<Record<string, ImapAnswer>>;
