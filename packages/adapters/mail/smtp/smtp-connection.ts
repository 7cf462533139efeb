import { loadOnce } from "@plumbline/core/loading/load-once.ts";
import { defineTool } from "@plumbline/core/tool/define-tool.ts";
import * as z from "zod";
import type { ConnectionCheck } from "../../define-adapter.ts";
import type { MailDependencies } from "../email-send.ts";
import { mailAccount, senderOf } from "../mail-account.ts";

const loadSession = loadOnce(() => import("./smtp-session.ts"));

/**
 * Testing a connection that only sends mail: it must name an address to send from, logs in and leaves. One
 * that also reads mail is tested there.
 */
export function smtpConnection({ endpoints, socketOptions }: MailDependencies): ConnectionCheck {
  const kinds = ["generic_api_key"] as const;
  return {
    kinds,
    fits: ({ metadata }) => metadata.smtp_host !== undefined && metadata.imap_host === undefined,
    test: defineTool({
      name: "credential_test:smtp",
      description: "Logs in to the mail server that sends mail and leaves again; sends nothing.",
      input: z.object({}),
      output: z.object({ account: z.string() }),
      credential: { use: "required", kinds, metadata: { generic_api_key: ["smtp_host", "username"] } },
      effect: "read",
      idempotency: "read",
      reach: { to: "mail" },
      reads: "own",
      async run(_input, context) {
        const account = mailAccount(context.credential, endpoints, "smtp");
        senderOf(account);
        const target = socketOptions(account, account.hostField);
        const { withSmtpSession } = await loadSession();
        await withSmtpSession(account, target, context, async () => undefined);
        return { account: account.user };
      },
    }),
  };
}
