import type { DispatchResult } from "../dispatch/dispatch-result.ts";
import { firstUnsupported } from "../grounding/guard/check-prose.ts";
import { type Evidence, evidenceOf } from "../grounding/guard/evidence.ts";
import type { Verdict } from "../grounding/guard/judgement.ts";
import { tornSentence } from "../grounding/guard/torn-sentence.ts";
import { type ResearchOutcome, researchOutcomeSchema } from "../research/outcome.ts";
import { PARAGRAPH, type Told } from "./in-paragraphs.ts";

interface Entered {
  toolUseId: string;
  outcome: ResearchOutcome;
}

/** A sentence that may not be sent, and why. */
export interface Invented {
  sentence: string;
  verdict: Verdict;
  reason: string;
}

/** The research outcomes that have entered a run. From the first one on, an answer of a refused one too, the run is grounded. */
export class ResearchOfRun {
  readonly #said: readonly string[];
  readonly #entered: Entered[] = [];
  #evidence: Evidence | undefined;
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

  /** Of all outcomes together; a sentence must be borne out by one of them. Read when it is first asked for: most runs never do. */
  get evidence(): Evidence {
    this.#evidence ??= evidenceOf(this.outcomes, this.#said);
    return this.#evidence;
  }

  get outcomes(): readonly ResearchOutcome[] {
    return this.#entered.map(({ outcome }) => outcome);
  }

  /** The first sentence in the texts of a JSON value that neither research nor the user bears out. */
  inventedIn(prose: unknown): Invented | undefined {
    const found = firstUnsupported(prose, this.evidence);
    if (found) {
      const { verdict, reason } = found.judgement;
      return { sentence: found.sentence, verdict, reason };
    }
    const sentence = tornSentence(prose, this.outcomes, this.#said, this.evidence);
    if (sentence === undefined) return undefined;
    return { sentence, verdict: "unclear", reason: "A source says it only as a part of a longer sentence." };
  }

  /** The model has answered from what has come so far. */
  answered(): void {
    this.#unanswered = [];
  }

  /**
   * Every claim of every outcome that was not answered from, as it stands in its source, one a line: what was found is not lost with
   * a model that fails or makes things up.
   */
  *claimsUnlessAnswered(): Generator<Told, void> {
    const unanswered = this.#unanswered;
    this.#unanswered = [];
    yield PARAGRAPH;
    for (const { toolUseId, outcome } of unanswered) {
      const source = this.#named(toolUseId);
      for (const { claims } of outcome.sections)
        for (const { text, citation_index } of claims)
          yield { type: "text_delta", text: `${text}\n`, citations: [citation_index], ...source };
    }
  }

  /** The call that brought an outcome, to be told where there are several that a citation could be of. */
  sourceOf(index: number | null): { tool_use_id?: string } {
    const entered = index === null ? undefined : this.#entered[index];
    return entered ? this.#named(entered.toolUseId) : {};
  }

  /** Takes what a call of `grounded_research` gave; null when it failed before there was an outcome. `prompt`: what it was asked for. */
  enter(toolUseId: string, result: DispatchResult, prompt?: string): ResearchOutcome | null {
    this.#grounded = true;
    if (result.result === undefined) return null;
    const parsed = researchOutcomeSchema.parse(result.result);
    const outcome = prompt === undefined ? parsed : { ...parsed, query: prompt };
    if (outcome.ok) {
      const entered = { toolUseId, outcome };
      this.#entered.push(entered);
      this.#unanswered.push(entered);
      this.#evidence = undefined;
    }
    return outcome;
  }

  #named(toolUseId: string): { tool_use_id?: string } {
    return this.#entered.length < 2 ? {} : { tool_use_id: toolUseId };
  }
}
