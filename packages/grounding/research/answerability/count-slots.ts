import { detectLanguage } from "../../lexicon/detect-language.ts";
import type { Language } from "../../lexicon/language.ts";
import type { SlotWords } from "../../lexicon/schema.ts";
import { listSynonymClasses } from "../../lexicon/stems.ts";
import { findAnswerMentions } from "./answer-mentions.ts";
import type { Slot, SlotQuestion } from "./slot.ts";
import type { Word } from "./words.ts";

/** "How long is it" needs an amount with a unit of length. Sentences in other languages are not checked. */
export function measureSlots(text: string, { measures = [] }: SlotWords, language: Language): Slot[] {
  return measures
    .filter(([asks]) => asks.test(text))
    .map(([, gives]) => ({
      kind: "unit",
      isFilled: (sentence) =>
        gives.test(sentence.text) || (detectLanguage(sentence.text) ?? language) !== language,
    }));
}

const NUMBERED = /^(?:\p{L}{0,4}-?\p{Nd}[\p{L}\p{Nd}.-]*)$/u;
const readDigits = (raw: string) => /\p{Nd}+/u.exec(raw)?.[0] ?? "";

/** A number next to a word identifies one of several things: "Kestrel 4", "the 12th congress". */
export function findNumberSlots(words: readonly Word[]): Slot[] {
  return words.flatMap((word, at): Slot[] => {
    if (!NUMBERED.test(word.raw)) return [];
    const beside = [words[at - 1], words[at + 1]].flatMap((one) =>
      one === undefined || one.stop || NUMBERED.test(one.raw) ? [] : one.stem,
    );
    const number = readDigits(word.raw);
    const letters = word.word.replace(/\p{Nd}.*$/u, "");
    const isSame = (one: Word) =>
      one.word === word.word || (letters === "" && readDigits(one.raw) === number);
    return [
      {
        kind: "number",
        isFilled: (sentence, { title }, previous) => {
          const near = [sentence.words, title.words];
          const before = sentence.refersBack ? (previous?.words ?? []) : [];
          if ([...near, before].some((found) => found.some(isSame))) return true;
          return !near.some((found) =>
            found.some(
              (one, place) =>
                NUMBERED.test(one.raw) &&
                (letters !== ""
                  ? one.word.startsWith(letters)
                  : [found[place - 1], found[place + 1]].some(
                      (other) => other !== undefined && beside.includes(other.stem),
                    )),
            ),
          );
        },
      },
    ];
  });
}

/** Folded words for "many", which precede what is counted. */
const QUANTITY_WORDS = new Set(
  "many viele cuantos cuantas combien quanti quante quantos quantas hoeveel сколько kac".split(" "),
);

/** Folded words for people, who are also counted by other words: "inhabitants", "victims". */
const PEOPLE_WORDS = new Set(
  "people persons times людеи человек personen menschen personas personnes persone pessoas mensen kisi".split(
    " ",
  ),
);

const ROOT_LENGTH = 5;

/** Returns whether two stems start alike, as a noun and a verb with the same root do. */
export const sharesRoot = (one: string, other: string) =>
  one.length >= ROOT_LENGTH &&
  other.length >= ROOT_LENGTH &&
  one.slice(0, ROOT_LENGTH) === other.slice(0, ROOT_LENGTH);

/** Returns whether a text contains a word, a synonym of it, or another word with the same root. */
function mentionsWord(stem: string, text: { stems: ReadonlySet<string> }, language: Language): boolean {
  if (text.stems.has(stem)) return true;
  const classes = listSynonymClasses(stem, language);
  for (const other of text.stems)
    if (sharesRoot(stem, other) || listSynonymClasses(other, language).some((one) => classes.includes(one)))
      return true;
  return false;
}

/** "How many seats" is not answered by a number of rooms. A number without a noun may count seats. */
export function findUnitSlots(profile: SlotQuestion, words: readonly Word[]): Slot[] {
  const at = words.findIndex(({ word }) => QUANTITY_WORDS.has(word));
  const counted = words.slice(at + 1).find(({ stop }) => !stop);
  if (
    at < 0 ||
    profile.expected !== "number" ||
    counted === undefined ||
    counted.capital ||
    PEOPLE_WORDS.has(counted.word)
  )
    return [];
  return [
    {
      kind: "unit",
      isFilled: (sentence) => {
        if (mentionsWord(counted.stem, sentence, profile.language)) return true;
        const mentions = findAnswerMentions(profile, sentence.words) ?? [];
        return mentions.some((place) => {
          const next = sentence.words[place + 1];
          const between = sentence.text.slice(sentence.words[place]?.end, next?.start);
          return next === undefined || next.stop || next.capital || /[^\s-]/u.test(between);
        });
      },
    },
  ];
}
