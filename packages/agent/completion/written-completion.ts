import { quotedOutcome, systemPrompt } from "@plumbline/grounding";
import type { ResearchOutcome } from "@plumbline/grounding/outcome";
import { conversationMessages, groundedTurns } from "../model/conversation-messages.ts";
import type { Model, ModelRequest } from "../model/model.ts";
import { turnText } from "../model/turn-text.ts";
import type { CompletionRequest } from "./completion-request.ts";

/** A sentence the model wrote that no citation bears out. */
export interface UnverifiedSentence {
  text: string;
  verdict: "unclear" | "unsupported";
  reason: string;
}

/** What a model made of a prompt. Of a grounded one `text` holds only what the guard let pass; it may be empty. */
export interface Completion {
  text: string;
  model: string;
  unverified_sentences: UnverifiedSentence[];
}

type Bounds = Pick<ModelRequest, "deadline" | "signal" | "tenantId">;

/** Written from the outcome and nothing else, and guarded. Throws ModelError. */
export async function groundedCompletion(
  model: Model,
  { prompt, conversation = [] }: CompletionRequest,
  outcome: ResearchOutcome,
  bounds: Bounds,
): Promise<Completion> {
  const turns = [...conversation, { role: "user", content: prompt }];
  const text = await turnText(model, {
    system: systemPrompt({ grounded: true }),
    messages: conversationMessages(await groundedTurns(turns), quotedOutcome(outcome)),
    ...bounds,
  });
  const said = turns.filter(({ role }) => role === "user").map(({ content }) => content);
  const { AnswerGuard } = await import("@plumbline/grounding/guard");
  const guarded = new AnswerGuard([outcome], said).text();
  const pieces = [...guarded.push(text), ...guarded.end()];
  return {
    text: pieces.map((piece) => (piece.type === "passed" ? piece.text : "")).join(""),
    model: model.id,
    unverified_sentences: pieces.flatMap((piece) =>
      piece.type === "passed" ? [] : [{ text: piece.text, verdict: piece.verdict, reason: piece.reason }],
    ),
  };
}

/** The answer to a prompt that asks nothing of the world: told the preamble, and the workspace. Throws ModelError. */
export async function plainCompletion(
  model: Model,
  { prompt, conversation = [], context = "", workspace_context: workspaceContext }: CompletionRequest,
  bounds: Bounds,
): Promise<Completion> {
  const asked = context.trim() === "" ? prompt : `${prompt}\n\n${context.trim()}`;
  const text = await turnText(model, {
    system: systemPrompt({ grounded: false, workspaceContext }),
    messages: conversationMessages([...conversation, { role: "user", content: asked }]),
    ...bounds,
  });
  return { text, model: model.id, unverified_sentences: [] };
}
