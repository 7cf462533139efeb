import { splitSentences } from "@plumbline/grounding/guard";
import type { Measurement } from "../figures.ts";
import type { Part } from "../part.ts";
import { guardOver } from "../product.ts";
import { type DataFolder, drawBelow, type Row, sampleRows } from "../rows.ts";

/** Splices of each kind; more would tell no more. */
const MOST = 400;
const PRONOUN = /^(?:He|She|They|His|Her|Their|It|Its|The (?:company|group|band|couple|team|film|book))\b/;
const READ = 4_000;

interface Biography {
  group: string;
  name: string;
  title: string;
  text: string;
}

/** A sentence about one person and, right behind it, one of another's that opens with a pronoun. */
interface Splice {
  one: Biography;
  other: Biography;
  first: string;
  /** The text before the pronoun's sentence on its own page. */
  before: string;
  spliced: string;
}

/** Two verbatim sentences that say together what neither page says. */
export const guardSplices: Part = {
  title: "guard",
  files: ["guard_bios_sources", "names"],
  names: () => ["guard.splices.others", "guard.splices.namesakes"],
  measure({ data, sample = MOST }) {
    return [
      measureSplices("guard.splices.others", othersIn(data), sample),
      measureSplices("guard.splices.namesakes", namesakesIn(data), sample),
    ];
  },
};

function othersIn(data: DataFolder): Row<Splice>[] {
  const pages = data.rows("guard_bios_sources").map(({ id, value: { topic, text } }) => ({
    id,
    value: { group: topic, name: topic, title: topic, text },
  }));
  return pages.flatMap(({ id, value: one }, at) => {
    const other = pages[(at + 1 + drawBelow(pages.length - 1, id)) % pages.length]?.value;
    return other ? splicesOf(id, one, other) : [];
  });
}

function namesakesIn(data: DataFolder): Row<Splice>[] {
  return data
    .rows("names")
    .filter(({ value }) => value.ambiguous)
    .flatMap(({ id, value: { name, passages } }) => {
      const [one, other] = [passages[0], passages.find(({ entity }) => entity !== passages[0]?.entity)];
      if (!one || !other) return [];
      const biography = ({ text }: { text: string }) => ({ group: name, name, title: name, text });
      return splicesOf(id, biography(one), biography(other));
    });
}

function splicesOf(id: string, one: Biography, other: Biography): Row<Splice>[] {
  const [first] = splitSentences(one.text.slice(0, READ));
  const isNamed = one.name.split(" ").some((word) => first?.includes(word));
  if (first === undefined || !isNamed || PRONOUN.test(first)) return [];
  const sentences = splitSentences(other.text.slice(0, READ)).slice(0, -1);
  return sentences
    .flatMap((spliced, at) => {
      const before = sentences[at - 1];
      return before !== undefined && PRONOUN.test(spliced) ? [{ spliced, before }] : [];
    })
    .slice(0, 6)
    .map((found, at) => ({ id: `${id}.${at}`, value: { one, other, first, ...found } }));
}

function measureSplices(name: string, splices: readonly Row<Splice>[], sample: number): Measurement {
  const rows = sampleRows(splices, sample).map(({ id, value }) => ({
    id,
    group: value.one.group,
    hit: passesAsSaidOfTheFirst(value),
  }));
  return { name, kind: "share", better: "fewer", rows };
}

function passesAsSaidOfTheFirst({ one, other, first, before, spliced }: Splice): boolean {
  const pages = [one, other].map(({ title, text }) => ({ title, snippets: [text.slice(0, READ)] }));
  const query = `Who is ${one.name}?`;
  const text = guardOver({ query, said: [query], pages }).text();
  const pieces = [...text.push(`${first} ${spliced}`), ...text.end()];
  const passed = pieces.flatMap((piece) => (piece.type === "passed" ? [piece.text] : []));
  const own = passed.find((piece) => piece.includes(spliced));
  if (own === undefined) return false;
  const ahead = own
    .slice(0, own.indexOf(spliced))
    .replace(/[\s“]+$/, "")
    .trim();
  if (ahead.endsWith(before)) return false;
  // A name ahead says who it is, unless it is the first one's as well.
  const words = one.name.split(" ");
  return ahead === "" || words.every((word) => ahead.includes(word));
}
