import type { ResearchOutcome } from "../research/outcome.ts";
import { AnswerMemory } from "./answer-memory.ts";
import { firstUnsupported } from "./check-prose.ts";
import { type Evidence, evidenceOf } from "./evidence.ts";
import type { EvidenceSentence } from "./evidence-sentences.ts";
import { GuardedText } from "./guarded-text.ts";
import { reasonText, type Verdict } from "./judgement.ts";
import { EvidenceNumbers } from "./selection/numbered-evidence.ts";
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
  #numbers: EvidenceNumbers | undefined;

  /** `outcomes`: one of them must bear out a sentence. `said`: the user's own messages. */
  constructor(outcomes: readonly ResearchOutcome[], said: readonly string[]) {
    this.#outcomes = outcomes;
    this.#said = said;
    this.#evidence = evidenceOf(outcomes, said);
  }

  /** For an answer as it is written. `memory`: what earlier turns of the same answer said, under whatever guard. */
  text(memory = new AnswerMemory()): GuardedText {
    return new GuardedText(this.#evidence, memory, this.#numbered);
  }

  /** The number under which the model was shown a sentence of the evidence. */
  numberOf(sentence: EvidenceSentence): number | undefined {
    return this.#numbered.numberOf(sentence);
  }

  get #numbered(): EvidenceNumbers {
    this.#numbers ??= new EvidenceNumbers(this.#outcomes, this.#evidence.sentences);
    return this.#numbers;
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
