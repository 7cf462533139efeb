import type { Sandbox } from "@plumbline/sandbox";
import type { MessageSeed } from "@plumbline/sandbox/mail/mailbox-message.ts";

/** An unread report of a bug: the recipe "Inbox triage" in docs/recipes.md makes an issue of it. */
const BUG_REPORT: MessageSeed = {
  from: "Grace Hopper <grace@example.com>",
  to: "Help <help@example.com>",
  subject: "Bug: the export stops at 100 rows",
  messageId: "<export-stops@example.com>",
  text: "The export of contacts ends after 100 rows, without a message. I expected all 412.\r\n\r\nGrace",
};

/** Puts mail into the sandbox's inbox for people to try the tools and recipes on. */
export function addSampleMail({ imap }: Pick<Sandbox, "imap">): void {
  imap.inbox.add(BUG_REPORT);
}
