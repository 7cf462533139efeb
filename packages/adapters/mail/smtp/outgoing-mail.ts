import type { SocketOptionsFor } from "@plumbline/core/egress/guard.ts";
import type { ActionContext } from "@plumbline/core/tool/tool.ts";
import { type MailAccount, senderOf } from "../mail-account.ts";
import type { MailAddress } from "../message/address.ts";
import type { OutgoingMessage } from "../message/message.ts";
import { distinctRecipients, type SendArguments } from "../message/send-arguments.ts";
import type { Envelope } from "./smtp-session.ts";

/**
 * The message that the arguments mean and who it goes to, before it is written out; `bcc` is for the sender's
 * own copy. Its Message-ID is made of the call's key. Throws AdapterValidationError for too many recipients
 * and for an account without an address.
 */
export function outgoingMail(
  message: SendArguments,
  account: Pick<MailAccount, "fromAddress">,
  { idempotencyKey, clock }: Pick<ActionContext, "idempotencyKey" | "clock">,
): { envelope: Envelope; outgoing: OutgoingMessage; bcc: MailAddress[] } {
  const { to, cc, bcc } = distinctRecipients(message);
  const from = senderOf(account);
  const outgoing = {
    messageId: `<${idempotencyKey}@${from.address.split("@").pop()}>`,
    date: clock.now(),
    from,
    to,
    cc,
    replyTo: message.reply_to,
    inReplyTo: message.in_reply_to,
    subject: message.subject,
    text: message.text,
    html: message.html,
    attachments: message.attachments ?? [],
    boundary: idempotencyKey,
  };
  const recipients = [...to, ...cc, ...bcc].map(({ address }) => address);
  return { envelope: { from: from.address, to: recipients }, outgoing, bcc };
}

/**
 * The mail server and the login, as a preview tells them. Throws AdapterValidationError for a host that the
 * guard refuses by its name.
 */
export function plannedServer(account: MailAccount, socketOptions: SocketOptionsFor) {
  const { host, port } = socketOptions(account, account.hostField);
  const { implicitTls, user, login } = account;
  return { host, port, security: implicitTls ? "tls" : "starttls", username: user, login: login.type };
}
