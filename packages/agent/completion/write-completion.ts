import {
  type ConversationTurn,
  listAnswer,
  nameSubject,
  type ResearchEngine,
  writeSystemPrompt,
} from "@plumbline/grounding";
import type { AnswerGuard, GuardedPiece } from "@plumbline/grounding/guard";
import type { ResearchOutcome } from "@plumbline/grounding/outcome";
import { loadGuard } from "../load-guard.ts";
import { buildMessages, prepareGroundedTurns, readTurnText } from "../model/conversation.ts";
import type { Model, ModelRequest } from "../model/model.ts";
import { askSupport, reportSupport, type SupportReport } from "../reader/ask-support.ts";
import { NOTHING_SUPPORTED } from "../run/research-of-run.ts";

/** The request of `POST research/complete`. */
export interface CompletionRequest {
  prompt: string;
  conversation?: readonly ConversationTurn[] | undefined;
  /** Text that distinguishes the subject from a namesake. */
  context?: string | undefined;
  /** Maximum number of claims in the outcome. */
  max_claims?: number | undefined;
  /** Makes the outcome state what was searched and how each sentence scored. */
  explain?: boolean | undefined;
  requires_grounding?: true | undefined;
  workspace_context?: string | undefined;
}

/** A sentence of the model that no citation supports. */
export interface UnverifiedSentence {
  text: string;
  verdict: "unclear" | "unsupported";
  reason: string;
}

/**
 * A model's answer to a prompt. For a grounded prompt, `text` contains only sentences that passed the guard,
 * or otherwise the outcome's claims.
 */
export interface Completion {
  text: string;
  model: string;
  /** The sources of each part of the text, in order. Empty if there was no research. */
  citations: CitedSpan[];
  unverified_sentences: UnverifiedSentence[];
  /** Present only if a reader was asked about sentences that the rules leave unclear. */
  reader?: SupportReport;
}

type Bounds = Pick<ModelRequest, "deadline" | "signal" | "tenantId" | "span"> & {
  /** Asks its reader about what the rules leave unclear. */
  engine?: Pick<ResearchEngine, "support">;
};

/** Writes a completion from the outcome alone and passes it through the guard. Throws ModelError. */
export async function writeGroundedCompletion(
  model: Model,
  { prompt, conversation = [] }: CompletionRequest,
  outcome: ResearchOutcome,
  { engine = {}, ...bounds }: Bounds,
): Promise<Completion> {
  const turns = [...conversation, { role: "user", content: prompt }];
  const { AnswerGuard, quoteOutcome } = await loadGuard();
  const written = await readTurnText(model, {
    system: writeSystemPrompt({ grounded: true }),
    messages: buildMessages(await prepareGroundedTurns(turns), quoteOutcome(outcome)),
    ...bounds,
  });
  const said = turns.filter(({ role }) => role === "user").map(({ content }) => content);
  const guard = new AnswerGuard([outcome], said);
  const { pieces, reader } = await guardWhole(guard, written, { engine, ...bounds });
  const told = isAnswered(pieces) ? pieces : [...pieces, ...toClaimPieces(outcome, pieces)];
  return {
    ...writeCitedText(told, outcome),
    model: model.id,
    unverified_sentences: listUnverified(pieces),
    ...(reader && { reader }),
  };
}

function listUnverified(pieces: readonly GuardedPiece[]): UnverifiedSentence[] {
  return pieces.flatMap((piece) => {
    const { text } = piece;
    return piece.type === "passed" ? [] : [{ text, verdict: piece.verdict, reason: piece.reason }];
  });
}

/** Guards a whole text, and asks the engine's reader once about what the rules leave unclear. */
async function guardWhole(
  guard: AnswerGuard,
  text: string,
  { engine = {}, isScoped = false, ...bounds }: Bounds & { isScoped?: boolean },
): Promise<{ pieces: GuardedPiece[]; reader?: SupportReport }> {
  let reader: SupportReport | undefined;
  const ask = askSupport(engine, bounds, (reading) => {
    reader = reportSupport(reading);
  });
  const plain = isScoped ? guard.scoped() : guard.text();
  const guarded = ask ? guard.questioned(ask, undefined, { isScoped }) : plain;
  const pieces = [...guarded.push(text), ...(await guarded.end())];
  return { pieces, ...(reader && { reader }) };
}

/**
 * Returns whether the completion answers the prompt. "The sources do not say." is an answer, unless other
 * sentences were withheld.
 */
function isAnswered(pieces: readonly GuardedPiece[]): boolean {
  if (pieces.some((piece) => piece.type === "passed" && piece.citations.length > 0)) return true;
  return pieces.length > 0 && pieces.every(({ type }) => type === "passed");
}

/**
 * Returns the claims that answer, one per line with the best first, so that the findings survive a model that
 * invents facts.
 */
function toClaimPieces(outcome: ResearchOutcome, before: readonly GuardedPiece[]): GuardedPiece[] {
  const isFirst = !before.some(({ type }) => type === "passed");
  return listAnswer(outcome).map((claim, at) => {
    const gap = at > 0 ? "\n" : isFirst ? "" : "\n\n";
    const { citations } = claim;
    return { type: "passed", text: gap + nameSubject(claim), outcome: 0, citations, how: "answer" };
  });
}

/**
 * Answers a prompt that needs no facts about the world, using the preamble and the workspace context. Throws
 * ModelError.
 */
export async function writePlainCompletion(
  model: Model,
  { prompt, conversation = [], context = "", workspace_context: workspaceContext }: CompletionRequest,
  bounds: Bounds,
): Promise<Completion> {
  const asked = context.trim() === "" ? prompt : `${prompt}\n\n${context.trim()}`;
  const text = await readTurnText(model, {
    system: writeSystemPrompt({ grounded: false, workspaceContext }),
    messages: buildMessages([...conversation, { role: "user", content: asked }]),
    ...bounds,
  });
  return { text, model: model.id, citations: [], unverified_sentences: [] };
}

/**
 * Answers a turn that needs no research. Checks sentences about what earlier turns `found` against those
 * findings. `found` is `undefined` for a remark about a grounded answer, such as "thanks": the reply may then
 * not state facts. Throws ModelError.
 */
export async function writeUngrounded(
  model: Model,
  request: CompletionRequest,
  {
    found,
    scoped,
    engine = {},
    ...bounds
  }: Bounds & { found: readonly ResearchOutcome[] | undefined; scoped: boolean },
): Promise<Completion> {
  const { prompt, conversation = [] } = request;
  const plain = await writePlainCompletion(model, request, bounds);
  if (found?.length === 0 && !scoped) return plain;
  const { AnswerGuard } = await loadGuard();
  const said = [...conversation, { role: "user", content: prompt }].filter(({ role }) => role === "user");
  const guard = new AnswerGuard(
    found ?? [],
    said.map(({ content }) => content),
  );
  const isScoped = found !== undefined;
  const { pieces, reader } = await guardWhole(guard, plain.text, { engine, ...bounds, isScoped });
  const text = pieces.map((piece) => (piece.type === "passed" ? piece.text : "")).join("");
  return {
    ...plain,
    ...(reader && { reader }),
    text: text.trim() === "" ? NOTHING_SUPPORTED : text,
    unverified_sentences: listUnverified(pieces),
  };
}

/** A sentence or quotation in a text, and its sources. */
export interface CitedSpan {
  /** UTF-16 offsets into the text. The citation marks come after `end`. */
  start: number;
  end: number;
  /** Indexes into the outcome's citations. */
  indexes: number[];
  /** The sentence of a source that supports a paraphrase. */
  quote?: string;
}

/**
 * Joins the pieces that passed the guard into one text. Adds a citation mark after each sentence for every
 * page that supports it: `… in 1815. [1][3]`. The number is the citation's index plus one.
 */
export function writeCitedText(
  pieces: readonly GuardedPiece[],
  { citations: sources }: Pick<ResearchOutcome, "citations">,
): { text: string; citations: CitedSpan[] } {
  let text = "";
  const citations: CitedSpan[] = [];
  for (const piece of pieces) {
    if (piece.type === "withheld") continue;
    const start = text.length + piece.text.length - piece.text.trimStart().length;
    text += piece.text;
    if (piece.citations.length === 0) continue;
    const end = text.trimEnd().length;
    const rest = text.slice(end);
    const indexes = [...piece.citations];
    const quote = piece.quote === undefined ? {} : { quote: piece.quote };
    citations.push({ start, end, indexes, ...quote });
    text = `${text.slice(0, end)} ${createMarks(indexes, sources)}${rest}`;
  }
  return { text, citations };
}

/** Creates one mark per page, even if several of its snippets support the sentence. */
function createMarks(indexes: readonly number[], sources: ResearchOutcome["citations"]): string {
  const urls = indexes.map((index) => sources[index]?.url);
  return indexes
    .filter((_, at) => urls.indexOf(urls[at]) === at)
    .map((index) => `[${index + 1}]`)
    .join("");
}
