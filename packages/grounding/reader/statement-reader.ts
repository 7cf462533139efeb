import type { Clock } from "@plumbline/core/clock/clock.ts";
import type { Metrics } from "@plumbline/core/metrics/metrics.ts";
import { cutText } from "@plumbline/core/text/unicode.ts";
import { BoundedReadings, type CallerBounds, type ReaderFailure } from "./bounded-readings.ts";
import {
  chooseDecoys,
  drawPlace,
  MAX_TEXT_LENGTH,
  MAX_TITLE_LENGTH,
  type ShownSentence,
} from "./build-candidates.ts";
import type { Decoy } from "./decoys.ts";
import type { Reader, ReaderCandidate, ReaderStatement, ReaderVerdict, ReadingUsage } from "./reader.ts";
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

/** A reader's verdicts on statements. */
export type SupportReading =
  | {
      used: true;
      /** Maps the index of a supported statement to the indexes of its evidence. */
      restsOn: ReadonlyMap<number, readonly number[]>;
      /** Usage of this call; zero if the verdicts were cached. */
      usage: ReadingUsage;
    }
  | { used: false; why: ReaderFailure; usage: ReadingUsage };

/** Asks a reader whether evidence supports statements, and verifies its answer. */
export class StatementReader {
  readonly #reader: Reader;
  readonly #readings: BoundedReadings<ReadonlyMap<number, ReaderVerdict>>;

  constructor({ reader, ...ports }: { reader: Reader; clock: Clock; metrics?: Metrics | undefined }) {
    this.#reader = reader;
    this.#readings = new BoundedReadings(ports);
  }

  /**
   * Asks which statements the evidence supports. Returns undefined if the reader lacks this operation.
   * Rejects only with the signal's reason if the caller cancels.
   */
  async readSupport(
    stated: readonly OpenStatement[],
    shown: readonly ShownSentence[],
    bounds: CallerBounds,
  ): Promise<SupportReading | undefined> {
    const reader = this.#reader;
    if (reader.support === undefined) return undefined;
    const { statements, evidence } = numberAll(stated, shown);
    const reading = await this.#readings.ask(
      [reader.id, statements.numbered, evidence.numbered],
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
    const usage = reading.isKept ? { calls: 0, inputTokens: 0, outputTokens: 0 } : reading.usage;
    return { used: true, restsOn, usage };
  }
}

interface Numbered<Item> {
  numbered: readonly Item[];
  /** Maps numbers to indexes. Decoys are not included. */
  indexOf: ReadonlyMap<number, number>;
}

function numberAll(
  stated: readonly OpenStatement[],
  shown: readonly ShownSentence[],
): { statements: Numbered<ReaderStatement>; evidence: Numbered<ReaderCandidate> } {
  const seed = JSON.stringify([stated, shown.map(({ text }) => text)]);
  const words = [...stated.map(({ text }) => text), ...shown.map(({ text, title }) => `${title} ${text}`)];
  const [decoy, ...others] = chooseDecoys(seed, words.join(" "), DECOY_COUNT);
  const statements = numberWithDecoys(
    stated.slice(0, MAX_STATEMENTS).map((one) => ({ ...one, text: cutText(one.text, MAX_TEXT_LENGTH) })),
    decoy === undefined ? [] : [decoy],
    { seed, asItem: ({ text }) => ({ text }) },
  );
  const evidence = numberWithDecoys(
    shown.slice(0, MAX_EVIDENCE).map((one) => ({
      ...one,
      text: cutText(one.text, MAX_TEXT_LENGTH),
      title: cutText(one.title, MAX_TITLE_LENGTH),
    })),
    others,
    { seed, asItem: (one) => one },
  );
  return { statements, evidence };
}

function numberWithDecoys<Item extends object>(
  items: readonly Item[],
  decoys: readonly Decoy[],
  { seed, asItem }: { seed: string; asItem(decoy: Decoy): Item },
): Numbered<Item & { number: number }> {
  const order: { item: Item; index?: number }[] = items.map((item, index) => ({ item, index }));
  for (const decoy of decoys) order.splice(drawPlace(order, decoy, seed), 0, { item: asItem(decoy) });
  return {
    numbered: order.map(({ item }, at) => ({ ...item, number: at + 1 })),
    indexOf: new Map(
      order.flatMap(({ index }, at) => (index === undefined ? [] : [[at + 1, index] as const])),
    ),
  };
}
