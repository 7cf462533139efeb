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

/** An outcome and the ID of the call that produced it. */
export interface Entered {
  toolUseId: string;
  outcome: ResearchOutcome;
}

/** Filters the text of a turn while it is written. */
export interface GuardedTurn {
  push(delta: string): GuardedPiece[];
  end(): GuardedPiece[] | Promise<GuardedPiece[]>;
}

/** Research state from a run's first part. */
export interface ResearchState {
  grounded: boolean;
  entered: readonly Entered[];
  /** Calls whose outcomes have not been answered yet. */
  unanswered: readonly string[];
  /** A refusal to show at the end, unless later research succeeds. */
  held?: string | undefined;
  /** Number of outcomes that the model had before its first turn. Defaults to 1. */
  given?: number | undefined;
}

/** The research outcomes of a run. From the first outcome on, even a refusal, the run is grounded. */
export class ResearchOfRun {
  readonly #said: readonly string[];
  readonly #entered: Entered[];
  #guard: AnswerGuard | undefined;
  #memory: AnswerMemory | undefined;
  #grounded: boolean;
  /** Outcomes that have not been answered yet. */
  #unanswered: Entered[];
  #held: string | undefined;
  readonly #given: number;
  /** Tokens that a reader used for these outcomes. */
  readonly readerUsage = { inputTokens: 0, outputTokens: 0 };

  /**
   * `said` are the user's own messages. `state` is that of the run's first part if this one resumes it.
   * `guarded` is set for a remark about a grounded answer, so that the model may not state facts before any
   * research.
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

  /** Holds back a refusal until the model has searched a second time. */
  holdRefusal(reason: string): void {
    this.#held = reason;
  }

  /** False after a second search without an answer. */
  get maySearch(): boolean {
    return this.#held === undefined || this.#entered.length < 2 || this.outcomes.some(({ ok }) => ok);
  }

  /** Returns the held refusal once, unless research has succeeded or the refusal was shown. */
  takeHeldRefusal(): string | undefined {
    const held = this.#held;
    this.#held = undefined;
    const isShown = this.outcomes.slice(1).some(({ refusal_reason }) => refusal_reason === held);
    return isShown || this.outcomes.some(({ ok }) => ok) ? undefined : held;
  }

  get grounded(): boolean {
    return this.#grounded;
  }

  /** Returns the guard for all outcomes so far. */
  async guard(): Promise<AnswerGuard> {
    const { AnswerGuard } = await loadGuard();
    this.#guard ??= new AnswerGuard(this.outcomes, this.#said);
    return this.#guard;
  }

  /**
   * Returns the guard for a turn. It drops repetitions of earlier turns. `ask` asks a reader at the end about
   * what the rules leave unclear.
   */
  async guardedTurn(ask?: AskSupport): Promise<GuardedTurn> {
    const { AnswerMemory } = await loadGuard();
    this.#memory ??= new AnswerMemory();
    const guard = await this.guard();
    return ask ? guard.questioned(ask, this.#memory) : guard.text(this.#memory);
  }

  /**
   * Returns a function that formats an outcome for the model. Its numbers continue after those of earlier
   * outcomes.
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

  /** Records that the model has answered from the outcomes so far. */
  answered(): void {
    this.#unanswered = [];
  }

  /**
   * Yields every claim of unanswered outcomes verbatim, one per line, each outcome's answer first. The
   * findings thus survive a model that fails or invents facts.
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

  /** Returns the call that produced an outcome, needed if a citation could belong to several. */
  sourceOf(index: number | null): { tool_use_id?: string } {
    const entered = index === null ? undefined : this.#entered[index];
    return entered ? this.#named(entered.toolUseId) : {};
  }

  /**
   * Adds the result of a `grounded_research` call. Returns null if it failed without an outcome. `prompt` is
   * what the research was for.
   */
  enter(toolUseId: string, result: DispatchResult, prompt?: string): ResearchOutcome | null {
    this.#grounded = true;
    if (result.result === undefined) return null;
    const parsed = researchOutcomeSchema.parse(result.result);
    const outcome = prompt === undefined ? parsed : { ...parsed, query: prompt };
    this.readerUsage.inputTokens += outcome.reader?.input_tokens ?? 0;
    this.readerUsage.outputTokens += outcome.reader?.output_tokens ?? 0;
    const entered = { toolUseId, outcome };
    // A refused outcome supports nothing, but its query is needed to state what was searched.
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

/** Limit of sentences listed in a refusal. */
const MOST_SENTENCES = 20;
const LONGEST_SHOWN = 300;

/** Returns the result of a call that the agent loop itself refuses. */
export function refuseCall(tool: string, refusal_reason: string, next_step: string): DispatchFailure {
  return { ok: false, tool, refusal_reason, error_code: "validation", next_step, attempts: 0, elapsed_ms: 0 };
}

/**
 * Checks all text of a write before it is sent, so that a grounded run cannot send invented facts through a
 * tool. Returns a refusal with every unsupported sentence, its problem and the number of the closest quote.
 * Returns `undefined` if the call may be made.
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

/** This many consecutive words are no coincidence. */
const RUN = 4;

/**
 * Returns a refusal's reason as text. Some reasons quote the arguments ("There is no mailbox called …"). In a
 * grounded run, a reason that would repeat an invention of the model is marked as unverified, so that
 * refusals cannot leak inventions.
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

/** Splits text into lower-case words without surrounding punctuation. */
function wordsIn(text: string): string[] {
  const words = text.toLowerCase().split(/\s+/);
  return words.flatMap((word) => /[\p{L}\p{N}](?:.*[\p{L}\p{N}])?/u.exec(word)?.[0] ?? []);
}

/** Returns every text at any depth, including field names. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([name, inner]) => [name, ...textsIn(inner)]);
}
