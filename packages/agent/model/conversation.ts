import { loadGate } from "../load-gate.ts";
import type { Model, ModelMessage, ModelRequest } from "./model.ts";
import { ModelError } from "./model-error.ts";

interface Turn {
  role: string;
  content: string;
}

/**
 * Inserted before a conversation that starts with the assistant, because some providers require a user
 * message first.
 */
const OPENING = "(The conversation begins.)";

/**
 * Converts a conversation to a form that every provider accepts: it starts with the user, roles alternate and
 * no message is blank. Joins consecutive messages of one role with a blank line. Inserts `material`, from
 * which to answer the last user message, right before that message.
 */
export function buildMessages(turns: readonly Turn[], material?: string): ModelMessage[] {
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
 * Prepares a conversation for an answer about the world. Removes statements about a codebase from the earlier
 * messages of both roles, so that they cannot end up in the answer. Does not change the last message.
 */
export async function prepareGroundedTurns(turns: readonly Turn[]): Promise<Turn[]> {
  const { withoutCodebaseFacts } = await loadGate();
  return turns.map(({ role, content }, at) => ({
    role,
    content: at === turns.length - 1 ? content : withoutCodebaseFacts(content),
  }));
}

/**
 * Returns the text of one turn without tools. Throws ModelError, also if the turn is empty or was cut off by
 * the provider's limit.
 */
export async function readTurnText(
  model: Model,
  request: Omit<ModelRequest, "tools" | "toolChoice">,
): Promise<string> {
  let text = "";
  for await (const event of model.stream({ ...request, tools: [] })) {
    if (event.type === "text") text += event.text;
    if (event.type === "finish") refuseUnfinished(event.reason, text);
  }
  return text;
}

/**
 * Throws ModelError for an incomplete turn: empty, cut off by the provider's limit, or blocked by its filter.
 */
export function refuseUnfinished(reason: string, text: string): void {
  if (reason === "length")
    throw new ModelError("model_cut_off", "The model's response exceeded its provider's length limit.");
  if (reason === "content_filter")
    throw new ModelError("model_refused_request", "The model's provider withheld the response.");
  if (text.trim() === "") throw new ModelError("model_bad_answer", "The model's response was empty.");
}
