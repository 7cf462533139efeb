import { listClaims, systemPrompt } from "@plumbline/grounding";
import type { GuardedPiece } from "@plumbline/grounding/guard";
import type { ResearchOutcome } from "@plumbline/grounding/outcome";
import { conversationMessages, groundedTurns } from "../model/conversation-messages.ts";
import type { Model, ModelRequest } from "../model/model.ts";
import { turnText } from "../model/turn-text.ts";
import { type CitedSpan, citedText } from "./cited-text.ts";
import type { CompletionRequest } from "./completion-request.ts";

/** A sentence of the model that no citation supports. */
export interface UnverifiedSentence {
  text: string;
  verdict: "unclear" | "unsupported";
  reason: string;
}

/**
 * What a model made of a prompt. Of a grounded one `text` holds only what the guard let pass, or else the
 * outcome's own claims.
 */
export interface Completion {
  text: string;
  model: string;
  /** What the sources say of the text, in order; empty where nothing was researched. */
  citations: CitedSpan[];
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
  const { AnswerGuard, quotedOutcome } = await import("@plumbline/grounding/guard");
  const written = await turnText(model, {
    system: systemPrompt({ grounded: true }),
    messages: conversationMessages(await groundedTurns(turns), quotedOutcome(outcome)),
    ...bounds,
  });
  const said = turns.filter(({ role }) => role === "user").map(({ content }) => content);
  const guard = new AnswerGuard([outcome], said);
  const guarded = guard.text();
  const pieces = [...guarded.push(written), ...guarded.end()];
  const told = isAnswered(pieces) ? pieces : [...pieces, ...claimPieces(outcome, pieces)];
  return {
    ...citedText(told, outcome),
    model: model.id,
    unverified_sentences: pieces.flatMap((piece) =>
      piece.type === "passed" ? [] : [{ text: piece.text, verdict: piece.verdict, reason: piece.reason }],
    ),
  };
}

/** "The sources do not say." is an answer, unless something was withheld beside it. */
function isAnswered(pieces: readonly GuardedPiece[]): boolean {
  if (pieces.some((piece) => piece.type === "passed" && piece.citations.length > 0)) return true;
  return pieces.length > 0 && pieces.every(({ type }) => type === "passed");
}

/**
 * The outcome's own claims, its answer first, a line each: what was found is not lost with a model that makes
 * things up.
 */
function claimPieces(outcome: ResearchOutcome, before: readonly GuardedPiece[]): GuardedPiece[] {
  const isFirst = !before.some(({ type }) => type === "passed");
  return listClaims(outcome).map(({ text, citations }, at) => {
    const gap = at > 0 ? "\n" : isFirst ? "" : "\n\n";
    return { type: "passed", text: gap + text, outcome: 0, citations, how: "answer" };
  });
}

/**
 * The answer to a prompt that asks nothing of the world: told the preamble, and the workspace. Throws
 * ModelError.
 */
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
  return { text, model: model.id, citations: [], unverified_sentences: [] };
}
