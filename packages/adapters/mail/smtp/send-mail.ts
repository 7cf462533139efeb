import type { SocketOptions } from "@plumbline/core/egress/guard.ts";
import { cutText } from "@plumbline/core/text/unicode.ts";
import type { ActionContext } from "@plumbline/core/tool/tool.ts";
import type { NodemailerError } from "nodemailer";
import type { SavedCopy, SentCopy } from "../imap/save-sent.ts";
import type { MailAccount } from "../mail-account.ts";
import { composeMessage } from "../message/message.ts";
import { messageIdArgument, type ThreadMessage } from "../message/send-arguments.ts";
import { createOutgoingMail } from "./outgoing-mail.ts";
import { formatReply, parseErrorReply } from "./smtp-reply.ts";
import { withSmtpSession } from "./smtp-session.ts";

/**
 * Maximum length of the server's response. For text of this length, the dispatcher assumes that a secret may
 * have been cut in two.
 */
const MAX_RESPONSE = 8_000;

/**
 * Sends one message. Every attempt of a call sends the same bytes with the same Message-ID, so that a mailbox
 * that deduplicates by ID keeps one copy. Throws AdapterError.
 */
export async function sendMail(
  message: ThreadMessage,
  account: MailAccount,
  target: SocketOptions,
  context: ActionContext,
  save?: (copy: Omit<SentCopy, "mailbox">) => Promise<SavedCopy>,
) {
  const { envelope, outgoing, bcc } = createOutgoingMail(message, account, context);
  const composed = await context.once("compose", () => composeMessage(outgoing));
  const sent = await context.once("send", () =>
    withSmtpSession(account, target, context, ({ send }) => send(envelope, composed)),
  );
  const { messageId, date } = outgoing;
  const copy = async () => ({
    // Like mail programs, shows blind-copy recipients to the sender.
    message: bcc.length === 0 ? composed : await composeMessage({ ...outgoing, bcc }),
    messageId,
    sentAt: date,
  });
  return {
    ...(save ? await save(await copy()) : {}),
    // Two providers replace the Message-ID with their own and return it.
    id: messageIdArgument.safeParse(sent.serverMessageId).data ?? outgoing.messageId,
    accepted: sent.accepted,
    rejected: (sent.rejectedErrors ?? []).map(toRejection),
    response: cutText(sent.response, MAX_RESPONSE),
  };
}

function toRejection({ recipient = "", response = "" }: NodemailerError): {
  address: string;
  reason: string;
} {
  const reply = parseErrorReply(response);
  const reason = reply === undefined ? response : formatReply(reply);
  return { address: recipient, reason: cutText(reason, MAX_RESPONSE) };
}
