import { loadOnce } from "@plumbline/core/loading/load-once.ts";
import { defineTool } from "@plumbline/core/tool/define-tool.ts";
import type { Tool } from "@plumbline/core/tool/tool.ts";
import { listHtmlTexts } from "../html-destinations.ts";
import {
  deliver,
  listAddresses,
  listContentDestinations,
  type MailDependencies,
  previewDelivery,
  requireContent,
  sentMail,
} from "./email-send.ts";
import { mailboxArgument } from "./filter/filter-arguments.ts";
import { getSender, REPLYING_NEED, readMailAccount } from "./mail-account.ts";
import { replyArguments } from "./message/send-arguments.ts";

const loadReader = loadOnce(() => import("./imap/read-mail.ts"));
const loadComposer = loadOnce(() => import("./message/compose-reply.ts"));

/** Defines `email_reply`, which reads a mail and replies to it. */
export function emailReply(dependencies: MailDependencies): Tool {
  const { endpoints, socketOptions } = dependencies;
  return defineTool({
    name: "email_reply",
    title: "Reply to an e-mail",
    sentence: "Reply|Replied to an e-mail[: {text}]",
    description:
      "Replies to one e-mail in its thread, only to its From, not its Reply-To, unless `to` is given. " +
      "It cannot be undone. For attachments use email_send.",
    input: replyArguments.extend({ mailbox: mailboxArgument }),
    example: { in_reply_to: "<export-stops@example.com>", text: "We are looking into it." },
    output: sentMail,
    credential: REPLYING_NEED,
    effect: "write",
    idempotency: "none",
    reach: { to: "mail" },
    reads: "own",
    destinations: async ({ to, in_reply_to: answers, ...content }) => [
      ...(to
        ? listAddresses("to", to)
        : [{ kind: "address", value: answers, argument: "in_reply_to" } as const]
      ).map((one) => ({ ...one, answers })),
      ...(await listContentDestinations(content)),
    ],
    texts: ({ html }) => listHtmlTexts("html", html),
    identifiers: ["in_reply_to", "mailbox", "to", "cc"],
    async run({ mailbox = "INBOX", ...reply }, context) {
      requireContent(reply);
      const account = readMailAccount(context.credential, endpoints, "imap");
      const { readMail } = await loadReader();
      const original = { mailbox, id: reply.in_reply_to };
      const parent = await context.once("read", () => readMail(account, socketOptions, context, original));
      const { composeReply } = await loadComposer();
      return deliver(composeReply(parent, getSender(account).address, reply), dependencies, context);
    },
    async preview({ mailbox: _mailbox, quote: _quote, ...reply }, context) {
      requireContent(reply);
      const { to = [{ name: "", address: `<sender of ${reply.in_reply_to}>` }] } = reply;
      return [await previewDelivery({ ...reply, to, subject: "Re: <its subject>" }, dependencies, context)];
    },
  });
}
