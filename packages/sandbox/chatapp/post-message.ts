import type { AuthorizedCall } from "./call.ts";
import { type ChatappPayload, chatappRefusalBody } from "./failures.ts";
import type { ChatWorkspace } from "./workspace.ts";

/** Maximum length of a message's text, in characters. */
const longestText = 40_000;

/** Answers `chat.postMessage`. Every call posts, because the provider has no idempotency key. */
export function postMessage(call: AuthorizedCall, workspace: ChatWorkspace): ChatappPayload {
  const target = findTarget(call, workspace);
  if ("error" in target) return chatappRefusalBody(target.error);
  const { text = "", blocks, attachments, thread_ts: threadTs } = call.arguments;
  if (text === "" && blocks === undefined && attachments === undefined) return chatappRefusalBody("no_text");
  const refusal = blocks === undefined ? undefined : blocksRefusal(blocks);
  if (refusal !== undefined) return chatappRefusalBody(refusal);
  if (text.length > longestText) return chatappRefusalBody("msg_too_long");
  const posted = workspace.post({
    channel: target.id,
    user: call.caller.userId,
    text,
    ...(threadTs === undefined ? {} : { threadTs }),
    arguments: call.arguments,
  });
  return {
    ok: true,
    channel: posted.channel,
    ts: posted.ts,
    message: {
      type: "message",
      user: posted.user,
      ...(call.caller.kind === "bot" ? { bot_id: "B01" } : {}),
      text: posted.text,
      ts: posted.ts,
      ...(threadTs === undefined ? {} : { thread_ts: threadTs }),
    },
  };
}

/**
 * Returns the target of a message: a channel that the caller may post to, one of the caller's conversations
 * or, for a bot, a user's direct messages.
 */
function findTarget(call: AuthorizedCall, workspace: ChatWorkspace): { id: string } | { error: string } {
  const wanted = call.arguments.channel ?? "";
  const channel = workspace.channel(wanted);
  if (channel !== undefined) {
    const mayPostUnjoined = call.caller.scopes.includes("chat:write.public");
    if (!channel.isMember && channel.isPrivate === true) return { error: "channel_not_found" };
    if (!channel.isMember && !mayPostUnjoined) return { error: "not_in_channel" };
    return channel.isArchived === true ? { error: "is_archived" } : { id: channel.id };
  }
  const conversation = workspace.conversations.find(({ id }) => id === wanted);
  if (conversation?.members.includes(call.caller.userId)) return { id: conversation.id };
  const user = workspace.user(wanted);
  if (user !== undefined && user.deleted !== true && call.caller.kind === "bot") {
    return { id: workspace.openConversation([call.caller.userId, user.id]).conversation.id };
  }
  return { error: "channel_not_found" };
}

/** Maximum size of a message's blocks as JSON, in characters, as observed at the provider. */
const longestBlocks = 13_200;
const mostBlocks = 50;

const parts: ReadonlySet<unknown> = new Set([
  "rich_text_section",
  "rich_text_quote",
  "rich_text_preformatted",
  "rich_text_list",
]);
/** Elements of a line, each with its required field. */
const inlineFields: ReadonlyMap<unknown, string> = new Map([
  ["text", "text"],
  ["link", "url"],
  ["emoji", "name"],
  ["user", "user_id"],
  ["channel", "channel_id"],
  ["usergroup", "usergroup_id"],
  ["broadcast", "range"],
]);

/**
 * Returns the provider's refusal of a message's blocks, or `undefined` if they are valid. Checks the content
 * of rich text only.
 */
function blocksRefusal(json: string): string | undefined {
  const blocks = parsed(json);
  if (!Array.isArray(blocks)) return "invalid_blocks_format";
  if (blocks.length > mostBlocks || !blocks.every(isBlock)) return "invalid_blocks";
  return json.length > longestBlocks ? "msg_blocks_too_long" : undefined;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

interface Element {
  readonly type?: unknown;
  readonly elements?: unknown;
  readonly [field: string]: unknown;
}

function isBlock(block: Element): boolean {
  return block.type === "rich_text" ? hasElements(block, isPart) : typeof block.type === "string";
}

function isPart(part: Element): boolean {
  if (part.type !== "rich_text_list") return parts.has(part.type) && hasElements(part, isInline);
  const isSection = (item: Element) => item.type === "rich_text_section" && hasElements(item, isInline);
  return (part.style === "bullet" || part.style === "ordered") && hasElements(part, isSection);
}

function isInline(inline: Element): boolean {
  const value = inline[inlineFields.get(inline.type) ?? ""];
  return typeof value === "string" && value !== "";
}

function hasElements({ elements }: Element, isGood: (element: Element) => boolean): boolean {
  return Array.isArray(elements) && elements.length > 0 && elements.every(isGood);
}
