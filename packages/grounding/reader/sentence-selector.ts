import { type BoundedReading, BoundedReadings, type CallerBounds } from "./bounded-readings.ts";
import { buildCandidates, type ShownSentence } from "./build-candidates.ts";
import type { ReaderChoice, ReadingQuestion } from "./reader.ts";
import { isChosen, verifyChoices } from "./verify-choices.ts";

/** A reader's selection from the sentences shown to it. */
export type Selection = BoundedReading<{
  /** Indexes of the sentences that answer, in the given order. */
  chosen: readonly number[];
  /** Indexes of sentences about someone or something else. */
  ofOthers: readonly number[];
}>;

/** Asks a reader which sentences answer, and verifies its answer. */
export class SentenceSelector extends BoundedReadings<ReadonlyMap<number, ReaderChoice>> {
  /** Asks the reader. Rejects only with the signal's reason if the caller cancels. */
  async select(
    question: ReadingQuestion,
    sentences: readonly ShownSentence[],
    bounds: CallerBounds,
  ): Promise<Selection> {
    const { numbered, indexOf } = buildCandidates(question, sentences);
    const reading = await this.ask(
      [question, numbered],
      bounds,
      (within) => this.reader.select(question, numbered, within),
      (answered) => {
        const choices = verifyChoices(answered?.choices, numbered);
        if (choices === null) return "invalid_answer";
        const isDecoy = ({ number, answers }: ReaderChoice) => answers === "yes" && !indexOf.has(number);
        return [...choices.values()].some(isDecoy) ? "chose_decoy" : choices;
      },
    );
    if (!reading.used) return reading;
    const { verified, usage } = reading;
    const listIndexes = (fits: (choice: ReaderChoice) => boolean) =>
      [...indexOf].flatMap(([number, index]) => {
        const choice = verified.get(number);
        return choice !== undefined && fits(choice) ? [index] : [];
      });
    return {
      used: true,
      chosen: listIndexes((choice) => isChosen(choice, question)),
      ofOthers: listIndexes((choice) => choice.about === "other" && !isChosen(choice, question)),
      usage,
    };
  }
}
