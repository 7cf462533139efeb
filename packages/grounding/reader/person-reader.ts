import type { Clock } from "@plumbline/core/clock/clock.ts";
import type { Metrics } from "@plumbline/core/metrics/metrics.ts";
import { cutText } from "@plumbline/core/text/unicode.ts";
import * as z from "zod";
import { BoundedReadings, type CallerBounds, type ReaderFailure } from "./bounded-readings.ts";
import { chooseDecoys, drawPlace, MAX_TITLE_LENGTH } from "./build-candidates.ts";
import type { Decoy } from "./decoys.ts";
import type { Reader, ReaderPage, ReadingUsage } from "./reader.ts";

/** Maximum number of pages per question, excluding the decoy. */
export const MAX_PAGES = 11;
const MAX_PAGE_LENGTH = 900;

export type FoundPage = Omit<ReaderPage, "number">;

/** A reader's grouping by person of the pages about one name. */
export type SamePersonReading =
  | {
      used: true;
      /** Maps a page's index to the number of the person it is about. */
      personOf: ReadonlyMap<number, number>;
      usage: ReadingUsage;
    }
  | { used: false; why: ReaderFailure; usage: ReadingUsage };

/** Schema of a reader's answer: the numbers of each person's pages. */
export const samePersonSchema = z.strictObject({
  groups: z
    .array(z.array(z.int()).describe("The numbers of the pages that speak of one person."))
    .describe("Every page in one group."),
});

/** Maps each page number to its group. Returns null unless every page is in exactly one group. */
export function verifyGroups(
  groups: unknown,
  pages: readonly ReaderPage[],
): ReadonlyMap<number, number> | null {
  const read = samePersonSchema.safeParse({ groups });
  if (!read.success) return null;
  const persons = new Map<number, number>();
  for (const [person, numbers] of read.data.groups.entries())
    for (const number of numbers) {
      if (persons.has(number)) return null;
      persons.set(number, person);
    }
  return persons.size === pages.length && pages.every(({ number }) => persons.has(number)) ? persons : null;
}

/** Asks a reader which pages about a name are about the same person, and verifies its answer. */
export class PersonReader {
  readonly readerId: string;
  readonly #reader: Reader;
  readonly #readings: BoundedReadings<ReadonlyMap<number, number>>;

  constructor({ reader, ...ports }: { reader: Reader; clock: Clock; metrics?: Metrics | undefined }) {
    this.readerId = reader.id;
    this.#reader = reader;
    this.#readings = new BoundedReadings(ports);
  }

  /**
   * Inserts one unrelated page as a decoy. Discards the answer if the reader groups the decoy with another
   * page. Returns `undefined` if the reader does not support grouping.
   */
  async tellApart(
    name: string,
    found: readonly FoundPage[],
    bounds: CallerBounds,
  ): Promise<SamePersonReading | undefined> {
    const reader = this.#reader;
    if (reader.samePerson === undefined) return undefined;
    const { pages, indexOf } = numberPages(name, found);
    const reading = await this.#readings.ask(
      ["samePerson", reader.id, name, pages],
      bounds,
      async (within) => reader.samePerson?.(name, pages, within),
      (answered) => {
        const persons = verifyGroups(answered?.groups, pages);
        if (persons === null) return "invalid_answer";
        const decoys = pages.filter(({ number }) => !indexOf.has(number));
        const isAlone = ({ number }: ReaderPage) =>
          [...persons].every(([other, person]) => other === number || person !== persons.get(number));
        return decoys.every(isAlone) ? persons : "chose_decoy";
      },
    );
    if (!reading.used) return reading;
    const { verified, usage } = reading;
    const personOf = new Map([...indexOf].map(([number, index]) => [index, verified.get(number) ?? -1]));
    return { used: true, personOf, usage };
  }
}

function numberPages(
  name: string,
  found: readonly FoundPage[],
): { pages: readonly ReaderPage[]; indexOf: ReadonlyMap<number, number> } {
  const shown = found.slice(0, MAX_PAGES);
  const seed = JSON.stringify([name, shown.map(({ text }) => text)]);
  const order: (number | Decoy)[] = shown.map((_, index) => index);
  for (const decoy of chooseDecoys(seed, seed, 1)) order.splice(drawPlace(order, decoy, seed), 0, decoy);
  const indexOf = new Map<number, number>();
  const pages = order.flatMap((one, at): ReaderPage[] => {
    const page = typeof one === "number" ? shown[one] : one;
    if (page === undefined) return [];
    if (typeof one === "number") indexOf.set(at + 1, one);
    const { title, url, text } = page;
    return [
      { number: at + 1, title: cutText(title, MAX_TITLE_LENGTH), url, text: cutText(text, MAX_PAGE_LENGTH) },
    ];
  });
  return { pages, indexOf };
}
