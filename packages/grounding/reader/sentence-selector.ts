import type { Clock } from "@plumbline/core/clock/clock.ts";
import type { Metrics } from "@plumbline/core/metrics/metrics.ts";
import { BoundedReadings, type CallerBounds, type ReaderFailure } from "./bounded-readings.ts";
import { buildCandidates, type CandidateList, type ShownSentence } from "./build-candidates.ts";
import type { Reader, ReaderChoice, ReadingQuestion, ReadingUsage } from "./reader.ts";
import { isChosen, verifyChoices } from "./verify-choices.ts";

/** A reader's selection from the sentences shown to it. */
export type Selection =
  | {
      used: true;
      /** Indexes of the sentences that answer, in the given order. */
      chosen: readonly number[];
      /** Indexes of sentences about someone or something else. */
      ofOthers: readonly number[];
      usage: ReadingUsage;
    }
  | { used: false; why: ReaderFailure; usage: ReadingUsage };

/** Asks a reader which sentences answer, and verifies its answer. */
export class SentenceSelector {
  readonly readerId: string;
  readonly #reader: Reader;
  readonly #readings: BoundedReadings<ReadonlyMap<number, ReaderChoice>>;

  constructor({ reader, ...ports }: { reader: Reader; clock: Clock; metrics?: Metrics | undefined }) {
    this.readerId = reader.id;
    this.#reader = reader;
    this.#readings = new BoundedReadings(ports);
  }

  /** Asks the reader. Rejects only with the signal's reason if the caller cancels. */
  async select(
    question: ReadingQuestion,
    sentences: readonly ShownSentence[],
    bounds: CallerBounds,
  ): Promise<Selection> {
    const list = buildCandidates(question, sentences);
    const asked = [this.readerId, question, list.candidates];
    const reading = await this.#readings.ask(
      asked,
      bounds,
      (within) => this.#reader.select(question, list.candidates, within),
      (answered) => {
        const choices = verifyChoices(answered?.choices, list.candidates);
        if (choices === null) return "invalid_answer";
        return choosesDecoy(list, choices) ? "chose_decoy" : choices;
      },
    );
    if (!reading.used) return reading;
    return applyChoices(question, list, reading.verified, reading.usage);
  }
}

function choosesDecoy({ sentenceOf }: CandidateList, choices: ReadonlyMap<number, ReaderChoice>): boolean {
  return [...choices.values()].some(({ number, answers }) => answers === "yes" && !sentenceOf.has(number));
}

function applyChoices(
  question: ReadingQuestion,
  { sentenceOf }: CandidateList,
  choices: ReadonlyMap<number, ReaderChoice>,
  usage: ReadingUsage,
): Selection {
  const chosen: number[] = [];
  const ofOthers: number[] = [];
  for (const [number, index] of sentenceOf) {
    const choice = choices.get(number);
    if (choice === undefined) continue;
    if (isChosen(choice, question)) chosen.push(index);
    else if (choice.about === "other") ofOthers.push(index);
  }
  return { used: true, chosen, ofOthers, usage };
}
