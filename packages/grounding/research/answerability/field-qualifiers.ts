import { wordSet } from "../../lexicon/language.ts";
import { ENGLISH } from "../../lexicon/lexicon.ts";
import { getWords } from "../../lexicon/word-lists.ts";
import type { Qualifier } from "./qualifier.ts";
import type { Word } from "./words.ts";

const PLACING = new Set("in for at".split(" "));
const OF = new Set(["of"]);
const FIELDING = new Set("in for of".split(" "));
const ARTICLES = new Set("the a an its his her their".split(" "));
const GIVEN = wordSet(ENGLISH.contrasts.givenInFields);
const OFFICES = wordSet(ENGLISH.contrasts.officesOfFields);
const MAX_VALUE_LENGTH = 4;

/**
 * Returns the fields and places that distinguish things in a question: the Nobel Prize "in Chemistry", the
 * University "of Leeds". A field may be in lower case.
 */
export function findFieldQualifiers(words: readonly Word[]): Qualifier[] {
  return words.flatMap((head, at): Qualifier[] => {
    const preposition = words[at + 1]?.word ?? "";
    const before = words[at - 1];
    if (head.stop || !(preposition === "of" || PLACING.has(preposition))) return [];
    const isField = GIVEN.has(head.word) || OFFICES.has(head.word);
    if (preposition === "of" && !OFFICES.has(head.word)) return [];
    const value = readValue(words, at + 2, isField);
    if (value.length === 0) return [];
    const heads = new Set([head.stem]);
    if (before?.capital === true && head.capital && !before.stop) heads.add(before.stem);
    const prepositions = preposition === "of" ? OF : isField ? FIELDING : PLACING;
    return [
      {
        has: (text) => value.every((wanted) => text.some(({ stem }) => stem === wanted)),
        hasOther: (text) =>
          text.some(({ stem }, place) => {
            if (!heads.has(stem) || !prepositions.has(text[place + 1]?.word ?? "")) return false;
            const other = readValue(text, place + 2, isField);
            return other.length > 0 && !isSame(value, other);
          }),
        mayBeInTitle: !isField,
        continues: "thing",
      },
    ];
  });
}

/** Returns the capitalised words from `from` on. For a field, a single lower-case word is enough. */
function readValue(words: readonly Word[], from: number, isField: boolean): string[] {
  const start = ARTICLES.has(words[from]?.word ?? "") ? from + 1 : from;
  const value: string[] = [];
  for (const [at, word] of words.slice(start, start + MAX_VALUE_LENGTH).entries()) {
    const before = words[start + at - 1];
    const isJoined = at === 0 || (before !== undefined && word.start - before.end === 1);
    if (!word.capital || word.stop || !isJoined || isTime(word)) break;
    value.push(word.stem);
  }
  const first = words[start];
  if (value.length > 0 || !isField || first === undefined || first.stop || isTime(first)) return value;
  return [first.stem];
}

function isTime({ word }: Word): boolean {
  return /\d/.test(word) || getWords("en").months.has(word);
}

/** Returns whether one name contains the other, or its initials: the US and the United States. */
function isSame(one: readonly string[], other: readonly string[]): boolean {
  const getInitials = (stems: readonly string[]) => stems.map((stem) => stem[0]).join("");
  return (
    one.every((stem) => other.includes(stem)) ||
    other.every((stem) => one.includes(stem)) ||
    getInitials(one) === other.join("") ||
    getInitials(other) === one.join("")
  );
}
