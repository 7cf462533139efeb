import { toDateKey, toDateKeys } from "../calendar-dates.ts";
import { isLight } from "./light-words.ts";
import type { ReadSentence } from "./read-sentence.ts";
import { readNameWords } from "./subject.ts";

export type ReadWord = ReadSentence["words"][number];
export type ValueKind = "date" | "number" | "name";

/** A date, number or name in a part of a sentence. */
export interface PartValue {
  /** Key of the value, as precise as written. */
  key: string;
  /** Keys of everything that it implies: a full date implies its year. */
  implied: readonly string[];
  start: number;
  end: number;
}

/** A part of a sentence that makes one statement. */
export interface SentencePart {
  /** The joint at its start, such as ", while". Empty for the first part. */
  joint: string;
  start: number;
  end: number;
  /** Its content words, without those of its values. */
  words: readonly ReadWord[];
  values: Readonly<Record<ValueKind, readonly PartValue[]>>;
  /** Keys of everything that its values imply. */
  implied: Readonly<Record<ValueKind, ReadonlySet<string>>>;
}

const JOINTS =
  /[,;:]\s+(?:(?:and|but|or|while|whereas|where|because|although|though|yet|that)\s+)?|\s[–—-]\s|[()]|\s(?:and|but|or|while|whereas|where|because|although|though|that)\s|\s(?=(?:before|after|without|instead\sof)\s+\p{Ll}+ing\b)/gu;

const known = new WeakMap<ReadSentence, readonly SentencePart[]>();

/** Returns the parts of a sentence, in order. Values without words belong to the part after them. */
export function sentenceParts(sentence: ReadSentence): readonly SentencePart[] {
  const before = known.get(sentence);
  if (before) return before;
  const parts = findParts(sentence);
  known.set(sentence, parts);
  return parts;
}

function findParts({ text, words, facts }: ReadSentence): SentencePart[] {
  const values = [...facts.dates, ...facts.numbers];
  const isValue = (word: ReadWord) => values.some(({ start, end }) => word.start >= start && word.end <= end);
  const telling = words.filter((word) => !word.stop && !isLight(word.stem) && !isValue(word));
  const names = facts.names.map(({ written, end }) => ({ written, start: end - written.length, end }));
  const joints = [...text.matchAll(JOINTS)].filter(
    ({ index }) => ![...values, ...names].some(({ start, end }) => start <= index && index < end),
  );
  const parts: SentencePart[] = [];
  let from = { start: 0, joint: "" };
  for (const { index, 0: joint } of [...joints, { index: text.length, 0: "" }]) {
    const isIn = ({ start }: { start: number }) => start >= from.start && start < index;
    const own = telling.filter(isIn);
    if (own.length === 0 && index < text.length) continue;
    const dates = facts.dates
      .filter(isIn)
      .map((date) => ({ key: toDateKey(date), implied: toDateKeys(date), start: date.start, end: date.end }));
    const numbers = facts.numbers.filter(isIn).map(({ value, unit, start, end }) => ({
      key: `${value}${unit}`,
      implied: [`${value}${unit}`],
      start,
      end,
    }));
    const called = names.filter(isIn).flatMap(({ written, start, end }) => {
      const key = readNameWords(written).at(-1);
      return key === undefined ? [] : [{ key, implied: [key], start, end }];
    });
    parts.push({
      ...from,
      end: index,
      words: own,
      values: {
        date: dates,
        number: numbers,
        name: called,
      },
      implied: {
        date: collectImplied(dates),
        number: collectImplied(numbers),
        name: collectImplied(called),
      },
    });
    from = { start: index, joint: joint.trim() };
  }
  return parts;
}

const collectImplied = (values: readonly PartValue[]) => new Set(values.flatMap(({ implied }) => implied));
