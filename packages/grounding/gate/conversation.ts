/** One message of a conversation. */
export interface ConversationTurn {
  role: string;
  content: string;
}

/** What a user said and the message of the assistant it answers, empty where there is none. */
export interface UserTurn {
  content: string;
  answers: string;
}

/** How many earlier user turns can bear on the next. */
const REMEMBERED_TURNS = 12;
const REMEMBERED_AT_EACH_END = 500;

/** The last user turns of a conversation, oldest first, long ones by their beginning and end. */
export function rememberedTurns(conversation: readonly ConversationTurn[]): UserTurn[] {
  return conversation
    .flatMap(({ role, content }, at) =>
      role === "user" ? [{ content: edges(content), answers: assistantBefore(conversation, at) }] : [],
    )
    .slice(-REMEMBERED_TURNS);
}

/** The prompt as the turn that follows a conversation. */
export function promptTurn(prompt: string, conversation: readonly ConversationTurn[]): UserTurn {
  return { content: prompt, answers: assistantBefore(conversation, conversation.length) };
}

function assistantBefore(conversation: readonly ConversationTurn[], at: number): string {
  const before = conversation[at - 1];
  return before?.role === "assistant" ? before.content : "";
}

function edges(content: string): string {
  if (content.length <= 2 * REMEMBERED_AT_EACH_END) return content;
  return `${content.slice(0, REMEMBERED_AT_EACH_END)}\n${content.slice(-REMEMBERED_AT_EACH_END)}`;
}
