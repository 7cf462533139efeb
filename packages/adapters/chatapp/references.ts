import { AdapterValidationError } from "@plumbline/core/errors/adapter-error.ts";
import { createIdOrLinkArgument, parseLink, splitPath } from "@plumbline/core/tool/arguments.ts";
import type * as z from "zod";

const DOMAINS = ["slack.com", "slack-gov.com"];
const CONVERSATION_ID = /^[CDG][A-Z0-9]+$/;
const USER_ID = /^[UW][A-Z0-9]+$/;
const EMAIL = /^[^\s@]+@[^\s@]+$/;
const PERSON_NAME = /^@[^\s@<>|:/][^@<>|:/\n]{0,79}$/;
const CHANNEL_NAME = /^#?[^\s#,/:<>|@!]{1,80}$/;
const TIMESTAMP = /^\d+\.\d+$/;
/** A message's timestamp in a link, without the dot before its last six digits. */
const LINKED_TIMESTAMP = /^p(\d{10,})(\d{6})$/;

/** An ID, address or link in Slack message markup: <#C…|general>, <@U…>, <mailto:…|…>. */
const MARKUP_REFERENCE = /^<(?:[#@]|mailto:)?(?<target>[^<>|]+)(?:\|[^<>]*)?>$/;

/**
 * Creates a schema that accepts an ID or a link, plain or in Slack markup, or a user as `@U…`.
 */
function createReferenceArgument<Read>(read: (text: string) => Read | undefined, expected: string) {
  return createIdOrLinkArgument((text) => {
    const target = MARKUP_REFERENCE.exec(text)?.groups?.target ?? text;
    return read(USER_ID.test(target.slice(1)) ? target.replace(/^@/, "") : target);
  }, expected);
}

/** Returns the path segments with IDs: those after `archives` or `team`, or after `client/T…`. */
function listIdSegments(text: string): string[] {
  const link = parseLink(text, DOMAINS);
  if (!link) return [];
  const parts = splitPath(link);
  return parts[0] === "client" ? parts.slice(2) : parts.slice(1);
}

function findConversation(text: string): string | undefined {
  return listIdSegments(text).find((part) => CONVERSATION_ID.test(part));
}

/**
 * Returns the timestamp of the thread that a link refers to. Links to replies have it in `thread_ts`;
 * otherwise the linked message starts the thread.
 */
function findThread(text: string): string | undefined {
  const thread = parseLink(text, DOMAINS)?.searchParams.get("thread_ts") ?? "";
  if (TIMESTAMP.test(thread)) return thread;
  const parts = listIdSegments(text);
  const [, seconds, rest] = LINKED_TIMESTAMP.exec(parts[1] ?? "") ?? [];
  if (seconds !== undefined) return `${seconds}.${rest}`;
  // In the browser: /client/T…/C…/thread/C…-1770000000.000200
  const opened = parts[1] === "thread" ? (parts[2]?.split("-").at(-1) ?? "") : "";
  return TIMESTAMP.test(opened) ? opened : undefined;
}

/** Recipient of a direct message: a user ID, a conversation ID, an e-mail address or `@` and a name. */
export const recipientReference = createReferenceArgument((text) => {
  if ([EMAIL, USER_ID, CONVERSATION_ID, PERSON_NAME].some((form) => form.test(text))) return text;
  return findConversation(text) ?? listIdSegments(text).find((part) => USER_ID.test(part));
}, "must be a user id (U…), a conversation id (D…, C…, G…), an e-mail address, a name such as @ada, or a chat app (Slack) link to one of them");

export const channelReference = createReferenceArgument(
  (text) => (CHANNEL_NAME.test(text) && !USER_ID.test(text) ? text : findConversation(text)),
  "must be a channel id (C…, G…), a name such as #general, or a link such as https://team.slack.com/archives/C…",
);

/** The thread's first message, and its channel if the argument is a link. */
export const threadReference = createReferenceArgument((text) => {
  const ts = TIMESTAMP.test(text) ? text : findThread(text);
  return ts === undefined ? undefined : { ts, channel: findConversation(text) };
}, "must be a message id such as 1770000000.000200, or a message's link such as https://team.slack.com/archives/C…/p1770000000000200");

/**
 * Returns the channel of a post: the given one, or the one in its thread's link. Throws
 * AdapterValidationError if there is no channel or both differ.
 */
export function resolveChannel({ channel, thread_ts }: PostPlace): string {
  const linked = thread_ts?.channel;
  if (channel === undefined && linked === undefined)
    throw new AdapterValidationError("channel: is required, unless thread_ts is a link that contains it.");
  if (channel !== undefined && linked !== undefined && CONVERSATION_ID.test(channel) && channel !== linked)
    throw new AdapterValidationError(`thread_ts: is a message in ${linked}, not in ${channel}.`);
  return channel ?? linked ?? "";
}

interface PostPlace {
  channel?: string | undefined;
  thread_ts?: z.output<typeof threadReference> | undefined;
}

export function classifyRecipient(to: string): "email" | "name" | "user" | "conversation" {
  if (EMAIL.test(to)) return "email";
  if (to.startsWith("@")) return "name";
  return USER_ID.test(to) ? "user" : "conversation";
}
