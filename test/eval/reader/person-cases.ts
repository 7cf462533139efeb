import type { ResearchOutcome } from "@plumbline/grounding/outcome";
import type { Reader, ReaderPage } from "@plumbline/grounding/reader";
import { choosing, grouping, scriptReader, withPersons } from "../../support/scripted-readers.ts";
import { pageUrl, researchPassages } from "../product.ts";
import { type DataFolder, type Passage, sampleRows } from "../rows.ts";
import { WINDOW_SEEDS, windowPassages } from "../windows.ts";

/** Pages found for one name, each with the person that it is about. */
export interface PersonCase {
  /** `one` if all pages are about one person, `several` otherwise. */
  set: "one" | "several";
  name: string;
  pages: readonly Passage[];
  /** The person of each page, in their order. */
  persons: readonly string[];
}

/** A name, two sentences about one bearer of it, and one about another. */
const OWN: readonly (readonly [name: string, one: string, same: string, other: string])[] = [
  [
    "Nils Arvid",
    "Nils Arvid is a surgeon at the hospital of Norfell.",
    "The surgeon Nils Arvid of Norfell won the marathon in 2011.",
    "Nils Arvid, a beekeeper in Aldby, sells honey at the market.",
  ],
  [
    "Rita Okafor",
    "Rita Okafor has edited the Wick Journal since 2009.",
    "Rita Okafor of the Wick Journal was given a prize for her reports.",
    "Rita Okafor was fined for smuggling birds through Lagos.",
  ],
  [
    "Jan Pavel",
    "Jan Pavel designed the Osk bridge, which opened in 1988.",
    "The engineer Jan Pavel, known for the Osk bridge, died in 2003.",
    "Jan Pavel coaches the junior rowing team of Trent.",
  ],
  [
    "Lucia Brand",
    "Lucia Brand founded the bakery Kornhaus in Linz.",
    "Kornhaus, the bakery of Lucia Brand, employs 40 people in Linz.",
    "Lucia Brand is a judge at the court of Delft.",
  ],
  [
    "Omar Haddad",
    "Omar Haddad plays the oud and was born in Tunis in 1961.",
    "The oud player Omar Haddad, born in 1961, toured Japan.",
    "Omar Haddad is a dentist who practises in Leeds.",
  ],
  [
    "Greta Lind",
    "Greta Lind is the mayor of Skarven.",
    "The council of Skarven and its mayor Greta Lind opened the new pool.",
    "Greta Lind wrote the crime novel The Ninth Tide.",
  ],
];

/** Lists our own cases, and those of the folder's names in windows of 40 words. */
export function personCases(data: DataFolder | null, sample: number | undefined): PersonCase[] {
  const own = OWN.flatMap(([name, ...texts]) => {
    const pages = texts.map((text) => ({ title: name, text }));
    const persons = ["one", "one", "other"];
    return [
      { set: "one" as const, name, pages: pages.slice(0, 2), persons: persons.slice(0, 2) },
      { set: "several" as const, name, pages, persons },
    ];
  });
  const [seed = 0] = WINDOW_SEEDS;
  const rows = data === null ? [] : sampleRows(data.rows("names"), sample, ({ ambiguous }) => `${ambiguous}`);
  const found = rows.map(
    ({ value: { name, ambiguous, passages } }): PersonCase => ({
      set: ambiguous ? "several" : "one",
      name,
      pages: windowPassages(name, passages, seed),
      persons: passages.map(({ entity }) => entity),
    }),
  );
  return [...own, ...found];
}

/** One question to a reader, with the groups that it should find. A page about something else is alone. */
export interface RecordedPersons {
  name: string;
  pages: readonly ReaderPage[];
  expected: readonly (readonly number[])[];
}

export interface PersonRun {
  row: PersonCase;
  outcome: ResearchOutcome;
  /** Null if the rules kept all pages apart, or there was nothing to tell apart. */
  asked: RecordedPersons | null;
}

/** Researches a name with a reader. */
export async function runPersonCase(row: PersonCase, reader: Reader | undefined): Promise<PersonRun> {
  let asked: RecordedPersons | null = null;
  const recording: Reader | undefined = reader?.samePerson && {
    ...reader,
    async samePerson(name, pages, bounds) {
      const people = [...new Set(pages.map((page) => personOf(row, page)))];
      const numbersOf = (person: string) =>
        pages.flatMap((page) => (personOf(row, page) === person ? [page.number] : []));
      asked = { name, pages, expected: people.map(numbersOf) };
      if (!reader.samePerson) throw new Error("The reader cannot tell people apart.");
      return reader.samePerson(name, pages, bounds);
    },
  };
  const outcome = await researchPassages(`Who is ${row.name}?`, row.pages, recording);
  return { row, outcome, asked };
}

function personOf({ persons }: PersonCase, { number, url }: Pick<ReaderPage, "number" | "url">): string {
  const at = persons.findIndex((_, index) => pageUrl(index) === url);
  return persons[at] ?? `something else, page ${number}`;
}

const choosesAll = choosing(({ url }) => url.includes(".example"));

/** Scripted readers that tell people apart, by name. */
export const SCRIPTED_PERSONS: Readonly<Record<string, (row: PersonCase) => Reader | undefined>> = {
  off: () => undefined,
  oracle: (row) =>
    withPersons(
      scriptReader("oracle", choosesAll),
      grouping((page) => personOf(row, page)),
    ),
  "always-yes": () =>
    withPersons(
      scriptReader("always-yes", choosesAll),
      grouping(() => "all"),
    ),
  "always-no": () =>
    withPersons(
      scriptReader("always-no", choosesAll),
      grouping(({ number }) => number),
    ),
};

function isMixed({ row, outcome: { sections, citations } }: PersonRun): boolean {
  const urls = sections.flatMap(({ claims }) =>
    claims.map((claim) => citations[claim.citation_index]?.url ?? ""),
  );
  return new Set(urls.map((url) => personOf(row, { number: 0, url }))).size > 1;
}

/** One line of the table. */
export interface PersonFigures {
  set: string;
  cases: number;
  asked: number;
  /** Share whose answer quotes pages of several people. */
  mixed: number;
  /** Share refused because the name has several bearers: wrong for `one`. */
  ambiguous: number;
  /** Readings that did not count. */
  off: number;
}

export function personFiguresOf(set: PersonCase["set"], all: readonly PersonRun[]): PersonFigures {
  const runs = all.filter(({ row }) => row.set === set);
  return {
    set,
    cases: runs.length,
    asked: runs.filter(({ asked }) => asked !== null).length,
    mixed: runs.filter(isMixed).length / Math.max(1, runs.length),
    ambiguous:
      runs.filter(({ outcome }) => outcome.error_code === "research_ambiguous_name").length /
      Math.max(1, runs.length),
    off: runs.filter(({ outcome }) => outcome.reader?.used === false).length,
  };
}
