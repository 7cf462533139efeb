import { holdsWord } from "./cover.ts";
import type { ReadSentence } from "./read-sentence.ts";
import {
  type PartValue,
  type ReadWord,
  type SentencePart,
  sentenceParts,
  type ValueKind,
} from "./sentence-parts.ts";

const MEASURED = ["date", "number"] as const;
const KINDS: readonly ValueKind[] = ["date", "number", "name"];

/** A value of a statement in its own part of the evidence, and the parts with other values of its kind. */
interface Paired {
  ours: SentencePart;
  own: SentencePart;
  others: readonly SentencePart[];
  value: PartValue;
}

/**
 * Returns whether a statement takes a number or date from one part of a sentence and the words about it from
 * another part with another value: "340 in 1901" of "21 people in 1901 and 340 in 1912".
 */
export function pairedOtherwise(said: ReadSentence, source: ReadSentence): boolean {
  if (source.facts.dates.length < 2 && source.facts.numbers.length < 2) return false;
  const parts = sentenceParts(source);
  return MEASURED.some((kind) => {
    const valued = parts.filter((part) => part.values[kind].length > 0);
    if (valued.length < 2) return false;
    return sentenceParts(said).some((ours) =>
      ours.values[kind].some((value) => {
        const [own, ...repeated] = valued.filter(({ told }) => told[kind].has(value.key));
        if (own === undefined || repeated.length > 0) return false;
        const others = valued.filter((other) => other !== own);
        const paired = { ours, own, others, value };
        return (
          KINDS.some((beside) => takesOtherValue(paired, beside)) ||
          takesOtherWords(paired, said, parts) ||
          takesOtherHead(paired, said, { source, kind })
        );
      }),
    );
  });
}

/**
 * Returns whether the value next to it comes from another part of the source, and none comes from its own
 * part.
 */
function takesOtherValue({ ours, own, others, value }: Paired, beside: ValueKind): boolean {
  const besideOwn = own.values[beside].filter(({ told }) => !told.includes(value.key));
  const besideOurs = ours.values[beside].filter(({ key }) => key !== value.key);
  const isIn = (part: SentencePart) => besideOurs.some(({ key }) => part.told[beside].has(key));
  return besideOwn.length > 0 && !isIn(own) && others.some(isIn);
}

/**
 * Returns whether it says nothing that the source says about its value, and something that the source says
 * only about another value.
 */
function takesOtherWords(
  { ours, own, others }: Paired,
  said: ReadSentence,
  parts: readonly SentencePart[],
): boolean {
  if (own.words.length === 0 || own.words.some((word) => holdsWord(word, [said]) > 0)) return false;
  const holding = ({ stem }: ReadWord) =>
    parts.filter(({ words }) => words.some((word) => word.stem === stem));
  return ours.words.some((word) => {
    const where = word.capital ? [] : holding(word);
    return where.length > 0 && where.every((part) => others.includes(part));
  });
}

/**
 * Returns whether the word before its value precedes another value in the source: "closed" in "opened 14 and
 * closed 3".
 */
function takesOtherHead(
  { ours, own, others, value }: Paired,
  said: ReadSentence,
  { source, kind }: { source: ReadSentence; kind: (typeof MEASURED)[number] },
): boolean {
  const head = headOf(value, ours);
  const theirs = own.values[kind].find(({ key }) => key === value.key);
  const known = theirs && headOf(theirs, own);
  if (head === undefined || known === undefined || known.stem === head.stem) return false;
  if (source.words.filter(({ stem }) => stem === head.stem).length > 1 || said.content.has(known.stem))
    return false;
  return others.some((part) => part.values[kind].some((other) => headOf(other, part)?.stem === head.stem));
}

/** Returns the last content word before a value in its part. */
function headOf({ start }: PartValue, { words }: SentencePart): ReadWord | undefined {
  return words.findLast((word) => word.end <= start);
}
