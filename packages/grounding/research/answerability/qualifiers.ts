import { type AskedModel, findModels, hasModel, hasOtherVariant } from "./model-variants.ts";
import { findNamedSlots, hasOtherValue, hasValue, type NamedSlot } from "./named-slots.ts";
import {
  findNumberedNouns,
  hasNumber,
  hasOtherNumber,
  isOneOfSeveral,
  type NumberedNoun,
} from "./numbered-nouns.ts";
import { type AskedOffice, findAskedOffices, hasOtherRank, hasRank } from "./office-ranks.ts";
import {
  type AskedAlternative,
  findAskedAlternatives,
  hasAlternative,
  hasOtherAlternative,
} from "./opposite-words.ts";
import type { PageIndex, PageSentence } from "./read-page.ts";
import type { Word } from "./words.ts";

/** Parts of a question that single out one of several similar things: "second", "in Chemistry", "oldest". */
export interface Qualifiers {
  numbers: readonly NumberedNoun[];
  slots: readonly NamedSlot[];
  alternatives: readonly AskedAlternative[];
  offices: readonly AskedOffice[];
  models: readonly AskedModel[];
}

export const NO_QUALIFIERS: Qualifiers = {
  numbers: [],
  slots: [],
  alternatives: [],
  offices: [],
  models: [],
};

/** Returns the qualifiers in the words of an English question. */
export function findQualifiers(question: readonly Word[]): Qualifiers {
  const words = withoutClue(question);
  return {
    offices: findAskedOffices(words),
    models: findModels(words),
    numbers: findNumberedNouns(words),
    slots: findNamedSlots(words),
    alternatives: findAskedAlternatives(words),
  };
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
export function saysOtherwise({ numbers, alternatives }: Qualifiers, stem: string, words: readonly Word[]) {
  return (
    numbers.some((asked) => asked.stem === stem && hasNumber(asked, words)) ||
    alternatives.some((asked) => asked.stem === stem && hasAlternative(asked, words))
  );
}

/**
 * Returns whether a sentence is about a different item: it contains a different value of a qualifier, and
 * never the one in the question. A sentence without a value may be about the only item. The exception is "her
 * second prize", which implies several.
 */
export function isOfAnotherKind(
  { numbers, slots, alternatives, offices, models }: Qualifiers,
  person: readonly string[],
  page: PageIndex,
  index: number,
): boolean {
  const sentence = page.sentences[index];
  if (sentence === undefined) return false;
  const { words, stems } = sentence;
  const before = findContinued(sentence, page.sentences[index - 1]);
  return (
    numbers.some((asked) => {
      if (hasNumber(asked, words)) return false;
      if (isOneOfSeveral(asked))
        return !hasNumber(asked, [...page.title.words, ...(before.thing?.words ?? [])]);
      if (!hasOtherNumber(asked, words)) return false;
      return before.thing === null || !hasNumber(asked, before.thing.words);
    }) ||
    slots.some((asked) => {
      if (hasValue(asked, stems) || !hasOtherValue(asked, words)) return false;
      if (!asked.isField && hasValue(asked, page.title.stems)) return false;
      return before.thing === null || !hasValue(asked, before.thing.stems);
    }) ||
    models.some((asked) => !hasModel(asked, words) && hasOtherVariant(asked, words)) ||
    offices.some((asked) => !hasRank(asked, words) && hasOtherRank(asked, words)) ||
    alternatives.some((asked) => {
      if (hasAlternative(asked, words) || !hasOtherAlternative(asked, words, person)) return false;
      return [before.person, before.thing].every((one) => one === null || !hasAlternative(asked, one.words));
    })
  );
}

interface Continued {
  person: PageSentence | null;
  thing: PageSentence | null;
}

const PERSONAL = new Set("he she his her".split(" "));

/**
 * Returns the sentence that an initial pronoun refers to. In "It followed the first season", "It" refers to
 * the season before; in "She won the first in 1903", "She" refers to the person and not the prize.
 */
function findContinued({ refersBack, words }: PageSentence, previous: PageSentence | undefined): Continued {
  if (!refersBack || previous === undefined) return { person: null, thing: null };
  const isPerson = PERSONAL.has(words[0]?.word ?? "");
  return isPerson ? { person: previous, thing: null } : { person: null, thing: previous };
}
