import { timestamp } from "@plumbline/core/clock/clock.ts";
import type { SocketOptionsFor } from "@plumbline/core/egress/guard.ts";
import type { ActionContext, PlannedRequest } from "@plumbline/core/tool/tool.ts";
import { type MailAccount, planServer } from "../mail-account.ts";
import type { MailAddress } from "../message/address.ts";
import { chooseMediaType } from "../message/message.ts";
import type { ThreadMessage } from "../message/send-arguments.ts";
import { createOutgoingMail } from "./outgoing-mail.ts";

/**
 * Describes a message for a preview: its headers and texts in readable form, and the name, type and size of
 * each file.
 */
export function previewSend(
  message: ThreadMessage,
  account: MailAccount,
  socketOptions: SocketOptionsFor,
  context: ActionContext,
): PlannedRequest {
  const server = planServer(account, socketOptions);
  const { envelope, outgoing } = createOutgoingMail(message, account, context);
  const { messageId, date, from, to, cc, replyTo, inReplyTo, subject, text, html, attachments } = outgoing;
  const { listUnsubscribe } = outgoing;
  return {
    protocol: "smtp",
    ...server,
    envelope,
    message: {
      headers: {
        "message-id": messageId,
        date: timestamp(date),
        from: formatAddress(from),
        to: to.map(formatAddress),
        cc: cc.length === 0 ? undefined : cc.map(formatAddress),
        "reply-to": replyTo && formatAddress(replyTo),
        "in-reply-to": inReplyTo,
        "list-unsubscribe": listUnsubscribe,
        subject,
      },
      text,
      html,
      attachments: attachments.map((file) => ({
        filename: file.filename,
        media_type: chooseMediaType(file),
        content_id: file.content_id,
        bytes: Buffer.byteLength(file.content_base64, "base64"),
      })),
    },
  };
}

function formatAddress({ name, address }: MailAddress): string {
  return name === "" ? address : `${name} <${address}>`;
}
