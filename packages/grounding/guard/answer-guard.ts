import type { ResearchOutcome } from "../research/outcome.ts";
import { AnswerMemory } from "./answer-memory.ts";
import { type Evidence, evidenceOf } from "./evidence.ts";
import type { EvidenceSentence } from "./evidence-sentences.ts";
import { GuardedText } from "./guarded-text.ts";
import type { Verdict } from "./judgement.ts";
import { type AskSupport, QuestionedText } from "./reading/questioned-text.ts";
import type { RestsOn } from "./reading/rests-on.ts";
import { EvidenceNumbers } from "./selection/numbered-evidence.ts";
import { type VerifiedSentence, verifyAgainst } from "./verify.ts";
import { type WriteEvidence, writeEvidence } from "./writes/judge-line.ts";
import { judgeWrite } from "./writes/judge-write.ts";
import { nearestSentence } from "./writes/nearest-sentence.ts";

/** A sentence that may not be sent, and why. */
export interface Unsupported {
  /** Where it stands, such as "contacts.0.properties.company". */
  argument: string;
  sentence: string;
  verdict: Verdict;
  reason: string;
  /** The closest sentence of the evidence, with the number under which the model saw it. */
  nearest?: { number: number; text: string };
}

/**
 * The guard between a model and its readers, used once something was researched. It is imported only then, as
 * most runs never need it.
 */
export class AnswerGuard {
  readonly #outcomes: readonly ResearchOutcome[];
  readonly #said: readonly string[];
  readonly #evidence: Evidence;
  #numbers: EvidenceNumbers | undefined;
  #write: WriteEvidence | undefined;

  /** `outcomes`: one of them must support a sentence. `said`: the user's own messages. */
  constructor(outcomes: readonly ResearchOutcome[], said: readonly string[]) {
    this.#outcomes = outcomes;
    this.#said = said;
    this.#evidence = evidenceOf(outcomes, said);
  }

  /**
   * For an answer as it is written. `memory`: what earlier turns of the same answer said, under whatever
   * guard.
   */
  text(memory = new AnswerMemory()): GuardedText {
    return new GuardedText(this.#evidence, memory, this.#numbered);
  }

  /** The same, where a reader is asked at the end about what the rules leave unclear. */
  questioned(ask: AskSupport, memory = new AnswerMemory()): QuestionedText {
    const guard = (memory: AnswerMemory, restsOn?: RestsOn) =>
      new GuardedText(this.#evidence, memory, this.#numbered, restsOn);
    return new QuestionedText({ guard, sentences: this.#evidence.sentences, memory, ask });
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

  /**
   * Returns the sentences in a write's arguments that neither research nor the user says, in their order.
   * `identifiers` are the arguments that only name where the write goes and which thing is meant (see Tool of
   * the core).
   */
  unsupportedIn(args: unknown, identifiers: readonly string[] = []): Unsupported[] {
    this.#write ??= writeEvidence(this.#evidence, this.#said);
    return judgeWrite(args, identifiers, this.#write).map(
      ({ argument, sentence, verdict, reason, source }) => {
        const nearest = source ?? nearestSentence(sentence, this.#evidence.sentences);
        const number = nearest === null ? undefined : this.numberOf(nearest);
        const quote =
          nearest === null || number === undefined ? {} : { nearest: { number, text: nearest.text } };
        return { argument, sentence, verdict, reason: reason.text, ...quote };
      },
    );
  }
}
