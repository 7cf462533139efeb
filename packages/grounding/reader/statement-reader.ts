import { cutText } from "@plumbline/core/text/unicode.ts";
import { type BoundedReading, BoundedReadings, type CallerBounds, NOTHING_USED } from "./bounded-readings.ts";
import {
  chooseDecoys,
  createCandidate,
  MAX_TEXT_LENGTH,
  type Numbered,
  numberWithDecoys,
  type ShownSentence,
} from "./build-candidates.ts";
import type { ReaderCandidate, ReaderStatement, ReaderVerdict } from "./reader.ts";
import { verifyVerdicts } from "./verify-choices.ts";

/** Limits of statements and evidence per question, without decoys. */
export const MAX_STATEMENTS = 12;
export const MAX_EVIDENCE = 30;
/**
 * Number of decoys. The first is inserted among the statements, and no evidence supports it. The others are
 * inserted among the evidence.
 */
const DECOY_COUNT = 3;

export type OpenStatement = Omit<ReaderStatement, "number">;

/** A reader's verdicts on statements. Usage is zero if they were cached. */
export type SupportReading = BoundedReading<{
  /** Maps the index of a supported statement to the indexes of its evidence. */
  restsOn: ReadonlyMap<number, readonly number[]>;
}>;

/** Asks a reader whether evidence supports statements, and verifies its answer. */
export class StatementReader extends BoundedReadings<ReadonlyMap<number, ReaderVerdict>> {
  /**
   * Asks which statements the evidence supports. Returns undefined if the reader lacks this operation.
   * Rejects only with the signal's reason if the caller cancels.
   */
  async readSupport(
    stated: readonly OpenStatement[],
    shown: readonly ShownSentence[],
    bounds: CallerBounds,
  ): Promise<SupportReading | undefined> {
    const { reader } = this;
    if (reader.support === undefined) return undefined;
    const { statements, evidence } = numberAll(stated, shown);
    const reading = await this.ask(
      [statements.numbered, evidence.numbered],
      bounds,
      async (within) => reader.support?.(statements.numbered, evidence.numbered, within),
      (answered) => {
        const verdicts = verifyVerdicts(answered?.verdicts, statements.numbered, evidence.numbered);
        if (verdicts === null) return "invalid_answer";
        const isDecoy = ({ statement, verdict, evidence: numbers }: ReaderVerdict) =>
          numbers.some((number) => !evidence.indexOf.has(number)) ||
          (verdict !== "neither" && !statements.indexOf.has(statement));
        return [...verdicts.values()].some(isDecoy) ? "chose_decoy" : verdicts;
      },
    );
    if (!reading.used) return reading;
    const restsOn = new Map<number, readonly number[]>();
    for (const { statement, verdict, evidence: numbers } of reading.verified.values()) {
      const index = statements.indexOf.get(statement);
      if (index === undefined || verdict !== "supported") continue;
      restsOn.set(
        index,
        numbers.flatMap((number) => evidence.indexOf.get(number) ?? []),
      );
    }
    return { used: true, restsOn, usage: reading.isKept ? NOTHING_USED : reading.usage };
  }
}

function numberAll(
  stated: readonly OpenStatement[],
  shown: readonly ShownSentence[],
): { statements: Numbered<ReaderStatement>; evidence: Numbered<ReaderCandidate> } {
  const seed = JSON.stringify([stated, shown.map(({ text }) => text)]);
  const words = [...stated.map(({ text }) => text), ...shown.map(({ text, title }) => `${title} ${text}`)];
  const [decoy, ...others] = chooseDecoys(seed, words.join(" "), DECOY_COUNT);
  const statements = numberWithDecoys(
    stated.slice(0, MAX_STATEMENTS),
    decoy === undefined ? [] : [decoy],
    seed,
    createStatement,
  );
  const evidence = numberWithDecoys(shown.slice(0, MAX_EVIDENCE), others, seed, createCandidate);
  return { statements, evidence };
}

function createStatement({ text, about }: OpenStatement, number: number): ReaderStatement {
  const statement = { number, text: cutText(text, MAX_TEXT_LENGTH) };
  return about === undefined ? statement : { ...statement, about };
}
