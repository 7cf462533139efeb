import { areEquivalent } from "../../guard/paraphrase/equivalents.ts";
import type { SlotWords } from "../../lexicon/slot-words.ts";
import { getWords } from "../../lexicon/word-lists.ts";
import { NUMBER_WORDS } from "./answer-mentions.ts";
import type { PageSentence } from "./read-page.ts";
import { compilePattern, lower, type Slot, type SlotQuestion } from "./slot.ts";
import type { Word } from "./words.ts";

/** Returns the slots for a value of the kind that a question asks for: a length, money, several names. */
export function findValueSlots(
  profile: SlotQuestion,
  text: string,
  words: readonly Word[],
  said: SlotWords,
): Slot[] {
  return [
    ...findMeasureSlots(words, said),
    ...findMoneySlots(profile, text, said),
    ...findMemberSlots(profile, words),
  ];
}

/** "How tall" needs a length. If the sentence names a dimension, it must be height: not "5 km long". */
function findMeasureSlots(words: readonly Word[], { measures = [], dimensions = "" }: SlotWords): Slot[] {
  const at = words.findIndex(({ word }) => word === "how") + 1;
  const asked = words[at]?.word ?? "";
  const measure = measures.find((one) => at > 0 && one.asked.split(" ").includes(asked));
  if (measure === undefined) return [];
  const amount = `(?:\\p{Nd}|${[...NUMBER_WORDS].join("|")})[\\s-]?(?:${measure.units})(?!\\p{L})`;
  const pattern = new RegExp(amount, "u");
  const isOwn = (word: string) => word === asked || areEquivalent(word, asked);
  return [
    {
      kind: "filler",
      isFilled: ({ text, words: all }) => {
        const named = all.filter(({ word }) => dimensions.split(" ").includes(word) || isOwn(word));
        return pattern.test(lower(text)) && (named.length === 0 || named.some(({ word }) => isOwn(word)));
      },
    },
  ];
}

/** "How much money" is not answered by a number of subscribers. */
function findMoneySlots({ language }: SlotQuestion, text: string, { asksMoney, money }: SlotWords): Slot[] {
  if (!asksMoney || !money || !compilePattern(asksMoney, language).test(lower(text))) return [];
  const currency = compilePattern(money, language);
  const isFilled = (sentence: PageSentence) =>
    /\p{Sc}/u.test(sentence.text) || currency.test(lower(sentence.text));
  return [{ kind: "filler", isFilled }];
}

/** "Which five islands" needs their names, and not only their number. */
function findMemberSlots({ allStems }: SlotQuestion, words: readonly Word[]): Slot[] {
  const at = words.findIndex(({ word }) => word === "which" || word === "what");
  const count = words[at + 1]?.word ?? "";
  if (at < 0 || !NUMBER_WORDS.has(count) || count === "one") return [];
  const { months } = getWords("en");
  const isName = ({ capital, stop, stem, word }: Word) =>
    capital && !stop && !allStems.has(stem) && !months.has(word);
  return [{ kind: "filler", isFilled: ({ words: all }) => all.slice(1).filter(isName).length > 1 }];
}

const RELATIVE =
  /[,(]\s(?:who|whom|whose|which|der|die|das|welche[rs]?|qui|que|dont|el cual|la cual|quien)\s[^,;)]*/gu;

/**
 * Returns the slot that a relative clause leaves open, because it is about the word before it and not about
 * the subject: "Ada was faster than Bo, who took five hours" does not say how long Ada took.
 */
export function findRelativeSlots({ expected, allStems, predicate }: SlotQuestion): Slot[] {
  // "Who designed it" is answered by "Doepler, who designed it".
  if (expected === "person" || expected === "organisation") return [];
  const asked = new Set(predicate.map(({ stem }) => stem));
  const wantsValue = expected === "number" || expected === "date";
  const isAnswer = ({ raw, stem }: Word) =>
    wantsValue ? /\p{Nd}/u.test(raw) && !allStems.has(stem) : asked.has(stem);
  return [
    {
      kind: "clause",
      isFilled: ({ text, words }) => {
        const answers = words.filter(isAnswer);
        const clauses = Array.from(
          text.matchAll(RELATIVE),
          ({ index, 0: { length } }) => [index, index + length] as const,
        );
        const isOwn = ({ start, end }: Word) => {
          const [from] = clauses.find(([first, last]) => start > first && end <= last) ?? [];
          const owner =
            from === undefined ? undefined : words.findLast((word) => word.end <= from && !word.stop);
          return owner === undefined || allStems.has(owner.stem);
        };
        return answers.length === 0 || answers.some(isOwn);
      },
    },
  ];
}
