import type { ResearchOutcome } from "../research/outcome.ts";
import { splitSentences } from "../text/tokens.ts";
import { AnswerMemory } from "./answer-memory.ts";
import { type Evidence, evidenceOf } from "./evidence.ts";
import type { EvidenceSentence } from "./evidence-sentences.ts";
import { GuardedText } from "./guarded-text.ts";
import type { Verdict } from "./judgement.ts";
import { SourceNeed } from "./needs-source.ts";
import { OwnWords } from "./own-words.ts";
import { type AskSupport, QuestionedText } from "./reading/questioned-text.ts";
import type { RestsOn } from "./reading/rests-on.ts";
import { ScopedText } from "./scoped-text.ts";
import { EvidenceNumbers } from "./selection/numbered-evidence.ts";
import { type VerifiedSentence, verifyAgainst } from "./verify.ts";
import { type WriteEvidence, writeEvidence } from "./writes/judge-line.ts";
import { judgeWrite } from "./writes/judge-write.ts";
import { nearestSentence } from "./writes/nearest-sentence.ts";
import { statedIn } from "./writes/user-statements.ts";

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
  readonly #records: OwnWords;
  readonly #own: OwnWords;
  #numbers: EvidenceNumbers | undefined;
  #write: WriteEvidence | undefined;

  /**
   * `outcomes`: one of them must support a sentence. `said`: the user's own messages. `records`: texts of the
   * user's own that tools have answered.
   */
  constructor(
    outcomes: readonly ResearchOutcome[],
    said: readonly string[],
    records: readonly string[] = [],
  ) {
    this.#outcomes = outcomes;
    this.#said = said;
    this.#evidence = evidenceOf(outcomes, said);
    this.#records = new OwnWords(records);
    this.#own = new OwnWords([...records, ...statedIn(said)]);
  }

  /**
   * For an answer as it is written. `memory`: what earlier turns of the same answer said, under whatever
   * guard.
   */
  text(memory = new AnswerMemory()): GuardedText {
    return new GuardedText(this.#evidence, memory, { numbers: this.#numbered, records: this.#records });
  }

  /** For a text that was not researched: judges what needs a source, and lets everything else pass. */
  scoped(memory?: AnswerMemory): ScopedText {
    return new ScopedText(this.#evidence, this.#own, this.#sourceNeed, memory);
  }

  get #sourceNeed(): SourceNeed {
    return new SourceNeed(this.#outcomes.map(({ query }) => query));
  }

  /** The same, where a reader is asked at the end about what the rules leave unclear. */
  questioned(ask: AskSupport, memory = new AnswerMemory()): QuestionedText {
    const guard = (memory: AnswerMemory, restsOn?: RestsOn) =>
      new GuardedText(this.#evidence, memory, { numbers: this.#numbered, records: this.#records, restsOn });
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
   * Returns the sentences in a write's arguments that neither research, the user nor a record supports, in
   * order. `identifiers` are the arguments that only name where the write goes and which thing is meant
   * (see Tool of the core). `scoped`: passes over the sentences that need no source.
   */
  unsupportedIn(args: unknown, identifiers: readonly string[] = [], { scoped = false } = {}): Unsupported[] {
    this.#write ??= writeEvidence(this.#evidence, this.#said);
    const isInScope = scoped ? this.#scopeOf(args) : () => true;
    const own = scoped ? this.#own : this.#records;
    const found = judgeWrite(args, identifiers, this.#write).filter(
      ({ sentence }) => isInScope(sentence) && own.sourceOf(sentence) === undefined,
    );
    return found.map(({ argument, sentence, verdict, reason, source }) => {
      const nearest = source ?? nearestSentence(sentence, this.#evidence.sentences);
      const number = nearest === null ? undefined : this.numberOf(nearest);
      const quote =
        nearest === null || number === undefined ? {} : { nearest: { number, text: nearest.text } };
      return { argument, sentence, verdict, reason: reason.text, ...quote };
    });
  }

  /** Tells of the sentences of a write which need a source, by what stands before them in its texts. */
  #scopeOf(args: unknown): (sentence: string) => boolean {
    const need = this.#sourceNeed;
    const sentences = textsIn(args).flatMap((text) =>
      text.split("\n").flatMap((line) => splitSentences(line)),
    );
    const inScope = new Set(sentences.filter((sentence) => need.needsSource(sentence)));
    return (sentence) => inScope.has(sentence) || this.#sourceNeed.needsSource(sentence);
  }
}

/** Every text at any depth. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
