import { loadOnce } from "@plumbline/core/loading/load-once.ts";
import { defineTool } from "@plumbline/core/tool/define-tool.ts";
import * as z from "zod";
import type { ConnectionCheck } from "../../define-adapter.ts";
import type { MailDependencies } from "../email-send.ts";
import { mailAccount, READING_NEED } from "../mail-account.ts";
import { isForCalendar } from "../provider.ts";

const loadSession = loadOnce(() => import("./imap-session.ts"));

/**
 * Testing a mailbox that is read over IMAP: signing in and out. A server of the tenant's own must be named as
 * one, and a credential that is for a calendar is tested there.
 */
export function imapConnection({ endpoints, socketOptions }: MailDependencies): ConnectionCheck {
  return {
    kinds: READING_NEED.kinds,
    fits: (credential) =>
      credential.kind === "generic_api_key"
        ? credential.metadata.imap_host !== undefined
        : !(credential.kind === "mail_oauth_a" && isForCalendar(credential)),
    test: defineTool({
      name: "credential_test:imap",
      description: "Signs in to the mailbox over IMAP and out again; changes nothing.",
      input: z.object({}),
      output: z.object({ account: z.string() }),
      credential: READING_NEED,
      effect: "read",
      idempotency: "read",
      reach: { to: "mail" },
      reads: "own",
      async run(_input, context) {
        const account = mailAccount(context.credential, endpoints, "imap");
        const { withImapSession } = await loadSession();
        return withImapSession(account, socketOptions, context, async () => ({ account: account.user }));
      },
    }),
  };
}
