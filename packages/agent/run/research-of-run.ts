import type { DispatchResult } from "@plumbline/core/dispatch/dispatch-result.ts";
import { listAnswer, nameSubject } from "@plumbline/grounding";
import type {
  AnswerGuard,
  AnswerMemory,
  AskSupport,
  GuardedPiece,
  Unsupported,
} from "@plumbline/grounding/guard";
import { type ResearchOutcome, researchOutcomeSchema } from "@plumbline/grounding/outcome";
import { loadGuard } from "../load-guard.ts";
import { type OutputItem, PARAGRAPH } from "./chunk.ts";

/** An outcome and the ID of the call that produced it. */
export interface RecordedOutcome {
  toolUseId: string;
  outcome: ResearchOutcome;
}

/** Filters the text of a turn while it is being written. */
export interface GuardedTurn {
  push(delta: string): GuardedPiece[];
  end(): GuardedPiece[] | Promise<GuardedPiece[]>;
}

/** Research state of a run's first part. */
export interface ResearchState {
  grounded: boolean;
  entered: readonly RecordedOutcome[];
  /** Calls whose outcomes the model has not answered from yet. */
  unanswered: readonly string[];
  /** A refusal to show at the end, unless later research succeeds. */
  held?: string | undefined;
  /** Number of outcomes that the model had before its first turn. Defaults to 1. */
  given?: number | undefined;
}

/** Shown instead of an answer of which every sentence was withheld. */
export const NOTHING_SUPPORTED =
  "No sentence of the answer is supported by what this conversation has found. Ask the whole question, with the name of the person or thing.";

/** Maximum number of searches per run that check writes. */
export const MAX_CHECKS = 2;
/** Maximum number of characters of records used as evidence. Keeps the latest. */
const MAX_RECORDED = 50_000;

/** The research outcomes of a run. From the first outcome on, even a refusal, the run is grounded. */
export class ResearchOfRun {
  readonly #said: readonly string[];
  readonly #entered: RecordedOutcome[];
  #guard: AnswerGuard | undefined;
  #memory: AnswerMemory | undefined;
  #grounded: boolean;
  /** Outcomes that the model has not answered from yet. */
  #unanswered: RecordedOutcome[];
  #held: string | undefined;
  readonly #given: number;
  readonly #scoped: boolean;
  /** Outcomes of earlier turns and of checks. They are evidence, but the model has not read them. */
  readonly #known: (RecordedOutcome & { told?: true })[];
  /** Texts that reading tools have returned. */
  readonly #records: string[] = [];
  /** Links that writes of the run have returned. */
  readonly #ownLinks: string[] = [];
  #checks = 0;
  /** Number of tokens that a reader used for these outcomes. */
  readonly readerUsage = { inputTokens: 0, outputTokens: 0 };

  /**
   * `said` are the user's own messages. `state` is that of the run's first part if this run resumes it.
   * `guarded` is set for a remark about a grounded answer, so that the model may not state facts before any
   * research. `known` are the outcomes of earlier turns.
   */
  constructor(
    said: readonly string[],
    state?: ResearchState,
    {
      guarded = false,
      scoped = false,
      known = [],
    }: { guarded?: boolean; scoped?: boolean; known?: readonly RecordedOutcome[] } = {},
  ) {
    this.#scoped = scoped;
    this.#known = [...known];
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

  /** Outcomes that the model had before its first turn. */
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

  /** True if sentences that state facts are judged in every turn, because something was found. */
  get judgesFacts(): boolean {
    return this.#scoped || this.#entered.length + this.#known.length > 0;
  }

  /** Creates the guard for all outcomes and records so far. */
  async guard(): Promise<AnswerGuard> {
    const { AnswerGuard } = await loadGuard();
    const found = [...this.#entered, ...this.#known].map(({ outcome }) => outcome);
    const answering = this.#unanswered.map(({ outcome }) => outcome);
    const ofTurn = this.#entered.map(({ outcome }) => outcome);
    this.#guard ??= new AnswerGuard(found, this.#said, {
      records: this.#records,
      ownLinks: this.#ownLinks,
      answering,
      ofTurn,
    });
    return this.#guard;
  }

  /** Adds text that a reading tool returned, which a sentence may repeat. */
  record(texts: readonly string[]): void {
    this.#records.push(...texts);
    let size = this.#records.reduce((sum, { length }) => sum + length, 0);
    while (size > MAX_RECORDED) size -= this.#records.shift()?.length ?? size;
    this.#guard = undefined;
  }

  /** Adds links that a write of the run returned, which a sentence may contain. */
  addOwnLinks(links: readonly string[]): void {
    if (links.length === 0) return;
    this.#ownLinks.push(...links);
    this.#guard = undefined;
  }

  /** Counts one more search that checks a write. Returns `false` at the limit. */
  takeCheck(): boolean {
    return this.#checks++ < MAX_CHECKS;
  }

  /** Adds the outcome of a search that checks a write. Returns `undefined` if the search produced none. */
  addCheckOutcome(toolUseId: string, result: unknown): ResearchOutcome | undefined {
    const outcome = researchOutcomeSchema.safeParse(result).data;
    if (outcome?.ok) this.#known.push({ toolUseId, outcome });
    this.#guard = undefined;
    return outcome;
  }

  /** Returns the cited outcome if it has not been reported yet. */
  takeUnreported(index: number | null): RecordedOutcome | undefined {
    const known = index === null ? undefined : this.#known[index - this.#entered.length];
    if (known === undefined || known.told) return undefined;
    known.told = true;
    return known;
  }

  /**
   * Creates the filter for a turn. It drops repetitions of earlier turns. `ask` asks a reader at the end
   * about what the rules cannot decide.
   */
  async createGuardedTurn(ask?: AskSupport): Promise<GuardedTurn> {
    const { AnswerMemory } = await loadGuard();
    this.#memory ??= new AnswerMemory();
    const guard = await this.guard();
    const isScoped = !this.#grounded;
    if (ask) return guard.questioned(ask, this.#memory, { isScoped });
    return isScoped ? guard.scoped(this.#memory) : guard.text(this.#memory);
  }

  /**
   * Returns the sentences of a write that nothing supports. In a run that is not grounded, only sentences
   * that need a source are judged. If `ask` is given, a reader is asked about what the rules leave unclear.
   */
  async unsupportedIn(
    args: unknown,
    identifiers: readonly string[],
    ask?: AskSupport,
  ): Promise<Unsupported[]> {
    const guard = await this.guard();
    const scoped = !this.#grounded;
    if (ask === undefined) return guard.unsupportedIn(args, identifiers, { scoped });
    return guard.unsupportedByReader(ask, args, identifiers, { scoped });
  }

  /** Creates a function that formats an outcome for the model. Continues the numbers of earlier outcomes. */
  async createFormatter(outcome: ResearchOutcome): Promise<(maxChars: number) => string> {
    const { numberSentences, quoteOutcome } = await loadGuard();
    const before = this.outcomes.slice(0, this.outcomes.indexOf(outcome));
    const first = before.reduce((number, one) => number + numberSentences(one).length, 1);
    return (maxChars) => quoteOutcome(outcome, maxChars, first);
  }

  get outcomes(): readonly ResearchOutcome[] {
    return this.#entered.map(({ outcome }) => outcome);
  }

  /** Records that the model has answered from the outcomes so far. */
  markAnswered(): void {
    this.#unanswered = [];
  }

  /**
   * Yields the claims that answer unanswered outcomes verbatim, one per line, each outcome's answer first.
   * The findings thus survive a model that fails or invents facts.
   */
  *yieldUnansweredClaims(): Generator<OutputItem, void> {
    const unanswered = this.#unanswered;
    this.#unanswered = [];
    const said = new Set<string>();
    yield PARAGRAPH;
    for (const { toolUseId, outcome } of unanswered) {
      const source = this.#named(toolUseId);
      for (const claim of listAnswer(outcome)) {
        const text = nameSubject(claim);
        if (said.has(text)) continue;
        said.add(text);
        yield { type: "text_delta", text: `${text}\n`, citations: [...claim.citations], ...source };
      }
    }
  }

  /** Returns the call that produced an outcome, needed if a citation could belong to several outcomes. */
  getSource(index: number | null): { tool_use_id?: string } {
    const entered = index === null ? undefined : [...this.#entered, ...this.#known][index];
    return entered ? this.#named(entered.toolUseId) : {};
  }

  /**
   * Adds the result of a `grounded_research` call. Returns null if it failed without an outcome. `prompt` is
   * the text for which the research was done.
   */
  addResult(toolUseId: string, result: DispatchResult, prompt?: string): ResearchOutcome | null {
    this.#grounded = true;
    if (result.result === undefined) return null;
    const parsed = researchOutcomeSchema.parse(result.result);
    const outcome = prompt === undefined ? parsed : { ...parsed, query: prompt };
    this.readerUsage.inputTokens += outcome.reader?.input_tokens ?? 0;
    this.readerUsage.outputTokens += outcome.reader?.output_tokens ?? 0;
    const entered = { toolUseId, outcome };
    // A refused outcome supports nothing, but its query states what was searched.
    this.#entered.push(entered);
    this.#guard = undefined;
    if (outcome.ok) this.#unanswered.push(entered);
    return outcome;
  }

  #named(toolUseId: string): { tool_use_id?: string } {
    const cited = [...this.#entered, ...this.#known.filter(({ told }) => told)];
    return cited.filter(({ outcome }) => outcome.ok).length < 2 ? {} : { tool_use_id: toolUseId };
  }
}
