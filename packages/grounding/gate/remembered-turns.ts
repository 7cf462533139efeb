/** One message of a conversation. */
export interface ConversationTurn {
  role: string;
  content: string;
}

/** A user's message with the assistant's message that it answers, or "". */
export interface UserTurn {
  content: string;
  answers: string;
}

/** Maximum number of earlier user turns that can affect the next. */
const REMEMBERED_TURNS = 12;
const REMEMBERED_AT_EACH_END = 500;

/** Returns the last user turns of a conversation, oldest first. Long ones are reduced to start and end. */
export function selectRememberedTurns(conversation: readonly ConversationTurn[]): UserTurn[] {
  return conversation
    .flatMap(({ role, content }, at) =>
      role === "user"
        ? [{ content: cutMiddle(content), answers: findAssistantBefore(conversation, at) }]
        : [],
    )
    .slice(-REMEMBERED_TURNS);
}

/** Returns the prompt as the turn that follows a conversation. */
export function createPromptTurn(prompt: string, conversation: readonly ConversationTurn[]): UserTurn {
  return { content: prompt, answers: findAssistantBefore(conversation, conversation.length) };
}

function findAssistantBefore(conversation: readonly ConversationTurn[], at: number): string {
  const before = conversation[at - 1];
  return before?.role === "assistant" ? before.content : "";
}

function cutMiddle(content: string): string {
  if (content.length <= 2 * REMEMBERED_AT_EACH_END) return content;
  return `${content.slice(0, REMEMBERED_AT_EACH_END)}\n${content.slice(-REMEMBERED_AT_EACH_END)}`;
}
