import { idOrLink, linkAt, pathParts } from "../id-or-link.ts";

const DOMAINS = ["slack.com", "slack-gov.com"];
const CONVERSATION_ID = /^[CDG][A-Z0-9]+$/;
const USER_ID = /^[UW][A-Z0-9]+$/;
const EMAIL = /^[^\s@]+@[^\s@]+$/;
const CHANNEL_NAME = /^#?[^\s#,/:]{1,80}$/;
const TIMESTAMP = /^\d+\.\d+$/;
/** A message's timestamp as links write it: without the dot before its six last digits. */
const LINKED_TIMESTAMP = /^p(\d{10,})(\d{6})$/;

/** Path parts of a link: of `/archives/C…/p…`, of `/team/U…`, or of `/client/T…/C…` behind the two first. */
function partsOf(text: string): string[] {
  const link = linkAt(text, DOMAINS);
  if (!link) return [];
  const parts = pathParts(link);
  return parts[0] === "client" ? parts.slice(2) : parts.slice(1);
}

function linkedConversation(text: string): string | undefined {
  return partsOf(text).find((part) => CONVERSATION_ID.test(part));
}

/**
 * The message whose thread a link means: that of `thread_ts`, which the link of an answer has, else the
 * link's own.
 */
function linkedThread(text: string): string | undefined {
  const thread = linkAt(text, DOMAINS)?.searchParams.get("thread_ts") ?? "";
  if (TIMESTAMP.test(thread)) return thread;
  const parts = partsOf(text);
  const [, seconds, rest] = LINKED_TIMESTAMP.exec(parts[1] ?? "") ?? [];
  if (seconds !== undefined) return `${seconds}.${rest}`;
  // In the browser: /client/T…/C…/thread/C…-1770000000.000200
  const opened = parts[1] === "thread" ? (parts[2]?.split("-").at(-1) ?? "") : "";
  return TIMESTAMP.test(opened) ? opened : undefined;
}

/** Where a direct message goes: a user id, a conversation id or an e-mail address. */
export const recipientReference = idOrLink((text) => {
  if (EMAIL.test(text) || USER_ID.test(text) || CONVERSATION_ID.test(text)) return text;
  return linkedConversation(text) ?? partsOf(text).find((part) => USER_ID.test(part));
}, "must be a user id (U…), a conversation id (D…, C…, G…), an e-mail address, or a link of the chat app to one of them");

export const channelReference = idOrLink(
  (text) => (CHANNEL_NAME.test(text) ? text : linkedConversation(text)),
  "must be a channel id (C…, G…), a name such as #general, or a link such as https://team.slack.com/archives/C…",
);

export const threadReference = idOrLink(
  (text) => (TIMESTAMP.test(text) ? text : linkedThread(text)),
  "must be a message id such as 1770000000.000200, or a message's link such as https://team.slack.com/archives/C…/p1770000000000200",
);

/** Classifies a recipient that is already an id or an e-mail address. */
export function recipientKind(to: string): "email" | "user" | "conversation" {
  if (EMAIL.test(to)) return "email";
  return USER_ID.test(to) ? "user" : "conversation";
}
