import type { DispatchFailure, DispatchResult } from "@plumbline/core/dispatch/dispatch-result.ts";
import { loadOnce } from "@plumbline/core/loading/load-once.ts";
import { cutText } from "@plumbline/core/text/unicode.ts";
import type { Tool } from "@plumbline/core/tool/tool.ts";
import { listClaims, nameSubject } from "@plumbline/grounding";
import type {
  AnswerGuard,
  AnswerMemory,
  AskSupport,
  GuardedPiece,
  Unsupported,
} from "@plumbline/grounding/guard";
import { type ResearchOutcome, researchOutcomeSchema } from "@plumbline/grounding/outcome";
import { type Chunk, PARAGRAPH, type Told } from "./chunk.ts";

const loadGuard = loadOnce(() => import("@plumbline/grounding/guard"));

/** An outcome, and the call that brought it. */
export interface Entered {
  toolUseId: string;
  outcome: ResearchOutcome;
}

/** The text of a turn as it may be told. */
export interface GuardedTurn {
  push(delta: string): GuardedPiece[];
  end(): GuardedPiece[] | Promise<GuardedPiece[]>;
}

/** Research of a run's first part. */
export interface ResearchState {
  grounded: boolean;
  entered: readonly Entered[];
  /** Calls whose outcomes came after the last answer. */
  unanswered: readonly string[];
  /** A refusal that is shown at the end, unless research answers before. */
  held?: string | undefined;
  /** Counts the outcomes that the model had before its first turn; one unless told. */
  given?: number | undefined;
}

/**
 * The research outcomes that have entered a run. From the first one on, an answer of a refused one too, the
 * run is grounded.
 */
export class ResearchOfRun {
  readonly #said: readonly string[];
  readonly #entered: Entered[];
  #guard: AnswerGuard | undefined;
  #memory: AnswerMemory | undefined;
  #grounded: boolean;
  /** Those that came after the last answer. */
  #unanswered: Entered[];
  #held: string | undefined;
  readonly #given: number;
  /** Tokens that a reader took for the outcomes that entered. */
  readonly readerUsage = { inputTokens: 0, outputTokens: 0 };

  /**
   * `said`: the user's own messages. `state`: of the run's first part, where this one goes on. `guarded`: the
   * run answers a remark on a grounded answer, so that a model may say no fact before anything was
   * researched.
   */
  constructor(said: readonly string[], state?: ResearchState, guarded = false) {
    const { grounded = guarded, entered = [], unanswered = [], held, given = 1 } = state ?? {};
    this.#held = held;
    this.#given = given;
    this.#said = said;
    this.#grounded = grounded;
    this.#entered = [...entered];
    this.#unanswered = this.#entered.filter(({ toolUseId }) => unanswered.includes(toolUseId));
  }

  get state(): ResearchState {
    const unanswered = this.#unanswered.map(({ toolUseId }) => toolUseId);
    const [held, given] = [this.#held, this.#given];
    return { grounded: this.#grounded, entered: [...this.#entered], unanswered, held, given };
  }

  /** The outcomes that the model had before its first turn. */
  get given(): readonly ResearchOutcome[] {
    return this.outcomes.slice(0, this.#given);
  }

  /** Keeps a refusal back until the model has had its second search. */
  holdRefusal(reason: string): void {
    this.#held = reason;
  }

  /** False once a second search has found no answer either. */
  get maySearch(): boolean {
    return this.#held === undefined || this.#entered.length < 2 || this.outcomes.some(({ ok }) => ok);
  }

  /** Returns the refusal that was held back, once, where nothing has answered and nobody has shown it. */
  takeHeldRefusal(): string | undefined {
    const held = this.#held;
    this.#held = undefined;
    const isShown = this.outcomes.slice(1).some(({ refusal_reason }) => refusal_reason === held);
    return isShown || this.outcomes.some(({ ok }) => ok) ? undefined : held;
  }

  get grounded(): boolean {
    return this.#grounded;
  }

  /** By all outcomes that have come so far. */
  async guard(): Promise<AnswerGuard> {
    const { AnswerGuard } = await loadGuard();
    this.#guard ??= new AnswerGuard(this.outcomes, this.#said);
    return this.#guard;
  }

  /**
   * Guards a turn of the model: what the turns before it said is not said again. `ask`: asks a reader at the
   * end what the rules leave unclear.
   */
  async guardedTurn(ask?: AskSupport): Promise<GuardedTurn> {
    const { AnswerMemory } = await loadGuard();
    this.#memory ??= new AnswerMemory();
    const guard = await this.guard();
    return ask ? guard.questioned(ask, this.#memory) : guard.text(this.#memory);
  }

  /**
   * Puts an outcome that has entered into words for the model; its numbers go on behind those of the outcomes
   * before it.
   */
  async quoting(outcome: ResearchOutcome): Promise<(maxChars: number) => string> {
    const { numberSentences, quoteOutcome } = await loadGuard();
    const before = this.outcomes.slice(0, this.outcomes.indexOf(outcome));
    const first = before.reduce((number, one) => number + numberSentences(one).length, 1);
    return (maxChars) => quoteOutcome(outcome, maxChars, first);
  }

  get outcomes(): readonly ResearchOutcome[] {
    return this.#entered.map(({ outcome }) => outcome);
  }

  /** The model has answered from what has come so far. */
  answered(): void {
    this.#unanswered = [];
  }

  /**
   * Every claim of every outcome that was not answered from, as it stands in its source, one a line, each
   * outcome's answer first: what was found is not lost with a model that fails or makes things up.
   */
  *claimsUnlessAnswered(): Generator<Told, void> {
    const unanswered = this.#unanswered;
    this.#unanswered = [];
    const said = new Set<string>();
    yield PARAGRAPH;
    for (const { toolUseId, outcome } of unanswered) {
      const source = this.#named(toolUseId);
      for (const claim of listClaims(outcome)) {
        const text = nameSubject(claim);
        if (said.has(text)) continue;
        said.add(text);
        yield { type: "text_delta", text: `${text}\n`, citations: [...claim.citations], ...source };
      }
    }
  }

  /** The call that brought an outcome, to be told where there are several that a citation could be of. */
  sourceOf(index: number | null): { tool_use_id?: string } {
    const entered = index === null ? undefined : this.#entered[index];
    return entered ? this.#named(entered.toolUseId) : {};
  }

  /**
   * Takes what a call of `grounded_research` gave; null when it failed before there was an outcome. `prompt`:
   * what it was asked for.
   */
  enter(toolUseId: string, result: DispatchResult, prompt?: string): ResearchOutcome | null {
    this.#grounded = true;
    if (result.result === undefined) return null;
    const parsed = researchOutcomeSchema.parse(result.result);
    const outcome = prompt === undefined ? parsed : { ...parsed, query: prompt };
    this.readerUsage.inputTokens += outcome.reader?.input_tokens ?? 0;
    this.readerUsage.outputTokens += outcome.reader?.output_tokens ?? 0;
    const entered = { toolUseId, outcome };
    // A refused one supports nothing, and its query is what a denial says was searched.
    this.#entered.push(entered);
    this.#guard = undefined;
    if (outcome.ok) this.#unanswered.push(entered);
    return outcome;
  }

  #named(toolUseId: string): { tool_use_id?: string } {
    const cited = this.#entered.filter(({ outcome }) => outcome.ok);
    return cited.length < 2 ? {} : { tool_use_id: toolUseId };
  }
}

/** Sentences that a refusal names at most. */
const MOST_SENTENCES = 20;
const LONGEST_SHOWN = 300;

/** The result of a call that the loop itself refuses. */
export function refuseCall(tool: string, refusal_reason: string, next_step: string): DispatchFailure {
  return { ok: false, tool, refusal_reason, error_code: "validation", next_step, attempts: 0, elapsed_ms: 0 };
}

/**
 * In a grounded run no invented fact leaves through a tool: all that a write would say is judged before it is
 * sent. The result of a call that would say one, with every such sentence, what is wrong with it and the
 * number of the quote that comes nearest; `undefined` for a call that may be made.
 */
export async function stopInvention(
  tool: Tool,
  args: unknown,
  research: ResearchOfRun,
): Promise<DispatchFailure | undefined> {
  if (!research.grounded || tool.effect !== "write") return undefined;
  const guard = await research.guard();
  const found = guard.unsupportedIn(args, tool.identifiers);
  const [first] = found;
  if (first === undefined) return undefined;
  const sentences = found.slice(0, MOST_SENTENCES);
  return {
    ...refuseCall(
      tool.name,
      `The call was not made: ${first.argument} says something that the research does not support.`,
      nextStep(sentences, found.length - sentences.length),
    ),
    result: { ...first, sentences },
  };
}

function nextStep(sentences: readonly Unsupported[], more: number): string {
  const told = sentences.map(({ sentence, nearest }) => {
    const shown = `“${cutText(sentence, LONGEST_SHOWN)}”`;
    return nearest === undefined
      ? `${shown} (no quote comes near)`
      : `${shown} (nearest: quote ${nearest.number})`;
  });
  const rest = more > 0 ? ` and ${more} more` : "";
  return `Leave out, or put a whole sentence of the research outcome word for word in place of: ${told.join("; ")}${rest}.`;
}

/** So many words in a row are no accident. */
const RUN = 4;

/**
 * A refusal as text, word for word. Some quote what was sent ("There is no mailbox called …"): in a grounded
 * run one that would carry what the model made up is marked as that, since no invention leaves as text by
 * having itself refused.
 */
export async function tellRefusal(reason: string, args: unknown, research: ResearchOfRun): Promise<Chunk> {
  if (!research.grounded) return { type: "text_delta", text: reason };
  const words = wordsIn(reason);
  const runs = new Set([2, 3, RUN].flatMap((length) => runsOf(words, length)));
  const guard = await research.guard();
  const quoted = textsIn(args).find((text) => quotes(runs, text) && guard.unsupportedIn({ text }).length > 0);
  if (quoted === undefined) return { type: "text_delta", text: reason };
  const why = "The refusal quotes what the model wrote, and no source bears that out.";
  return { type: "unverified", text: reason, verdict: "unclear", reason: why };
}

function quotes(refused: ReadonlySet<string>, text: string): boolean {
  const words = wordsIn(text);
  return words.length > 1 && runsOf(words, Math.min(words.length, RUN)).some((run) => refused.has(run));
}

function runsOf(words: readonly string[], length: number): string[] {
  return words.slice(length - 1).map((_, at) => words.slice(at, at + length).join(" "));
}

/** In lower case and without the marks around them. */
function wordsIn(text: string): string[] {
  const words = text.toLowerCase().split(/\s+/);
  return words.flatMap((word) => /[\p{L}\p{N}](?:.*[\p{L}\p{N}])?/u.exec(word)?.[0] ?? []);
}

/** Every text at any depth, names of fields among them. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([name, inner]) => [name, ...textsIn(inner)]);
}
