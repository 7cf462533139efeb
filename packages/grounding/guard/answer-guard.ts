import type { ResearchOutcome } from "../research/outcome.ts";
import { firstUnsupported } from "./check-prose.ts";
import { type Evidence, evidenceOf } from "./evidence.ts";
import { GuardedText } from "./guarded-text.ts";
import { reasonText, type Verdict } from "./judgement.ts";
import { tornSentence } from "./torn-sentence.ts";
import { type VerifiedSentence, verifyAgainst } from "./verify.ts";

/** A sentence that may not be sent, and why. */
export interface Invented {
  sentence: string;
  verdict: Verdict;
  reason: string;
}

/**
 * What stands between a model and whoever reads it, once something was researched. It is imported then and not before, as most runs
 * never need it.
 */
export class AnswerGuard {
  readonly #outcomes: readonly ResearchOutcome[];
  readonly #said: readonly string[];
  readonly #evidence: Evidence;

  /** `outcomes`: one of them must bear out a sentence. `said`: the user's own messages. */
  constructor(outcomes: readonly ResearchOutcome[], said: readonly string[]) {
    this.#outcomes = outcomes;
    this.#said = said;
    this.#evidence = evidenceOf(outcomes, said);
  }

  /** For an answer as it is written. */
  text(): GuardedText {
    return new GuardedText(this.#evidence);
  }

  /** For a text that is whole: each sentence, whether it may leave or not. */
  verify(text: string): VerifiedSentence[] {
    return verifyAgainst(text, this.#evidence);
  }

  /** The first sentence in the texts of a JSON value that neither research nor the user bears out. */
  inventedIn(prose: unknown): Invented | undefined {
    const found = firstUnsupported(prose, this.#evidence);
    if (found) {
      const { sentence, judgement } = found;
      return { sentence, verdict: judgement.verdict, reason: reasonText(judgement) };
    }
    const sentence = tornSentence(prose, this.#outcomes, this.#said, this.#evidence);
    if (sentence === undefined) return undefined;
    return { sentence, verdict: "unclear", reason: "A source says it only as a part of a longer sentence." };
  }
}
