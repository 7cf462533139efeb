import { loadOnce } from "@plumbline/core/loading/load-once.ts";
import { connectionCheck } from "../connection-check.ts";
import { type ConnectionCheck, defineAdapter } from "../define-adapter.ts";
import { createMailPart, emailGet } from "./email-get.ts";
import { emailReply } from "./email-reply.ts";
import { emailSearch } from "./email-search.ts";
import { emailSend, type MailDependencies } from "./email-send.ts";
import { getSender, READ_CREDENTIAL, readMailAccount } from "./mail-account.ts";
import { isForCalendar, mailOauthA, mailOauthB } from "./provider.ts";

/** Covers the two providers of the OAuth kinds, and any server with a password, whose kind `http` defines. */
export const mailAdapter = defineAdapter({
  providers: [mailOauthA, mailOauthB],
  tools: (dependencies) => [
    emailSend(dependencies),
    emailReply(dependencies),
    emailSearch(dependencies),
    emailGet(dependencies),
  ],
  connectionChecks: (dependencies) => [createSmtpCheck(dependencies), createImapCheck(dependencies)],
});

const loadSmtp = loadOnce(() => import("./smtp/smtp-session.ts"));

/**
 * Creates the check of a connection that only sends mail. It requires a sender address, logs in and
 * disconnects. A connection that also reads mail uses the IMAP check.
 */
function createSmtpCheck({ endpoints, socketOptions }: MailDependencies): ConnectionCheck {
  return connectionCheck({
    fits: ({ metadata }) => metadata.smtp_host !== undefined && metadata.imap_host === undefined,
    word: "smtp",
    description: "Logs in to the mail server that sends mail, then disconnects; sends nothing.",
    credential: {
      use: "required",
      kinds: ["generic_api_key"],
      metadata: { generic_api_key: ["smtp_host", "username"] },
    },
    reach: { to: "mail" },
    async test(context) {
      const account = readMailAccount(context.credential, endpoints, "smtp");
      getSender(account);
      const target = socketOptions(account, account.hostField);
      const { withSmtpSession } = await loadSmtp();
      await withSmtpSession(account, target, context, async () => undefined);
      return { account: account.user };
    },
  });
}

const loadImap = loadOnce(() => import("./imap/imap-session.ts"));

/**
 * Creates the check of a mailbox read over IMAP, which signs in and out. A tenant's own server must be
 * configured for IMAP, and a credential for a calendar uses the calendar's check.
 */
function createImapCheck(dependencies: MailDependencies): ConnectionCheck {
  const { endpoints, socketOptions } = dependencies;
  return connectionCheck({
    readMailPart: (receive) => createMailPart(dependencies, receive),
    fits: (credential) =>
      credential.kind === "generic_api_key"
        ? credential.metadata.imap_host !== undefined
        : !(credential.kind === "mail_oauth_a" && isForCalendar(credential)),
    word: "imap",
    description: "Signs in to the mailbox over IMAP, then signs out; changes nothing.",
    credential: READ_CREDENTIAL,
    reach: { to: "mail" },
    async test(context) {
      const account = readMailAccount(context.credential, endpoints, "imap");
      const { withImapSession } = await loadImap();
      return withImapSession(account, socketOptions, context, async () => ({ account: account.user }));
    },
  });
}
