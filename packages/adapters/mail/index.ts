import { defineAdapter } from "../define-adapter.ts";
import { emailSearch } from "./email-search.ts";
import { emailSend } from "./email-send.ts";
import { imapConnection } from "./imap/imap-connection.ts";
import { mailOauthA, mailOauthB } from "./provider.ts";
import { smtpConnection } from "./smtp/smtp-connection.ts";

/** The two providers of the OAuth kinds, and any server that a password opens (its kind is http's). */
export const mailAdapter = defineAdapter({
  providers: [mailOauthA, mailOauthB],
  tools: (means) => [emailSend(means), emailSearch(means)],
  connectionChecks: (means) => [smtpConnection(means), imapConnection(means)],
});
