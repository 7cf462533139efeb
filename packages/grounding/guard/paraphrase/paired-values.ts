import { scoreWord } from "./cover.ts";
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

/** A value of a statement, the part of the evidence that contains it, and the parts with other values. */
interface Paired {
  ours: SentencePart;
  own: SentencePart;
  others: readonly SentencePart[];
  value: PartValue;
}

/**
 * Returns whether a statement combines a number or date with words about another value of the same sentence:
 * "340 in 1901" of "21 people in 1901 and 340 in 1912".
 */
export function pairingDiffers(said: ReadSentence, source: ReadSentence): boolean {
  if (source.facts.dates.length < 2 && source.facts.numbers.length < 2) return false;
  const parts = sentenceParts(source);
  return MEASURED.some((kind) => {
    const valued = parts.filter((part) => part.values[kind].length > 0);
    if (valued.length < 2) return false;
    return sentenceParts(said).some((ours) =>
      ours.values[kind].some((value) => {
        const [own, ...repeated] = valued.filter(({ implied }) => implied[kind].has(value.key));
        if (own === undefined || repeated.length > 0) return false;
        const others = valued.filter((other) => other !== own);
        const paired = { ours, own, others, value };
        return (
          KINDS.some((kind) => takesOtherValue(paired, kind)) ||
          takesOtherWords(paired, said, parts) ||
          takesOtherOrder(paired, said, source) ||
          takesOtherHead(paired, said, { source, kind }, findHead) ||
          takesOtherHead(paired, said, { source, kind }, findTail)
        );
      }),
    );
  });
}

/**
 * Returns whether the accompanying value is from another part of the source, and no value is from the same
 * part.
 */
function takesOtherValue({ ours, own, others, value }: Paired, kind: ValueKind): boolean {
  const found = own.values[kind].filter(({ implied }) => !implied.includes(value.key));
  const stated = ours.values[kind].filter(({ key }) => key !== value.key);
  const hasStated = (part: SentencePart) => stated.some(({ key }) => part.implied[kind].has(key));
  return found.length > 0 && !hasStated(own) && others.some(hasStated);
}

/**
 * Returns whether the statement has words that the source uses only for another value, and no words that the
 * source uses for this value.
 */
function takesOtherWords(
  { ours, own, others }: Paired,
  said: ReadSentence,
  parts: readonly SentencePart[],
): boolean {
  const holding = ({ stem }: ReadWord) =>
    parts.filter(({ words }) => words.some((word) => word.stem === stem));
  const distinct = own.words.filter((word) => holding(word).length === 1);
  if (distinct.length === 0 || distinct.some((word) => scoreWord(word, [said]) > 0)) return false;
  return ours.words.some((word) => {
    const where = word.capital ? [] : holding(word);
    return where.length > 0 && where.every((part) => others.includes(part));
  });
}

const ORDER_WORDS = new Set("first last again finally originally initially".split(" "));

/**
 * Returns whether a word such as "first" belongs to another value in the source: "first settled in 1802 and
 * settled again in 1910".
 */
function takesOtherOrder({ ours, others }: Paired, said: ReadSentence, source: ReadSentence): boolean {
  const isIn = (part: SentencePart, { start }: ReadWord) => start >= part.start && start < part.end;
  return said.words.some((word) => {
    if (!ORDER_WORDS.has(word.word) || !isIn(ours, word)) return false;
    const places = source.words.filter((one) => one.word === word.word);
    return places.length > 0 && places.every((one) => others.some((part) => isIn(part, one)));
  });
}

/**
 * Returns whether the word next to its value stands next to another value in the source: "closed" in "opened
 * 14 and closed 3", "school" in "2 million to the hospital and one to the school".
 */
function takesOtherHead(
  { ours, own, others, value }: Paired,
  said: ReadSentence,
  { source, kind }: { source: ReadSentence; kind: (typeof MEASURED)[number] },
  findNext: typeof findHead,
): boolean {
  const head = findNext(value, ours);
  const theirs = own.values[kind].find(({ key }) => key === value.key);
  const known = theirs && findNext(theirs, own);
  if (head === undefined || known === undefined || known.stem === head.stem) return false;
  if (source.words.filter(({ stem }) => stem === head.stem).length > 1 || said.content.has(known.stem))
    return false;
  return others.some((part) => part.values[kind].some((other) => findNext(other, part)?.stem === head.stem));
}

/** Returns the last content word before a value in its part. */
function findHead({ start }: PartValue, { words }: SentencePart): ReadWord | undefined {
  return words.findLast((word) => word.end <= start);
}

/** Returns the first content word after a value in its part. */
function findTail({ end }: PartValue, { words }: SentencePart): ReadWord | undefined {
  return words.find((word) => word.start >= end);
}
