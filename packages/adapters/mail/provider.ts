import type { CredentialRecord } from "@plumbline/core/credentials/credential.ts";
import * as z from "zod";
import { defineProvider } from "../define-adapter.ts";
import { createMailboxUserSchema } from "./server-metadata.ts";

const createOwnerFields = () => ({
  username: createMailboxUserSchema().optional(),
  from_address: createMailboxUserSchema().optional(),
});
const signsInAs = ({ username }: { readonly username?: unknown }) => ({ username });
const docs = [
  {
    token: "an OAuth token",
    metadata:
      "`username`: the mailbox's address (mail); `from_address`; `calendar_id` (calendar of `mail_oauth_a`, " +
      "default `primary`)",
  },
];

/** Scopes for the `id_token`, which contains the mailbox's address, used as the user name. */
const WHO = ["openid", "email"];
const GMAIL = ["https://mail.google.com/"];
const CALENDAR = ["https://www.googleapis.com/auth/calendar.events"];
const SMTP = ["https://outlook.office.com/SMTP.Send"];
const IMAP = ["https://outlook.office.com/IMAP.AccessAsUser.All"];

export const mailOauthA = defineProvider({
  word: "mail_oauth_a",
  speaksTo: "Gmail",
  called: "mailbox",
  endpoints: {
    smtp: { setting: "MAIL_OAUTH_A_SMTP", server: { host: "smtp.gmail.com", port: 465 } },
    imap: { setting: "MAIL_OAUTH_A_IMAP", server: { host: "imap.gmail.com", port: 993 } },
  },
  // A password for any mail server, whose kind http/provider.ts defines.
  sharedKinds: ["generic_api_key"],
  kinds: [
    {
      kind: "mail_oauth_a",
      aliases: ["gmail", "google"],
      opens: "Gmail and Google Calendar",
      metadata: () =>
        z.strictObject({
          calendar_id: z.string().min(1).max(1024).default("primary"),
          ...createOwnerFields(),
        }),
      destination: signsInAs,
      /**
       * developers.google.com, "Using OAuth 2.0 for Web Server Applications". Without `prompt=consent`, a
       * second authorization returns no refresh token.
       */
      oauth: {
        authorizeUrl: "https://accounts.google.com/o/oauth2/v2/auth",
        tokenUrl: "https://oauth2.googleapis.com/token",
        revocation: {
          url: "https://oauth2.googleapis.com/revoke",
          token: "refresh",
          tokenIn: "body",
          clientAuth: false,
        },
        signInAt: "Google",
        claimedMetadata: ({ email }) => ({ username: email }),
        clientAuth: "body",
        bodyForm: "form",
        pkce: true,
        scopes: {
          separator: " ",
          always: WHO,
          tools: {
            email_send: GMAIL,
            email_reply: GMAIL,
            email_search: GMAIL,
            email_get: GMAIL,
            email_watch_inbox: GMAIL,
            calendar_create_event: CALENDAR,
            calendar_list_events: CALENDAR,
          },
          wider: { "https://www.googleapis.com/auth/calendar": CALENDAR },
        },
        authorizeParameters: { access_type: "offline", prompt: "consent" },
      },
      docs,
    },
  ],
});

export const mailOauthB = defineProvider({
  word: "mail_oauth_b",
  speaksTo: "Microsoft 365 mail",
  called: "mailbox",
  endpoints: {
    smtp: { setting: "MAIL_OAUTH_B_SMTP", server: { host: "smtp.office365.com", port: 587 } },
    imap: { setting: "MAIL_OAUTH_B_IMAP", server: { host: "outlook.office365.com", port: 993 } },
  },
  kinds: [
    {
      kind: "mail_oauth_b",
      aliases: ["microsoft", "outlook"],
      metadata: () => z.strictObject(createOwnerFields()),
      destination: signsInAs,
      /**
       * learn.microsoft.com, "Authenticate an IMAP, POP or SMTP connection using OAuth" and "Refresh tokens
       * in the Microsoft identity platform". There is no endpoint for revoking a single token.
       */
      oauth: {
        authorizeUrl: "https://login.microsoftonline.com/common/oauth2/v2.0/authorize",
        tokenUrl: "https://login.microsoftonline.com/common/oauth2/v2.0/token",
        signInAt: "Microsoft",
        claimedMetadata: ({ preferred_username, email }) => ({ username: preferred_username ?? email }),
        clientAuth: "body",
        bodyForm: "form",
        pkce: true,
        scopes: {
          separator: " ",
          always: [...WHO, "offline_access"],
          tools: {
            email_send: SMTP,
            email_reply: [...SMTP, ...IMAP],
            email_search: IMAP,
            email_get: IMAP,
            email_watch_inbox: IMAP,
          },
        },
        refreshNamesScopes: true,
        // learn.microsoft.com, "ID token claims reference": only the authorization endpoint returns it.
        omitsTokenHash: true,
        deadRefreshToken: [{ code: "interaction_required" }, { code: "consent_required" }],
      },
      docs,
    },
  ],
});

/**
 * Returns whether a credential of `mail_oauth_a`, which serves both mailboxes and calendars, is for a
 * calendar: either its scope says so, or neither its scope nor a user name says that it is for mail.
 */
export function isForCalendar({ scope, metadata }: Pick<CredentialRecord, "scope" | "metadata">): boolean {
  if (scope.includes("auth/calendar")) return true;
  return !scope.includes("mail.google.com") && metadata.username === undefined;
}
