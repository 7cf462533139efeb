import { areEquivalent } from "../../guard/paraphrase/equivalents.ts";
import type { SlotWords } from "../../lexicon/slot-words.ts";
import type { PageSentence, TextWords } from "./read-page.ts";
import type { Slot, SlotQuestion } from "./slot.ts";
import type { AskedWord, Word } from "./words.ts";

/** Maximum number of words of a relation. Longer questions are paraphrased too freely. */
const MAX_RELATION = 3;
/** Weight from which a word of a relation is distinctive. */
const DISTINCTIVE = 3.5;

/**
 * Returns the slot for what is asked about a name in few words ("the average depth of …"). A sentence fills
 * it with these words or equivalents. Of three words, one may be missing. A word of the question
 * counts only for itself: in "won the award", "award" does not stand in for "won".
 */
export function findRelationSlots(
  { predicate, qualifiers, cased, givesChoice, lifeEvent, expected }: SlotQuestion,
  { implied = "", deal = "" }: SlotWords,
): Slot[] {
  const isImplied = new Set(implied.split(" "));
  const ofDeal = new Set(deal.split(" "));
  const isQualifier = (stem: string) => qualifiers.some((one) => one.stem === stem);
  const asked = predicate.filter(({ stem }) => !isImplied.has(stem) && !isQualifier(stem));
  const isShort = asked.length > 0 && asked.length <= MAX_RELATION;
  if (!isShort || !cased || givesChoice || lifeEvent !== null || expected === "biography") return [];
  const own = new Set(asked.map(({ stem }) => stem));
  const missing = asked.length === MAX_RELATION ? 1 : 0;
  return [
    {
      kind: "relation",
      isFilled: (sentence, { title }, previous) => {
        const stems = listNear(sentence, title, previous).flatMap((near) => [...near.stems]);
        const others = stems.filter((stem) => !own.has(stem));
        const isSaid = ({ stem, weight, synonyms }: AskedWord) =>
          weight < DISTINCTIVE ||
          stems.includes(stem) ||
          others.some((one) => saysTheSame(one, stem)) ||
          (ofDeal.has(stem) && sentence.words.some((word) => ofDeal.has(word.stem))) ||
          synonyms.some((role) => role < 0 && sentence.classes.has(role));
        return asked.filter((word) => !isSaid(word)).length <= missing;
      },
    },
  ];
}

const MAX_NOUNS = 4;

/**
 * "How many days" is not answered by a number of kilometres; but "how many people died" by "killed 23",
 * because the noun is loose.
 */
export function findCountedSlots(
  { cased }: SlotQuestion,
  words: readonly Word[],
  { loose = "", counted = "" }: SlotWords,
): Slot[] {
  const at = words.findIndex(({ word }, place) => word === "how" && words[place + 1]?.word === "many");
  if (at < 0) return [];
  const run = words.slice(at + 2, at + 2 + MAX_NOUNS);
  const end = run.findIndex(({ stop }) => stop);
  const noun = run.slice(0, end < 0 ? 1 : end).findLast(({ capital }) => !capital);
  const isOf = (list: string) => (one: Word) => list.split(" ").includes(one.word);
  if (noun === undefined || run.some(isOf(loose)) || !(cased || isOf(counted)(noun))) return [];
  return [
    {
      kind: "filler",
      isFilled: (sentence, { title }, previous) =>
        listNear(sentence, title, previous).some(({ stems }) =>
          [...stems].some((one) => one === noun.stem || saysTheSame(one, noun.stem)),
        ),
    },
  ];
}

/** Returns a sentence and the texts that say what it is about. */
function listNear(sentence: PageSentence, title: TextWords, previous: PageSentence | undefined): TextWords[] {
  return [sentence, title, ...(sentence.refersBack && previous !== undefined ? [previous] : [])];
}

const MIN_ROOT = 4;
const ROOT = 5;

/** Returns whether two different stems have one root ("exam", "examin") or are equivalent. */
function saysTheSame(one: string, other: string): boolean {
  if (areEquivalent(one, other) || undouble(one) === other || undouble(other) === one) return true;
  const length = Math.min(one.length, other.length, ROOT);
  return length >= MIN_ROOT && one.slice(0, length) === other.slice(0, length);
}

/** Returns the verb of a noun for its doer with a doubled consonant: "winner" → "win". */
function undouble(stem: string): string {
  return stem.replace(/(\p{L})\1er$/u, "$1");
}
