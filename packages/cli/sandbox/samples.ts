import type { Schemas } from "@plumbline/client/schemas.ts";
import type { Sandbox } from "@plumbline/sandbox";
import type { MessageSeed } from "@plumbline/sandbox/mail/mailbox-message.ts";
import { SAMPLE_ACCOUNTS } from "@plumbline/sandbox/provider-servers.ts";

const LABELS: Readonly<Record<string, string>> = { calendar: "sandbox calendar", mail: "sandbox mailbox" };

/** Credentials for the sandbox's providers: one for each kind, so that no call has to choose. */
export const sampleCredentials = Object.entries(SAMPLE_ACCOUNTS)
  .filter(([name]) => name !== "signed")
  // The sandbox does not know the API's types, but the API accepts these.
  .map(([name, account]) => ({
    ...account,
    label: LABELS[name] ?? "sandbox",
  })) as Schemas["CreateCredential"][];

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
