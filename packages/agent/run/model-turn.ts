import { dishonestJson } from "@plumbline/core/tool/honest-json.ts";
import type { GuardedPiece } from "@plumbline/grounding/guard";
import type {
  AssistantMessage,
  FinishReason,
  Model,
  ModelRequest,
  ModelUsage,
  ToolCall,
} from "../model/model.ts";
import type { Chunk } from "./chunk.ts";
import { PARAGRAPH, type Told } from "./in-paragraphs.ts";
import type { ResearchOfRun } from "./research-of-run.ts";

/** What is left of a turn once its text has been told. */
export interface ModelTurn {
  message: AssistantMessage;
  reason: FinishReason;
  usage: ModelUsage;
  /** Something borne out by a citation was said. */
  supported: boolean;
}

/**
 * One turn of the model as the client may read it: as it comes, or, once a research outcome has entered the run, sentence by sentence
 * through the guard. Throws ModelError.
 */
export async function* modelTurn(
  model: Model,
  request: ModelRequest,
  research: ResearchOfRun,
): AsyncGenerator<Told, ModelTurn> {
  const guarded = research.grounded ? (await research.guard()).text() : undefined;
  const said = { supported: false, exempt: false, withheld: false };
  const told = (pieces: readonly GuardedPiece[]) =>
    pieces.map((piece) => {
      if (piece.type === "withheld") said.withheld = true;
      else said[piece.citations.length > 0 ? "supported" : "exempt"] = true;
      if (said.supported) research.answered();
      return pieceChunk(piece, research);
    });
  yield PARAGRAPH;
  for await (const event of model.stream(request)) {
    if (event.type === "text") {
      if (guarded) yield* told(guarded.push(event.text));
      else yield { type: "text_delta", text: event.text };
    } else if (event.type === "finish") {
      if (guarded) yield* told(guarded.end());
      const { reason, usage } = event;
      const message = withHonestCalls(event.message);
      const isLast = (message.toolCalls ?? []).length === 0;
      // "The sources do not say." is an answer, unless something was withheld beside it.
      if (isLast && said.exempt && !said.withheld) research.answered();
      return { message, reason, usage, supported: said.supported };
    }
  }
  throw new Error("The model's turn has no end.");
}

function pieceChunk(piece: GuardedPiece, research: ResearchOfRun): Chunk {
  if (piece.type === "withheld") {
    const { text, verdict, reason } = piece;
    return { type: "unverified", text, verdict, reason };
  }
  const { text, citations, outcome, quote } = piece;
  const rests = quote === undefined ? {} : { quote };
  return { type: "text_delta", text, citations, ...rests, ...research.sourceOf(outcome) };
}

/** Arguments nested so deep that they could not be shown, checked or sent back are as good as none. */
function withHonestCalls(message: AssistantMessage): AssistantMessage {
  if (!message.toolCalls) return message;
  return { ...message, toolCalls: message.toolCalls.map(honest) };
}

function honest(call: ToolCall): ToolCall {
  if (!("arguments" in call) || dishonestJson(call.arguments) === undefined) return call;
  const { arguments: _unusable, ...named } = call;
  return { ...named, malformed: "" };
}
