import type { ModelMessage } from "./model.ts";

interface Turn {
  role: string;
  content: string;
}

/** Stands before a conversation that the assistant opened: some providers want the user's word first. */
const OPENING = "(The conversation begins.)";

/**
 * A conversation as every provider takes it: it begins with the user, the two take turns, and no message is blank. Neighbours of one role
 * are joined by a blank line. `material` is what the last turn, the user's, is to be answered from; it stands right before it.
 */
export function conversationMessages(turns: readonly Turn[], material?: string): ModelMessage[] {
  const messages: { role: "user" | "assistant"; text: string }[] = [];
  const spoken = turns.filter(({ content }) => content.trim() !== "");
  for (const [index, { role, content }] of spoken.entries()) {
    const speaker = role === "assistant" ? "assistant" : "user";
    const isLast = index === spoken.length - 1;
    const text = isLast && material !== undefined ? `${material}\n\n${content}` : content;
    const before = messages.at(-1);
    if (before?.role === speaker) before.text += `\n\n${text}`;
    else messages.push({ role: speaker, text });
  }
  if (messages[0]?.role === "assistant") messages.unshift({ role: "user", text: OPENING });
  return messages;
}

/**
 * A conversation for an answer about the world: earlier messages, the assistant's too, without what they say of a codebase, so that it
 * does not slip into the answer. The last turn stays as it is.
 */
export async function groundedTurns(turns: readonly Turn[]): Promise<Turn[]> {
  const { withoutCodebaseFacts } = await import("@plumbline/grounding/gate");
  return turns.map(({ role, content }, at) => ({
    role,
    content: at === turns.length - 1 ? content : withoutCodebaseFacts(content),
  }));
}
