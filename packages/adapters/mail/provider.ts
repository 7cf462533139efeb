import type { CredentialRecord } from "@plumbline/core/credentials/credential.ts";
import * as z from "zod";
import { defineProvider } from "../define-adapter.ts";
import { mailboxUser } from "./server-metadata.ts";

const owner = { username: mailboxUser.optional(), from_address: mailboxUser.optional() };
const signsInAs = ({ username }: { readonly username?: unknown }) => ({ username });
const docs = [
  {
    token: "an OAuth token",
    metadata:
      "`username`: the mailbox's address (mail); `from_address`; `calendar_id` (calendar of `mail_oauth_a`, " +
      "default `primary`)",
  },
];

export const mailOauthA = defineProvider({
  word: "mail_oauth_a",
  speaksTo: "Gmail",
  endpoints: {
    smtp: { setting: "MAIL_OAUTH_A_SMTP", server: { host: "smtp.gmail.com", port: 465 } },
    imap: { setting: "MAIL_OAUTH_A_IMAP", server: { host: "imap.gmail.com", port: 993 } },
  },
  kinds: [
    {
      kind: "mail_oauth_a",
      opens: "Gmail and Google Calendar",
      metadata: z.strictObject({ calendar_id: z.string().min(1).max(1024).default("primary"), ...owner }),
      destination: signsInAs,
      docs,
    },
  ],
});

export const mailOauthB = defineProvider({
  word: "mail_oauth_b",
  speaksTo: "Microsoft 365 mail",
  endpoints: {
    smtp: { setting: "MAIL_OAUTH_B_SMTP", server: { host: "smtp.office365.com", port: 587 } },
    imap: { setting: "MAIL_OAUTH_B_IMAP", server: { host: "outlook.office365.com", port: 993 } },
  },
  kinds: [
    {
      kind: "mail_oauth_b",
      metadata: z.strictObject(owner),
      destination: signsInAs,
      docs,
    },
  ],
});

/**
 * Tells what a credential of `mail_oauth_a` is for, which opens mailboxes and calendars. It is for a calendar
 * when its scope says so, or when neither scope nor user name says that it is for mail.
 */
export function isForCalendar({ scope, metadata }: Pick<CredentialRecord, "scope" | "metadata">): boolean {
  if (scope.includes("auth/calendar")) return true;
  return !scope.includes("mail.google.com") && metadata.username === undefined;
}
