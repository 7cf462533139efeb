import { cutText } from "@plumbline/core/text/unicode.ts";
import * as z from "zod";
import { type BoundedReading, BoundedReadings, type CallerBounds } from "./bounded-readings.ts";
import { chooseDecoys, MAX_TITLE_LENGTH, numberWithDecoys } from "./build-candidates.ts";
import type { ReaderPage } from "./reader.ts";

/** Maximum number of pages per question, excluding the decoy. */
export const MAX_PAGES = 11;
const MAX_PAGE_LENGTH = 900;

export type FoundPage = Omit<ReaderPage, "number">;

/** A reader's grouping by person of the pages about one name. */
type SamePersonReading = BoundedReading<{
  /** Maps a page's index to the number of the person it is about. */
  personOf: ReadonlyMap<number, number>;
}>;

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
export class PersonReader extends BoundedReadings<ReadonlyMap<number, number>> {
  /**
   * Inserts one unrelated page as a decoy. Discards the answer if the reader groups the decoy with another
   * page. Returns `undefined` if the reader does not support grouping.
   */
  async tellApart(
    name: string,
    found: readonly FoundPage[],
    bounds: CallerBounds,
  ): Promise<SamePersonReading | undefined> {
    const { reader } = this;
    if (reader.samePerson === undefined) return undefined;
    const shown = found.slice(0, MAX_PAGES);
    const seed = JSON.stringify([name, shown.map(({ text }) => text)]);
    const { numbered: pages, indexOf } = numberWithDecoys(
      shown,
      chooseDecoys(seed, seed, 1),
      seed,
      createPage,
    );
    const reading = await this.ask(
      [name, pages],
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

function createPage({ title, url, text }: FoundPage, number: number): ReaderPage {
  return { number, title: cutText(title, MAX_TITLE_LENGTH), url, text: cutText(text, MAX_PAGE_LENGTH) };
}
