import * as z from "zod";
import { defineTool } from "../../tool/define-tool.ts";
import type { ConnectionCheck } from "../connection-check.ts";
import type { MailDependencies } from "./email-send.ts";
import { MAIL_KINDS, mailAccount } from "./mail-account.ts";

/** Testing a mailbox that is read over IMAP: signing in and out. */
export function imapConnections({ endpoints, socketOptions }: MailDependencies): ConnectionCheck[] {
  const test = defineTool({
    name: "credential_test:imap",
    description: "Signs in to the mailbox over IMAP and out again; changes nothing.",
    input: z.object({}),
    output: z.object({ account: z.string() }),
    credential: { use: "required", kinds: MAIL_KINDS },
    effect: "read",
    idempotency: "read",
    reach: { to: "mail" },
    async run(_input, context) {
      const account = mailAccount(context.credential, endpoints, "imap");
      const { withImapSession } = await import("./imap-session.ts");
      return withImapSession(account, socketOptions, context, async () => ({ account: account.user }));
    },
  });
  return [
    { kinds: ["mail_oauth_a", "mail_oauth_b"], test },
    { kinds: ["generic_api_key"], fits: ({ metadata }) => metadata.imap_host !== undefined, test },
  ];
}
