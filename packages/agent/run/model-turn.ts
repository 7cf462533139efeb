import { findUnsafeJson } from "@plumbline/core/tool/arguments.ts";
import type { AskSupport, GuardedPiece, Sentence } from "@plumbline/grounding/guard";
import { loadGuard } from "../load-guard.ts";
import type {
  AssistantMessage,
  FinishReason,
  Model,
  ModelRequest,
  ModelUsage,
  ToolCall,
} from "../model/model.ts";
import type { AgentPorts } from "./agent-request.ts";
import { reportAgain } from "./before-the-model.ts";
import { type Chunk, type OutputItem, PARAGRAPH } from "./chunk.ts";
import type { OutsideText } from "./outside-text.ts";
import type { RefusedWrites } from "./refused-writes.ts";
import type { ResearchOfRun } from "./research-of-run.ts";

/** Result of a turn after its text was sent. */
export interface ModelTurn {
  message: AssistantMessage;
  reason: FinishReason;
  usage: ModelUsage;
  /** True if a citation supports some text of the turn. */
  supported: boolean;
}

/** State of the run before the turn. */
export interface TurnContext {
  ports: Pick<AgentPorts, "researchTool">;
  research: ResearchOfRun;
  outside: OutsideText;
  refusedWrites: RefusedWrites;
  /** Asks a reader about what the guard's rules cannot decide. Omitted if there is no reader. */
  ask?: AskSupport | undefined;
}

/**
 * Runs one turn of the model and yields its text. Once the run has a research outcome, the text passes
 * through the guard sentence by sentence. After a refused write, no sentence may claim that it was carried
 * out. Throws ModelError.
 */
export async function* runModelTurn(
  model: Model,
  request: ModelRequest,
  before: TurnContext,
): AsyncGenerator<OutputItem, ModelTurn> {
  const { research, outside } = before;
  const said = { supported: false, exempt: false, withheld: false };
  const told = await createTextFilter(before, said);
  const text = outside.isRead && !research.grounded ? await removeForeignAddresses(told, outside) : told;
  yield PARAGRAPH;
  for await (const event of model.stream(request)) {
    if (event.type === "text") yield* text.push(event.text);
    else if (event.type === "finish") {
      yield* await text.end();
      const { reason, usage } = event;
      const message = markUnsafeCalls(event.message);
      const isLast = (message.toolCalls ?? []).length === 0;
      // "The sources do not say." is an answer, unless other sentences were withheld.
      if (isLast && said.exempt && !said.withheld) research.markAnswered();
      return { message, reason, usage, supported: said.supported };
    }
  }
  throw new Error("The model's turn has no end.");
}

/** Filters the text of a turn while it is being written. */
interface TextFilter {
  push(delta: string): Chunk[];
  end(): Chunk[] | Promise<Chunk[]>;
}

async function createTextFilter(
  before: TurnContext,
  said: { supported: boolean; exempt: boolean; withheld: boolean },
): Promise<TextFilter> {
  const { research, refusedWrites } = before;
  if (research.grounded || research.judgesFacts) {
    const guarded = await research.createGuardedTurn(before.ask);
    const told = (pieces: readonly GuardedPiece[]) =>
      pieces.flatMap((written) => {
        const piece = checkWriteClaims(written, before);
        if (piece.type === "withheld") said.withheld = true;
        else said[piece.citations.length > 0 ? "supported" : "exempt"] = true;
        if (said.supported) research.markAnswered();
        const untold = piece.type === "passed" ? research.takeUnreported(piece.outcome) : undefined;
        return [...(untold ? reportAgain(before.ports, [untold]) : []), toPieceChunk(piece, research)];
      });
    return { push: (delta) => told(guarded.push(delta)), end: async () => told(await guarded.end()) };
  }
  if (!refusedWrites.any) return { push: (text) => [{ type: "text_delta", text }], end: () => [] };
  const { SentenceStream } = await loadGuard();
  const stream = new SentenceStream();
  const told = (sentences: readonly Sentence[]) =>
    sentences.map((sentence) => toSentenceChunk(sentence, refusedWrites));
  return { push: (delta) => told(stream.push(delta)), end: () => told(stream.end()) };
}

/**
 * Removes URLs and addresses that the user did not mention, once the run has read outside text. They could be
 * used to leak data.
 */
async function removeForeignAddresses(told: TextFilter, outside: OutsideText): Promise<TextFilter> {
  const addresses = await outside.createAddressStream();
  const passed = (text: string) => (text === "" ? [] : told.push(text));
  return {
    push: (delta) => passed(addresses.push(delta)),
    end: async () => [...passed(addresses.end()), ...(await told.end())],
  };
}

/** Checks a piece about the run's own writes against the results of these writes. */
function checkWriteClaims(piece: GuardedPiece, { refusedWrites, outside }: TurnContext): GuardedPiece {
  if (piece.type === "passed") {
    const cited = piece.citations.length > 0;
    return refusedWrites.isContradictedBy(piece.text, { cited }) ? createWithheldPiece(piece.text) : piece;
  }
  const { text } = piece;
  return refusedWrites.isReport(outside.removeOwnLinks(text), (word) => outside.wasSaid(word))
    ? { type: "passed", text, outcome: null, citations: [], how: "form" }
    : piece;
}

function toSentenceChunk({ text, before }: Sentence, refusedWrites: RefusedWrites): Chunk {
  if (!refusedWrites.isContradictedBy(text)) return { type: "text_delta", text: before + text };
  const { verdict, reason } = createWithheldPiece(text);
  return { type: "unverified", text, verdict, reason };
}

function createWithheldPiece(text: string): Extract<GuardedPiece, { type: "withheld" }> {
  const reason = "The call was refused; there is no sign that it was made.";
  return { type: "withheld", text: text.trim(), verdict: "unsupported", reason };
}

function toPieceChunk(piece: GuardedPiece, research: ResearchOfRun): Chunk {
  if (piece.type === "withheld") {
    const { text, verdict, reason } = piece;
    return { type: "unverified", text, verdict, reason };
  }
  const { text, citations, outcome, quote } = piece;
  const rests = quote === undefined ? {} : { quote };
  const cited = research.grounded || citations.length > 0 ? { citations } : {};
  return { type: "text_delta", text, ...cited, ...rests, ...research.getSource(outcome) };
}

/** Marks calls as malformed if their arguments are nested too deeply to be shown, checked or sent back. */
function markUnsafeCalls(message: AssistantMessage): AssistantMessage {
  if (!message.toolCalls) return message;
  return { ...message, toolCalls: message.toolCalls.map(markIfUnsafe) };
}

function markIfUnsafe(call: ToolCall): ToolCall {
  if (!("arguments" in call) || findUnsafeJson(call.arguments) === undefined) return call;
  const { arguments: _unusable, ...named } = call;
  return { ...named, malformed: "" };
}
