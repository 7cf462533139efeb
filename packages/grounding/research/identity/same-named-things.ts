import { findProperNames } from "../../text/names.ts";
import { foldWord, splitWords } from "../../text/tokens.ts";
import { MIN_TIE, readPassages } from "./group-people.ts";
import type { Passage } from "./marks.ts";
import { isNationality } from "./person-words.ts";
import { measureTie } from "./ties.ts";

/** A passage that answers a question, and its sentence with the answer. */
interface AnsweringPassage extends Passage {
  sentence: string;
}

/** Matches separators between parts of a title: "Leadership | Delta Air Lines". */
const TITLE_PARTS = /\s[-–—·:]\s|\s?\|\s?/u;
const QUALIFIED_NAME = /^(?<name>[^()]+?)\s*\((?<qualifier>[^()]{2,40})\)$/u;

/**
 * Distinguishes things with the same short name in passages that answer a question: "Delta Air Lines" and
 * "Delta Electronics", "Mercury (planet)" and "Mercury (element)". Returns the name and the index of each
 * thing's first passage. Returns null if the passages show only one thing.
 */
export function distinguishThings(
  question: string,
  passages: readonly AnsweringPassage[],
): { name: string; things: readonly number[] } | null {
  const [asked, ...others] = findProperNames(question).filter(({ text }) => !isNationality(text));
  if (asked === undefined || others.length > 0) return null;
  const [name = "", ...longer] = splitWords(asked.text);
  if (longer.length > 0) return null;
  const fullNames = passages.map((passage) => readFullName(passage, name));
  if (new Set(fullNames.filter((one) => one !== null)).size < 2) return null;
  const { read } = readPassages(asked.text, passages);
  const profiles = new Map(read.map(({ index, profile }) => [index, profile]));
  const isSameThing = (one: number, other: number) => {
    const [left, right] = [profiles.get(one), profiles.get(other)];
    if (fullNames[one] === fullNames[other] || left === undefined || right === undefined) return true;
    return measureTie(left, right, true) >= MIN_TIE;
  };
  const things: number[] = [];
  for (const [index, fullName] of fullNames.entries())
    if (fullName !== null && things.every((other) => !isSameThing(index, other))) things.push(index);
  return things.length > 1 ? { name: asked.text, things } : null;
}

/**
 * Returns the longer form of a name in a passage, folded. Returns null if the title or the sentence contains
 * the short name alone.
 */
function readFullName({ title, sentence }: AnsweringPassage, name: string): string | null {
  const parts = title.split(TITLE_PARTS).map((part) => part.trim());
  for (const part of parts) {
    const { name: head, qualifier } = QUALIFIED_NAME.exec(part)?.groups ?? {};
    if (head !== undefined && qualifier !== undefined && foldWord(head) === name) return foldWord(qualifier);
  }
  const named = [...findProperNames(sentence).map(({ text }) => text), ...parts];
  const words = named.map(splitWords).filter(([first]) => first === name);
  if (words.length === 0 || words.some(({ length }) => length === 1)) return null;
  return words[0]?.slice(0, 3).join(" ") ?? null;
}
