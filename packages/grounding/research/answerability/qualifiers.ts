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
import type { PageSentence, ReadPage } from "./read-page.ts";
import type { Word } from "./words.ts";

/** Parts of a question that distinguish one thing of a kind: its number, field, place or extreme. */
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
 * Returns a question without known facts about the thing asked about. "The second episode of which series"
 * asks about the series, and any sentence about one of its episodes may name it.
 */
function withoutClue(words: readonly Word[]): readonly Word[] {
  const asks = words.findIndex(({ word }, at) => WHICH.has(word) && words[at - 1]?.word === "of");
  return asks < 0 ? words : words.slice(asks);
}

/**
 * Returns whether a sentence contains an asked word in another form: "2nd" for "second", "eldest" for
 * "oldest".
 */
export function saysOtherwise({ numbers, alternatives }: Qualifiers, stem: string, words: readonly Word[]) {
  return (
    numbers.some((asked) => asked.stem === stem && hasNumber(asked, words)) ||
    alternatives.some((asked) => asked.stem === stem && hasAlternative(asked, words))
  );
}

/**
 * Returns whether a sentence is about another thing of the kind: it has another value of a qualifier, and
 * nowhere the value asked about. A sentence without a value may be about the only thing there is, except for
 * questions such as "her second prize", which imply another one.
 */
export function isOfAnotherKind(
  { numbers, slots, alternatives, offices, models }: Qualifiers,
  person: readonly string[],
  page: ReadPage,
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
 * Returns what a sentence that starts with a pronoun continues. "It followed the first season" continues
 * about the season before; "She won the first in 1903" continues about the person and not the prize.
 */
function findContinued({ pronoun, words }: PageSentence, previous: PageSentence | undefined): Continued {
  if (!pronoun || previous === undefined) return { person: null, thing: null };
  const isPerson = PERSONAL.has(words[0]?.word ?? "");
  return isPerson ? { person: previous, thing: null } : { person: null, thing: previous };
}
