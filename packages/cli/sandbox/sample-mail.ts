import type { Sandbox } from "@plumbline/sandbox";
import type { MessageSeed } from "@plumbline/sandbox/mail/mailbox-message.ts";

/** An unread bug report, from which the recipe "Inbox triage" in docs/recipes.md creates an issue. */
const BUG_REPORT: MessageSeed = {
  from: "Grace Hopper <grace@example.com>",
  to: "Help <help@example.com>",
  subject: "Bug: the export stops at 100 rows",
  messageId: "<export-stops@example.com>",
  text: "The export of contacts ends after 100 rows, without a message. I expected all 412.\r\n\r\nGrace",
};

/** Adds mail to the sandbox's inbox for trying the tools and recipes. */
export function addSampleMail({ imap }: Pick<Sandbox, "imap">): void {
  imap.inbox.add(BUG_REPORT);
}
