import type { DispatchResult } from "@plumbline/core/dispatch/dispatch-result.ts";
import { listClaims } from "@plumbline/grounding";
import type { AnswerGuard, AnswerMemory } from "@plumbline/grounding/guard";
import { type ResearchOutcome, researchOutcomeSchema } from "@plumbline/grounding/outcome";
import { PARAGRAPH, type Told } from "./chunk.ts";

interface Entered {
  toolUseId: string;
  outcome: ResearchOutcome;
}

/**
 * The research outcomes that have entered a run. From the first one on, an answer of a refused one too, the
 * run is grounded.
 */
export class ResearchOfRun {
  readonly #said: readonly string[];
  readonly #entered: Entered[] = [];
  #guard: AnswerGuard | undefined;
  #memory: AnswerMemory | undefined;
  #grounded = false;
  /** Those that came after the last answer. */
  #unanswered: Entered[] = [];

  /** `said`: the user's own messages. */
  constructor(said: readonly string[]) {
    this.#said = said;
  }

  get grounded(): boolean {
    return this.#grounded;
  }

  /** By all outcomes that have come so far. */
  async guard(): Promise<AnswerGuard> {
    const { AnswerGuard } = await import("@plumbline/grounding/guard");
    this.#guard ??= new AnswerGuard(this.outcomes, this.#said);
    return this.#guard;
  }

  /** Guards a turn of the model: what the turns before it said is not said again. */
  async guardedTurn(): Promise<ReturnType<AnswerGuard["text"]>> {
    const { AnswerMemory } = await import("@plumbline/grounding/guard");
    this.#memory ??= new AnswerMemory();
    return (await this.guard()).text(this.#memory);
  }

  /**
   * Puts an outcome that has entered into words for the model; its numbers go on behind those of the outcomes
   * before it.
   */
  async quoting(outcome: ResearchOutcome): Promise<(maxChars: number) => string> {
    const { numberedSentences, quotedOutcome } = await import("@plumbline/grounding/guard");
    const before = this.outcomes.slice(0, this.outcomes.indexOf(outcome));
    const first = before.reduce((number, one) => number + numberedSentences(one).length, 1);
    return (maxChars) => quotedOutcome(outcome, maxChars, first);
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
      for (const { text, citations } of listClaims(outcome)) {
        if (said.has(text)) continue;
        said.add(text);
        yield { type: "text_delta", text: `${text}\n`, citations: [...citations], ...source };
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
