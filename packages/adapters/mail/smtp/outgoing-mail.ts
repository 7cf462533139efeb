import type { ActionContext } from "@plumbline/core/tool/tool.ts";
import { getSender, type MailAccount } from "../mail-account.ts";
import type { MailAddress } from "../message/address.ts";
import { htmlToPlainText } from "../message/body-text.ts";
import type { OutgoingMessage } from "../message/message.ts";
import { removeDuplicateRecipients, type ThreadMessage } from "../message/send-arguments.ts";
import type { Envelope } from "./smtp-session.ts";

/**
 * Creates the message that the arguments describe, and its recipients. `bcc` is for the sender's own copy.
 * Derives the Message-ID from the call's idempotency key. Throws AdapterValidationError for too many
 * recipients or an account without an address.
 */
export function createOutgoingMail(
  message: ThreadMessage,
  account: Pick<MailAccount, "fromAddress">,
  { idempotencyKey, clock }: Pick<ActionContext, "idempotencyKey" | "clock">,
): { envelope: Envelope; outgoing: OutgoingMessage; bcc: MailAddress[] } {
  const { to, cc, bcc } = removeDuplicateRecipients(message);
  const from = getSender(account);
  const outgoing = {
    messageId: `<${idempotencyKey}@${from.address.split("@").pop()}>`,
    date: clock.now(),
    from,
    to,
    cc,
    replyTo: message.reply_to,
    inReplyTo: message.in_reply_to,
    references: message.references,
    listUnsubscribe: message.list_unsubscribe,
    subject: message.subject,
    text: message.text ?? (message.html === undefined ? undefined : htmlToPlainText(message.html)),
    html: message.html,
    attachments: message.attachments ?? [],
    boundary: idempotencyKey,
  };
  const recipients = [...to, ...cc, ...bcc].map(({ address }) => address);
  return { envelope: { from: from.address, to: recipients }, outgoing, bcc };
}
