import { listAnswer, type ResearchOutcome } from "../research/outcome.ts";
import { splitSentences } from "../text/tokens.ts";
import { AnswerMemory } from "./answer-memory.ts";
import { createEvidence, type Evidence } from "./evidence.ts";
import type { EvidenceSentence } from "./evidence-sentences.ts";
import type { AnsweringClaim } from "./guarded-answer.ts";
import { GuardedText } from "./guarded-text.ts";
import type { Verdict } from "./judgement.ts";
import { SourceNeed } from "./needs-source.ts";
import { OwnWords } from "./own-words.ts";
import { type AskSupport, askReader } from "./reading/ask-reader.ts";
import { QuestionedText } from "./reading/questioned-text.ts";
import { findRelatedSentences } from "./related-sentences.ts";
import { ScopedText } from "./scoped-text.ts";
import { EvidenceNumbers } from "./selection/numbered-evidence.ts";
import { type VerifiedSentence, verifyAgainst } from "./verify.ts";
import { createWriteEvidence, type WriteEvidence } from "./writes/judge-line.ts";
import { judgeWrite, type WriteProblem } from "./writes/judge-write.ts";
import { findStatements } from "./writes/user-statements.ts";

/** A sentence that may not be sent, and the reason. */
export interface Unsupported {
  /** Its location, such as "contacts.0.properties.company". */
  argument: string;
  sentence: string;
  verdict: Verdict;
  reason: string;
  /** The closest sentence of the evidence, with the number under which the model saw it. */
  nearest?: { number: number; text: string };
}

/** The arguments of a write, and the options of `unsupportedIn`. */
interface JudgedWrite {
  args: unknown;
  identifiers: readonly string[];
  scoped: boolean;
}

/** The turn in which an answer is guarded. */
interface GuardedTurn {
  /** Texts from the user's own systems that tools returned. */
  records?: readonly string[];
  /** Links that the run's own writes returned. */
  ownLinks?: readonly string[];
  /** Outcomes whose claims are quoted in place of withheld sentences. All of them by default. */
  answering?: readonly ResearchOutcome[];
  /** Outcomes for what was asked in this turn. All of them by default. */
  ofTurn?: readonly ResearchOutcome[];
}

/**
 * The guard between a model and its readers, used after research. Imported only then, because most runs never
 * need it.
 */
export class AnswerGuard {
  readonly #outcomes: readonly ResearchOutcome[];
  readonly #said: readonly string[];
  readonly #evidence: Evidence;
  readonly #records: OwnWords;
  readonly #own: OwnWords;
  readonly #claims: readonly AnsweringClaim[];
  #numbers: EvidenceNumbers | undefined;
  #write: WriteEvidence | undefined;

  /** A sentence must be supported by one of the `outcomes`. `said` is the user's own messages. */
  constructor(
    outcomes: readonly ResearchOutcome[],
    said: readonly string[],
    { records = [], ownLinks = [], answering = outcomes, ofTurn = outcomes }: GuardedTurn = {},
  ) {
    this.#outcomes = outcomes;
    this.#said = said;
    this.#evidence = createEvidence(outcomes, said, { ofTurn, ownLinks });
    this.#records = new OwnWords(records);
    this.#own = new OwnWords([...records, ...findStatements(said)]);
    this.#claims = outcomes.flatMap((research, outcome) =>
      answering.includes(research) ? listAnswer(research).map((claim) => ({ ...claim, outcome })) : [],
    );
  }

  /**
   * Guards an answer as it is written. `memory` holds what earlier turns of the same answer said, under any
   * guard.
   */
  text(memory = new AnswerMemory(), evidence = this.#evidence): GuardedText {
    return new GuardedText(evidence, memory, {
      numbers: this.#numbered,
      records: this.#records,
      claims: this.#claims,
    });
  }

  /** Guards a text that was not researched: judges what needs a source, and passes everything else. */
  scoped(memory = new AnswerMemory(), evidence = this.#evidence): ScopedText {
    return new ScopedText(evidence, this.#own, this.#sourceNeed, memory);
  }

  get #sourceNeed(): SourceNeed {
    return new SourceNeed(this.#outcomes.map(({ query }) => query));
  }

  /**
   * Guards a text as `text` or, if `isScoped`, as `scoped`, but asks a reader at the end about what the rules
   * leave unclear.
   */
  questioned(ask: AskSupport, memory = new AnswerMemory(), { isScoped = false } = {}): QuestionedText {
    const guard = (memory: AnswerMemory, evidence: Evidence) =>
      isScoped ? this.scoped(memory, evidence) : this.text(memory, evidence);
    return new QuestionedText({ guard, evidence: this.#evidence, memory, ask });
  }

  /** Returns the number under which the model saw a sentence of the evidence. */
  numberOf(sentence: EvidenceSentence): number | undefined {
    return this.#numbered.numberOf(sentence);
  }

  get #numbered(): EvidenceNumbers {
    this.#numbers ??= new EvidenceNumbers(this.#outcomes, this.#evidence.sentences);
    return this.#numbers;
  }

  /** Judges a complete text: returns each sentence with its verdict. */
  verify(text: string): VerifiedSentence[] {
    return verifyAgainst(text, this.#evidence);
  }

  /**
   * Returns the sentences in a write's arguments that neither research, the user nor a record supports, in
   * order. `identifiers` are the arguments that only name the write's destination and object (see Tool in
   * packages/core). `scoped` skips the sentences that need no source.
   */
  unsupportedIn(args: unknown, identifiers: readonly string[] = [], { scoped = false } = {}): Unsupported[] {
    return this.#describe(this.#findProblems({ args, identifiers, scoped }, this.#evidence));
  }

  /** Like `unsupportedIn`, but asks a reader once about all sentences that the rules leave unclear. */
  async unsupportedByReader(
    ask: AskSupport,
    args: unknown,
    identifiers: readonly string[] = [],
    { scoped = false } = {},
  ): Promise<Unsupported[]> {
    const write = { args, identifiers, scoped };
    const found = this.#findProblems(write, this.#evidence);
    const open = found.flatMap((problem) => problem.open ?? []);
    const read = await askReader(open, this.#evidence, ask);
    return this.#describe(read === undefined ? found : this.#findProblems(write, read));
  }

  #findProblems({ args, identifiers, scoped }: JudgedWrite, evidence: Evidence): WriteProblem[] {
    this.#write ??= createWriteEvidence(this.#evidence, this.#said);
    const isInScope = scoped ? this.#createScopeTest(args) : () => true;
    const own = scoped ? this.#own : this.#records;
    return judgeWrite(args, identifiers, { ...this.#write, evidence }).filter(
      ({ sentence }) => isInScope(sentence) && own.findSource(sentence) === undefined,
    );
  }

  #describe(problems: readonly WriteProblem[]): Unsupported[] {
    return problems.map(({ argument, sentence, verdict, reason, source }) => {
      const nearest = source ?? findRelatedSentences(sentence, this.#evidence.sentences)[0] ?? null;
      const number = nearest === null ? undefined : this.numberOf(nearest);
      const quote =
        nearest === null || number === undefined ? {} : { nearest: { number, text: nearest.text } };
      return { argument, sentence, verdict, reason: reason.text, ...quote };
    });
  }

  /** Returns a test for sentences of a write that need a source, which depends on the text before them. */
  #createScopeTest(args: unknown): (sentence: string) => boolean {
    const need = this.#sourceNeed;
    const sentences = listTexts(args).flatMap((text) =>
      text.split("\n").flatMap((line) => splitSentences(line)),
    );
    const inScope = new Set(sentences.filter((sentence) => need.needsSource(sentence)));
    return (sentence) => inScope.has(sentence) || this.#sourceNeed.needsSource(sentence);
  }
}

/** Returns every text at any depth. */
function listTexts(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(listTexts) : [];
}
