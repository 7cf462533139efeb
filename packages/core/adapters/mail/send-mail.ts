import type { NodemailerError } from "nodemailer";
import type { SocketOptions } from "../../egress/socket-options.ts";
import { cutText } from "../../text/cut-text.ts";
import type { ActionContext } from "../../tool/tool.ts";
import type { MailAccount } from "./mail-account.ts";
import { composeMessage } from "./message.ts";
import { outgoingMail } from "./outgoing-mail.ts";
import { messageIdArgument, type SendArguments } from "./send-arguments.ts";
import { refusingReply, replyText } from "./smtp-reply.ts";
import { withSmtpSession } from "./smtp-session.ts";

/** What became of a message: at least one recipient accepted it. */
export interface SentMail {
  id: string;
  accepted: string[];
  rejected: { address: string; reason: string }[];
  response: string;
}

/** From here on the dispatcher expects that a secret may have been cut in two. */
const MAX_RESPONSE = 8_000;

/**
 * Sends one message. Every attempt of one call sends the same bytes under the same Message-ID, so that a mailbox which knows the id
 * again keeps one copy. Throws one of the four adapter errors.
 */
export async function sendMail(
  message: SendArguments,
  account: MailAccount,
  target: SocketOptions,
  context: ActionContext,
): Promise<SentMail> {
  const { envelope, outgoing } = outgoingMail(message, account, context);
  const composed = await context.once("compose", () => composeMessage(outgoing));
  const sent = await withSmtpSession(account, target, context, ({ send }) => send(envelope, composed));
  return {
    // Two providers put an id of their own in place of ours, and say so.
    id: messageIdArgument.safeParse(sent.serverMessageId).data ?? outgoing.messageId,
    accepted: sent.accepted,
    rejected: (sent.rejectedErrors ?? []).map(rejection),
    response: cutText(sent.response, MAX_RESPONSE),
  };
}

function rejection({ recipient = "", response = "" }: NodemailerError): { address: string; reason: string } {
  const reply = refusingReply(response);
  const reason = reply === undefined ? response : replyText(reply);
  return { address: recipient, reason: cutText(reason, MAX_RESPONSE) };
}
