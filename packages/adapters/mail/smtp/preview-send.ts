import { timestamp } from "@plumbline/core/clock/clock.ts";
import type { SocketOptionsFor } from "@plumbline/core/egress/guard.ts";
import type { ActionContext, PlannedRequest } from "@plumbline/core/tool/tool.ts";
import { type MailAccount, plannedServer } from "../mail-account.ts";
import type { MailAddress } from "../message/address.ts";
import { mediaType } from "../message/message.ts";
import type { ThreadMessage } from "../message/send-arguments.ts";
import { outgoingMail } from "./outgoing-mail.ts";

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
  const server = plannedServer(account, socketOptions);
  const { envelope, outgoing } = outgoingMail(message, account, context);
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
        from: written(from),
        to: to.map(written),
        cc: cc.length === 0 ? undefined : cc.map(written),
        "reply-to": replyTo && written(replyTo),
        "in-reply-to": inReplyTo,
        "list-unsubscribe": listUnsubscribe,
        subject,
      },
      text,
      html,
      attachments: attachments.map((file) => ({
        filename: file.filename,
        media_type: mediaType(file),
        content_id: file.content_id,
        bytes: Buffer.byteLength(file.content_base64, "base64"),
      })),
    },
  };
}

function written({ name, address }: MailAddress): string {
  return name === "" ? address : `${name} <${address}>`;
}
