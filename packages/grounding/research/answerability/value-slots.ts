import { areEquivalent } from "../../guard/paraphrase/equivalents.ts";
import { getWords } from "../../lexicon/word-lists.ts";
import { NUMBER_WORDS } from "./answer-mentions.ts";
import { lower, type Slot, type SlotQuestion } from "./slot.ts";
import type { Word } from "./words.ts";

/** Returns the slots for a value of the kind that a question asks for: a length, money, several names. */
export function findValueSlots(profile: SlotQuestion, text: string, words: readonly Word[]): Slot[] {
  return [...findMeasureSlots(words), ...findMoneySlots(text), ...findMemberSlots(profile, words)];
}

const LENGTHS =
  "(?:kilo|centi|milli)?met(?:er|re)s?|km|cm|mm|m|miles?|feet|foot|ft|in|inch(?:es)?|yards?|light-years?|storeys?|stories|floors?";
const WEIGHTS = "kilo(?:gram(?:me)?)?s?|kg|gram(?:me)?s?|tonn?es?|tons?|pounds?|lbs?|ounces?|stone|t";
const UNITS: ReadonlyMap<string, string> = new Map([
  ...["tall", "high", "wide", "deep", "thick"].map((word) => [word, LENGTHS] as const),
  ["heavy", WEIGHTS],
]);
const DIMENSIONS = "tall high long wide deep thick".split(" ");

/** "How tall" needs a length, and not the one of something that is only said to be long. */
function findMeasureSlots(words: readonly Word[]): Slot[] {
  const asked = words.find(({ word }, at) => words[at - 1]?.word === "how" && UNITS.has(word))?.word;
  if (asked === undefined) return [];
  const amount = `(?:\\p{Nd}|${[...NUMBER_WORDS].join("|")})[\\s-]?(?:${UNITS.get(asked)})(?!\\p{L})`;
  const pattern = new RegExp(amount, "u");
  const isOwn = (word: string) => word === asked || areEquivalent(word, asked);
  return [
    {
      kind: "filler",
      isFilled: ({ text, words: all }) => {
        const told = all.filter(({ word }) => DIMENSIONS.includes(word) || isOwn(word));
        return pattern.test(lower(text)) && (told.length === 0 || told.some(({ word }) => isOwn(word)));
      },
    },
  ];
}

const ASKS_MONEY =
  /\bhow much (?:money\b|.*\b(?:pay|paid|cost|earn|earned|spend|spent|sell for|sold for)\b)/iu;
const MONEY =
  /\p{Sc}|\b(?:dollars?|euros?|pounds?|pence|cents?|francs?|marks?|yen|rupees?|crowns?|kron(?:e|or|er)|pesos?|usd|eur|gbp|free)\b/iu;

/** "How much money" is not answered by a number of subscribers. */
function findMoneySlots(text: string): Slot[] {
  return ASKS_MONEY.test(text) ? [{ kind: "filler", isFilled: (sentence) => MONEY.test(sentence.text) }] : [];
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
 * A number or date in a relative clause belongs to the word before it: "faster than the winner, who took five
 * hours" is about the winner.
 */
export function findRelativeSlots({ expected, allStems }: SlotQuestion): Slot[] {
  if (expected !== "number" && expected !== "date") return [];
  return [
    {
      kind: "clause",
      isFilled: ({ text, words }) => {
        const values = words.filter(({ raw, stem }) => /\p{Nd}/u.test(raw) && !allStems.has(stem));
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
        return values.length === 0 || values.some(isOwn);
      },
    },
  ];
}
