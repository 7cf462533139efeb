import { AdapterValidationError } from "@plumbline/core/errors/adapter-error.ts";
import { parseAddress } from "./address.ts";
import type { WholeMessage } from "./found-message.ts";
import type { ReplyArguments, ThreadMessage } from "./send-arguments.ts";

/**
 * Composes the reply to a mail, in its thread and with its subject. It goes only to the From address unless
 * the arguments list others. Quotes the mail only if all recipients of the reply had received it. Throws
 * AdapterValidationError for a mail without a sender.
 */
export function composeReply(parent: WholeMessage, own: string, args: ReplyArguments): ThreadMessage {
  const { in_reply_to: _id, quote, to = requireSender(parent), ...content } = args;
  const known = new Set(
    [own, ...[parent.from, ...parent.to, ...parent.cc].map((one) => one?.address)].map(toComparable),
  );
  const isKnown = [...to, ...(content.cc ?? [])].every(({ address }) => known.has(toComparable(address)));
  const reply = {
    ...content,
    to,
    subject: /^re:/i.test(parent.subject) ? parent.subject : `Re: ${parent.subject}`.trim(),
    ...createThreadFields(parent),
  };
  return quote && isKnown ? addQuote(reply, parent) : reply;
}

function requireSender({ from }: WholeMessage): ThreadMessage["to"] {
  const address = parseAddress(from?.address ?? "");
  if (address) return [{ ...address, name: (from?.name ?? "").replace(/["\\<>]/g, "") }];
  throw new AdapterValidationError("The mail has no sender to reply to.", {
    nextStep: "Give the recipients in `to`.",
  });
}

function toComparable(address = ""): string {
  return address.toLowerCase();
}

/** Returns the thread fields of a reply (RFC 5322, 3.6.4). */
function createThreadFields({ message_id: parent, references }: WholeMessage): Partial<ThreadMessage> {
  if (parent === undefined) return {};
  return { in_reply_to: parent, references: [...references.filter((id) => id !== parent), parent] };
}

function addQuote(reply: ThreadMessage, { from, sent_at, date, body = "" }: WholeMessage): ThreadMessage {
  const name = from?.name === undefined ? from?.address : `${from.name} <${from.address}>`;
  const time = (sent_at ?? date)?.replace(/T(\d\d:\d\d).*/, " $1 UTC");
  const head = `${time === undefined ? "" : `On ${time}, `}${name} wrote:`;
  const lines = body.split("\n");
  const { text, html } = reply;
  return {
    ...reply,
    ...(text !== undefined && {
      text: `${text.trimEnd()}\n\n${head}\n${lines.map((line) => (line.startsWith(">") ? `>${line}` : `> ${line}`)).join("\n")}\n`,
    }),
    ...(html !== undefined && {
      html: `${html}\n<p>${escapeHtml(head)}</p>\n<blockquote>${lines.map(escapeHtml).join("<br>\n")}</blockquote>`,
    }),
  };
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
