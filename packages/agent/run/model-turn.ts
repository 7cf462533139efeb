import { loadOnce } from "@plumbline/core/loading/load-once.ts";
import { findDishonestJson } from "@plumbline/core/tool/arguments.ts";
import type { Tool } from "@plumbline/core/tool/tool.ts";
import type { GuardedPiece, Sentence } from "@plumbline/grounding/guard";
import type {
  AssistantMessage,
  FinishReason,
  Model,
  ModelRequest,
  ModelUsage,
  ToolCall,
} from "../model/model.ts";
import { type Chunk, PARAGRAPH, type Told } from "./chunk.ts";
import type { OutsideText } from "./outside-text.ts";
import type { ResearchOfRun } from "./research-of-run.ts";

const loadGuard = loadOnce(() => import("@plumbline/grounding/guard"));

/** The rest of a turn once its text has gone out. */
export interface ModelTurn {
  message: AssistantMessage;
  reason: FinishReason;
  usage: ModelUsage;
  /** The turn said something that a citation supports. */
  supported: boolean;
}

/** The state of the run before the turn. */
export interface SaidBefore {
  research: ResearchOfRun;
  outside: OutsideText;
  refusedWrites: RefusedWrites;
}

/**
 * One turn of the model as the client may read it: as it comes, or, once a research outcome has entered the
 * run, sentence by sentence through the guard. Behind a refused write no sentence passes that says that it
 * was carried out. Throws ModelError.
 */
export async function* runModelTurn(
  model: Model,
  request: ModelRequest,
  before: SaidBefore,
): AsyncGenerator<Told, ModelTurn> {
  const { research, outside } = before;
  const said = { supported: false, exempt: false, withheld: false };
  const told = await textTold(before, said);
  const text = outside.isRead && !research.grounded ? await withoutForeign(told, outside) : told;
  yield PARAGRAPH;
  for await (const event of model.stream(request)) {
    if (event.type === "text") yield* text.push(event.text);
    else if (event.type === "finish") {
      yield* text.end();
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

/** Decides, as a turn's text is written, which of it may go out. */
interface TextTold {
  push(delta: string): Chunk[];
  end(): Chunk[];
}

async function textTold(
  { research, refusedWrites }: SaidBefore,
  said: { supported: boolean; exempt: boolean; withheld: boolean },
): Promise<TextTold> {
  if (research.grounded) {
    const guarded = await research.guardedTurn();
    const told = (pieces: readonly GuardedPiece[]) =>
      pieces.map((written) => {
        const piece = withoutContradiction(written, refusedWrites);
        if (piece.type === "withheld") said.withheld = true;
        else said[piece.citations.length > 0 ? "supported" : "exempt"] = true;
        if (said.supported) research.answered();
        return pieceChunk(piece, research);
      });
    return { push: (delta) => told(guarded.push(delta)), end: () => told(guarded.end()) };
  }
  if (!refusedWrites.any) return { push: (text) => [{ type: "text_delta", text }], end: () => [] };
  const { SentenceStream } = await loadGuard();
  const stream = new SentenceStream();
  const told = (sentences: readonly Sentence[]) =>
    sentences.map((sentence) => sentenceChunk(sentence, refusedWrites));
  return { push: (delta) => told(stream.push(delta)), end: () => told(stream.end()) };
}

/** After a stranger's words, no address leaves that the user did not name: it could carry data away. */
async function withoutForeign(told: TextTold, outside: OutsideText): Promise<TextTold> {
  const addresses = await outside.addressStream();
  const passed = (text: string) => (text === "" ? [] : told.push(text));
  return {
    push: (delta) => passed(addresses.push(delta)),
    end: () => [...passed(addresses.end()), ...told.end()],
  };
}

function withoutContradiction(piece: GuardedPiece, refusedWrites: RefusedWrites): GuardedPiece {
  if (piece.type === "withheld") return piece;
  const cited = piece.citations.length > 0;
  return refusedWrites.contradictedBy(piece.text, { cited }) ? contradicting(piece.text) : piece;
}

function sentenceChunk({ text, before }: Sentence, refusedWrites: RefusedWrites): Chunk {
  if (!refusedWrites.contradictedBy(text)) return { type: "text_delta", text: before + text };
  const { verdict, reason } = contradicting(text);
  return { type: "unverified", text, verdict, reason };
}

function contradicting(text: string): Extract<GuardedPiece, { type: "withheld" }> {
  const reason = "The call was refused: nothing shows that it was carried out.";
  return { type: "withheld", text: text.trim(), verdict: "unsupported", reason };
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
  if (!("arguments" in call) || findDishonestJson(call.arguments) === undefined) return call;
  const { arguments: _unusable, ...named } = call;
  return { ...named, malformed: "" };
}

/** Words of a sentence that claims that something was carried out. */
const CARRIED_OUT =
  /(?<!\p{L})(?:sent|posted|published|delivered|shared|tweeted|created|added|saved|updated|upserted|scheduled|booked|invited|submitted|filed|written|recorded|stored|subscribed|done|completed?|succeeded|success|successful(?:ly)?|went (?:out|through|live)|gone (?:out|through|live)|all set|it worked|gesendet|verschickt|veröffentlicht|erstellt|angelegt|erledigt|enviad[oa]|publicad[oa]|cread[oa]|envoyée?|publiée?|créée?)(?!\p{L})/giu;
/** Ahead of the claim these take it back, or put it off. */
const NOT_YET =
  /(?<!\p{L})(?:not|\p{L}+n['’]t|never|nothing|none|no|unable|fail\p{L}*|refus\p{L}+|reject\p{L}+|den(?:y|ied)|block\p{L}*|could|cannot|can|would|will|may|might|should|must|once|if|before|until|when|whether|unless|after|to be|want|need|please|try|again|retry|instead of|without|nicht|kein\p{L}*|konnte|wenn|no se|pas|ne)(?!\p{L})/iu;

/** People's words for the thing that a tool makes, by a word of the tool's name. */
const THINGS: Readonly<Record<string, string>> = {
  dm: "message|dm",
  channel: "message|channel|post",
  email: "e-?mail|mail|message",
  page: "page|note|entry",
  contact: "contact|record",
  issue: "issue|ticket|task",
  microblog: "post|tweet",
  network: "post",
  calendar: "event|meeting|invitation|invite|appointment",
  http: "request|webhook|data",
  rss: "subscription|feed",
  watch: "watch|subscription",
};

/** Names of tools, by how their last write ended. */
export interface RefusedWritesState {
  refused: readonly string[];
  made: readonly string[];
}

/**
 * The writes of a run that were refused, and not made since. A refusal is the last word on its tool: what a
 * model says behind it must not claim that the call was carried out.
 */
export class RefusedWrites {
  readonly #refused: Set<string>;
  readonly #made: Set<string>;

  /** `state`: of the run's first part, where this one goes on. */
  constructor({ refused, made }: RefusedWritesState = { refused: [], made: [] }) {
    this.#refused = new Set(refused);
    this.#made = new Set(made);
  }

  get state(): RefusedWritesState {
    return { refused: [...this.#refused], made: [...this.#made] };
  }

  /** Takes what became of a call; of a tool that only reads nothing is kept. */
  enter({ name, effect }: Pick<Tool, "name" | "effect">, ok: boolean): void {
    if (effect !== "write") return;
    if (ok) {
      this.#refused.delete(name);
      this.#made.add(name);
    } else if (!this.#made.has(name)) this.#refused.add(name);
  }

  get any(): boolean {
    return this.#refused.size > 0;
  }

  /**
   * Returns whether a sentence says that a refused write was carried out. Where others were made, and where a
   * source says the sentence (`cited`), only one that names what the refused write makes.
   */
  contradictedBy(sentence: string, { cited = false } = {}): boolean {
    if (!this.any) return false;
    const claims = [...sentence.matchAll(CARRIED_OUT)].some(
      ({ index }) => !NOT_YET.test(sentence.slice(0, index)),
    );
    if (!claims) return false;
    const named = (names: ReadonlySet<string>) =>
      [...names].some((name) => thingsOf(name)?.test(sentence) === true);
    return (!cited && this.#made.size === 0) || (named(this.#refused) && !named(this.#made));
  }
}

function thingsOf(name: string): RegExp | undefined {
  const things = name.split(/[_:]/).flatMap((word) => THINGS[word] ?? []);
  if (things.length === 0) return undefined;
  return new RegExp(`(?<!\\p{L})(?:${things.join("|")})s?(?!\\p{L})`, "iu");
}
