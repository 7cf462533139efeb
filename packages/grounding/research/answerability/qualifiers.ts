import { findFieldQualifiers } from "./field-qualifiers.ts";
import { findNumberedNouns } from "./numbered-nouns.ts";
import { findOffices } from "./office-ranks.ts";
import { findAlternatives } from "./opposite-words.ts";
import type { Qualifier } from "./qualifier.ts";
import type { PageIndex, PageSentence } from "./read-page.ts";
import type { Word } from "./words.ts";

/**
 * Returns the qualifiers in the words of an English question. `person` is the name that it is about, as
 * stems.
 */
export function findQualifiers(question: readonly Word[], person: readonly string[]): Qualifier[] {
  const words = withoutClue(question);
  return [
    ...findNumberedNouns(words),
    ...findFieldQualifiers(words),
    ...findOffices(words),
    ...findAlternatives(words, person),
  ];
}

const WHICH = new Set(["what", "which"]);

/**
 * Drops the clue before "of which". In "the second episode of which series", the qualifier describes the
 * clue, not the answer.
 */
function withoutClue(words: readonly Word[]): readonly Word[] {
  const asks = words.findIndex(({ word }, at) => WHICH.has(word) && words[at - 1]?.word === "of");
  return asks < 0 ? words : words.slice(asks);
}

/**
 * Returns whether a sentence contains a synonym of a word in the question: "2nd" for "second", "eldest" for
 * "oldest".
 */
export function saysOtherwise(qualifiers: readonly Qualifier[], stem: string, words: readonly Word[]) {
  return qualifiers.some((asked) => asked.stem === stem && asked.has(words));
}

/**
 * Returns whether a sentence is about a different item: it contains a different value of a qualifier, and
 * never the one in the question. A sentence without a value may be about the only item. The exception is "her
 * second prize", which implies several.
 */
export function isOfAnotherKind(
  qualifiers: readonly Qualifier[],
  { title, sentences }: PageIndex,
  index: number,
): boolean {
  const sentence = sentences[index];
  if (sentence === undefined) return false;
  const { words } = sentence;
  return qualifiers.some((asked) => {
    if (asked.has(words)) return false;
    const before = asked.continues ? readContinued(sentence, sentences[index - 1], asked.continues) : [];
    if (asked.isOneOfSeveral) return !asked.has([...title.words, ...before]);
    if (!asked.hasOther(words) || (asked.mayBeInTitle && asked.has(title.words))) return false;
    return !asked.has(before);
  });
}

const PERSONAL = new Set("he she his her".split(" "));

/**
 * Returns the words of the sentence that an initial pronoun refers to. In "It followed the first season",
 * "It" refers to the season before; in "She won the first in 1903", "She" refers to the person and not the
 * prize.
 */
function readContinued(
  { refersBack, words }: PageSentence,
  previous: PageSentence | undefined,
  continues: "any" | "thing",
): readonly Word[] {
  if (!refersBack || previous === undefined) return [];
  return continues === "thing" && PERSONAL.has(words[0]?.word ?? "") ? [] : previous.words;
}
