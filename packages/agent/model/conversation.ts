import { loadOnce } from "@plumbline/core/loading/load-once.ts";
import type { Model, ModelMessage, ModelRequest } from "./model.ts";
import { ModelError } from "./model-error.ts";

const loadGate = loadOnce(() => import("@plumbline/grounding/gate"));

interface Turn {
  role: string;
  content: string;
}

/** Stands before a conversation that the assistant opened: some providers want the user's word first. */
const OPENING = "(The conversation begins.)";

/**
 * A conversation as every provider takes it: it begins with the user, the two take turns, and no message is
 * blank. Neighbours of one role are joined by a blank line. `material` is what the last turn, the user's, is
 * to be answered from; it stands right before it.
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
 * A conversation for an answer about the world: earlier messages, the assistant's too, without what they say
 * of a codebase, so that it does not slip into the answer. The last turn stays as it is.
 */
export async function prepareGroundedTurns(turns: readonly Turn[]): Promise<Turn[]> {
  const { withoutCodebaseFacts } = await loadGate();
  return turns.map(({ role, content }, at) => ({
    role,
    content: at === turns.length - 1 ? content : withoutCodebaseFacts(content),
  }));
}

/**
 * Everything a model says in one turn without tools. Throws ModelError, also for a turn that says nothing or
 * was broken off at its provider's bounds.
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
 * Throws ModelError for a turn that did not end well: nothing said, cut at the provider's length, or held
 * back by its filter.
 */
export function refuseUnfinished(reason: string, text: string): void {
  if (reason === "length")
    throw new ModelError("model_cut_off", "The model's answer was longer than its provider lets it be.");
  if (reason === "content_filter")
    throw new ModelError("model_refused_request", "The model's provider held the answer back.");
  if (text.trim() === "") throw new ModelError("model_bad_answer", "The model answered nothing.");
}
