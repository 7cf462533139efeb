import type { OpenCredential } from "@plumbline/core/credentials/resolver.ts";
import type { SocketOptionsFor } from "@plumbline/core/egress/guard.ts";
import { AdapterValidationError } from "@plumbline/core/errors/adapter-error.ts";
import { loadOnce } from "@plumbline/core/loading/load-once.ts";
import { defineTool } from "@plumbline/core/tool/define-tool.ts";
import type { Destination } from "@plumbline/core/tool/destination.ts";
import type { ActionContext, PlannedRequest, ReadableText, Tool } from "@plumbline/core/tool/tool.ts";
import * as z from "zod";
import { findHtmlDestinations, listHtmlTexts } from "../html-destinations.ts";
import { type MailEndpoints, readMailAccount, SENDING_NEED, savesSentTo } from "./mail-account.ts";
import type { MailAddress } from "./message/address.ts";
import {
  type Attachment,
  type SendArguments,
  sendArguments,
  type ThreadMessage,
} from "./message/send-arguments.ts";

const loadSender = loadOnce(() => import("./smtp/send-mail.ts"));
const loadSentFolder = loadOnce(() => import("./imap/save-sent.ts"));
const loadPreview = loadOnce(() => import("./smtp/preview-send.ts"));

/** Dependencies of the mail tools. */
export interface MailDependencies {
  endpoints: MailEndpoints;
  socketOptions: SocketOptionsFor;
}

/**
 * Result of sending a message that was accepted for at least one recipient. `saved_to` or `not_saved` is the
 * outcome of saving the sender's own copy. Neither is set if the service saves no copy.
 */
export const sentMail = z.lazy(() =>
  z.object({
    id: z.string().describe("Message-ID, for in_reply_to and for finding the message again."),
    accepted: z.array(z.string()).describe("Addresses that the mail server accepted."),
    rejected: z
      .array(z.object({ address: z.string(), reason: z.string() }))
      .describe("Addresses it refused; the others got the message."),
    response: z.string().describe("The mail server's response."),
    saved_to: z.string().optional().describe("The mailbox that holds a copy."),
    not_saved: z.string().optional().describe("Why there is no copy."),
  }),
);

/**
 * Defines `email_send`, which sends one message by SMTP. Loads the SMTP code when the first message is sent.
 */
export function emailSend({ endpoints, socketOptions }: MailDependencies): Tool {
  return defineTool({
    name: "email_send",
    title: "Send an e-mail",
    sentence: "Send|Sent an e-mail to {to}[: {subject}]",
    description:
      "Sends one e-mail from the connected mailbox. It cannot be undone. " +
      "Not for reading mail: use email_search.",
    input: sendArguments,
    example: { to: ["Ada <ada@example.com>"], subject: "Minutes", text: "They are in the notes." },
    output: sentMail,
    credential: SENDING_NEED,
    effect: "write",
    idempotency: "none",
    reach: { to: "mail" },
    reads: "own",
    destinations: async ({ to, reply_to, in_reply_to, list_unsubscribe, ...more }) => [
      ...listAddresses("to", to).map((one) => ({ ...one, answers: in_reply_to })),
      ...(await listContentDestinations(more)),
      ...listAddresses("reply_to", reply_to === undefined ? [] : [reply_to]),
      ...(await findHtmlDestinations(
        "list_unsubscribe",
        list_unsubscribe && `<a href="${list_unsubscribe}">`,
      )),
    ],
    texts: async ({ html, attachments }) => [
      ...(await listHtmlTexts("html", html)),
      ...listFileTexts(attachments),
    ],
    identifiers: [
      "to",
      "cc",
      "bcc",
      "reply_to",
      "in_reply_to",
      "list_unsubscribe",
      "attachments.content_type",
    ],
    async run(message, context) {
      requireContent(message);
      return deliver(message, { endpoints, socketOptions }, context);
    },
    async preview(message, context) {
      requireContent(message);
      return [await previewDelivery(message, { endpoints, socketOptions }, context)];
    },
  });
}

/**
 * Sends a message. Saves a copy to the Sent mailbox if the connection is configured to. Throws AdapterError.
 */
export async function deliver(
  message: ThreadMessage,
  { endpoints, socketOptions }: MailDependencies,
  context: ActionContext<OpenCredential>,
): Promise<z.output<typeof sentMail>> {
  const account = readMailAccount(context.credential, endpoints, "smtp");
  const target = socketOptions(account, account.hostField);
  const { sendMail } = await loadSender();
  const mailbox = savesSentTo(context.credential);
  if (mailbox === false) return sendMail(message, account, target, context);
  const getImapAccount = () => readMailAccount(context.credential, endpoints, "imap");
  return sendMail(message, account, target, context, async (copy) => {
    const { saveSent } = await loadSentFolder();
    return saveSent({ ...copy, mailbox }, getImapAccount, socketOptions, context);
  });
}

export async function previewDelivery(
  message: ThreadMessage,
  { endpoints, socketOptions }: MailDependencies,
  context: ActionContext<OpenCredential>,
): Promise<PlannedRequest> {
  const { previewSend } = await loadPreview();
  return previewSend(message, readMailAccount(context.credential, endpoints, "smtp"), socketOptions, context);
}

/** Returns the recipients of copies of a message, and the URLs that its content loads or links to. */
export async function listContentDestinations({
  cc = [],
  bcc = [],
  html,
  attachments = [],
}: Pick<SendArguments, "cc" | "bcc" | "html" | "attachments">): Promise<Destination[]> {
  const attached = attachments.filter(holdsMarkup).map(({ content_base64 }) => {
    const markup = Buffer.from(content_base64, "base64").toString("utf8");
    return findHtmlDestinations("attachments", markup);
  });
  return [
    ...listAddresses("cc", cc),
    ...listAddresses("bcc", bcc),
    ...(await findHtmlDestinations("html", html)),
    ...(await Promise.all(attached)).flat(),
  ];
}

export function listAddresses(argument: string, all: readonly MailAddress[]): Destination[] {
  return all.map(({ address }) => ({ kind: "address", value: address, argument }));
}

/** Returns whether an attachment is markup, which loads remote resources when opened in a browser. */
function holdsMarkup({ filename, content_type = "" }: Attachment): boolean {
  return /(?:html?|svg|xml|xht)$/i.test(filename) || /html|svg|xml/i.test(content_type);
}

export function requireContent({ text, html }: Pick<SendArguments, "text" | "html">): void {
  if (text === undefined && html === undefined) throw new AdapterValidationError("text or html is required.");
}

/** Lists attached files by name, with their type and size. */
function listFileTexts(attachments: readonly Attachment[] = []): ReadableText[] {
  if (attachments.length === 0) return [];
  const lines = attachments.map(({ filename, content_type: type, content_base64: data }) => {
    const kilobytes = Math.ceil(Buffer.byteLength(data, "base64") / 1_000);
    return `${filename} (${type === undefined ? "" : `${type}, `}${kilobytes} kB)`;
  });
  return [{ argument: "attachments", form: "plain", text: lines.join("\n") }];
}
