import { blocksRefusal } from "./blocks.ts";
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
