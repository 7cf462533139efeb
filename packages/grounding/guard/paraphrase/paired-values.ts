import { dateKey, dateKeys } from "../calendar-dates.ts";
import { holdsWord } from "./cover.ts";
import { isLight } from "./light-words.ts";
import type { ReadSentence } from "./read-sentence.ts";

type Word = ReadSentence["words"][number];
type Kind = "date" | "number";

/** A part of a sentence that says one thing. */
interface Part {
  words: readonly Word[];
  /** The keys of its values, each as exact as it is written. */
  values: Readonly<Record<Kind, readonly string[]>>;
  /** All that its values tell: a full date tells its year. */
  told: Readonly<Record<Kind, ReadonlySet<string>>>;
}

/**
 * Returns true if a statement takes a number or date from one part of a sentence, and what it says of it from
 * another part with another one: "340 in 1901" of "21 people in 1901 and 340 in 1912".
 */
export function pairedOtherwise(said: ReadSentence, source: ReadSentence): boolean {
  if (source.facts.dates.length < 2 && source.facts.numbers.length < 2) return false;
  const parts = partsOf(source);
  const ours = partsOf(said);
  return (["date", "number"] as const).some((kind) => {
    const valued = parts.filter((part) => part.values[kind].length > 0);
    if (valued.length < 2) return false;
    return ours.some((part) =>
      part.values[kind].some((value) => {
        const [own, ...repeated] = valued.filter(({ told }) => told[kind].has(value));
        if (own === undefined || repeated.length > 0) return false;
        const others = valued.filter((other) => other !== own);
        return (
          takesOtherValue(part, own, others, kind) || takesOtherWords(part, said, own, { others, parts })
        );
      }),
    );
  });
}

/** Beside its value stands one of the other kind that the source has in another part. */
function takesOtherValue(ours: Part, own: Part, others: readonly Part[], kind: Kind): boolean {
  const beside = kind === "date" ? "number" : "date";
  const isIn = (part: Part) => ours.values[beside].some((value) => part.told[beside].has(value));
  return own.values[beside].length > 0 && !isIn(own) && others.some(isIn);
}

/** It says nothing that the source says of its value, and something that it says only of another value. */
function takesOtherWords(
  ours: Part,
  said: ReadSentence,
  own: Part,
  { others, parts }: { others: readonly Part[]; parts: readonly Part[] },
): boolean {
  if (own.words.length === 0 || own.words.some((word) => holdsWord(word, [said]) > 0)) return false;
  const holding = ({ stem }: Word) => parts.filter(({ words }) => words.some((word) => word.stem === stem));
  return ours.words.some((word) => {
    const where = word.capital ? [] : holding(word);
    return where.length > 0 && where.every((part) => others.includes(part));
  });
}

const JOINTS = /[,;:]\s+|\s+[–—-]\s+|[()]|\s+(?:and|but|or|while|whereas)\s+/g;

/** The parts of a sentence, in order; values without words belong to the part behind them. */
function partsOf({ text, words, facts }: ReadSentence): Part[] {
  const values = [...facts.dates, ...facts.numbers];
  const isValue = (word: Word) => values.some(({ start, end }) => word.start >= start && word.end <= end);
  const telling = words.filter((word) => !word.stop && !isLight(word.stem) && !isValue(word));
  const joints = Array.from(text.matchAll(JOINTS), ({ index }) => index).filter(
    (at) => !values.some(({ start, end }) => start <= at && at < end),
  );
  const parts: Part[] = [];
  let from = 0;
  for (const to of [...joints, text.length]) {
    const isIn = ({ start }: { start: number }) => start >= from && start < to;
    const own = telling.filter(isIn);
    if (own.length === 0 && to < text.length) continue;
    const dates = facts.dates.filter(isIn);
    const numbers = facts.numbers.filter(isIn).map(({ value, unit }) => `${value}${unit}`);
    parts.push({
      words: own,
      values: { date: dates.map(dateKey), number: numbers },
      told: { date: new Set(dates.flatMap(dateKeys)), number: new Set(numbers) },
    });
    from = to;
  }
  return parts;
}
