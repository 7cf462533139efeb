import type { Slot } from "./slot.ts";
import type { Word } from "./words.ts";

/** Matches a number, also with letters around it: "4", "12th", "A380". */
const NUMBERED = /^(?:\p{L}{0,4}-?\p{Nd}[\p{L}\p{Nd}.-]*)$/u;
const readDigits = (raw: string) => /\p{Nd}+/u.exec(raw)?.[0] ?? "";

/**
 * Returns a slot for each number of a question, because it identifies one of several things: "Kestrel 4",
 * "the 12th congress". A sentence leaves it open if it has another number in the same place: "Kestrel 5".
 */
export function findNumberSlots(words: readonly Word[]): Slot[] {
  return words.flatMap((word, at): Slot[] => {
    if (!NUMBERED.test(word.raw)) return [];
    const neighbours = [words[at - 1], words[at + 1]].flatMap((one) =>
      one === undefined || one.stop || NUMBERED.test(one.raw) ? [] : one.stem,
    );
    const number = readDigits(word.raw);
    const letters = word.word.replace(/\p{Nd}.*$/u, "");
    const isSame = (one: Word) =>
      one.word === word.word || (letters === "" && readDigits(one.raw) === number);
    const isRival = (all: readonly Word[], place: number) => {
      const one = all[place];
      if (one === undefined || !NUMBERED.test(one.raw)) return false;
      if (letters !== "") return one.word.startsWith(letters);
      return [all[place - 1], all[place + 1]].some(
        (other) => other !== undefined && neighbours.includes(other.stem),
      );
    };
    return [
      {
        kind: "number",
        isFilled: (sentence, { title }, previous) => {
          const near = [sentence.words, title.words];
          const before = sentence.refersBack ? (previous?.words ?? []) : [];
          if ([...near, before].some((found) => found.some(isSame))) return true;
          return !near.some((found) => found.some((_, place) => isRival(found, place)));
        },
      },
    ];
  });
}

const ROOT_LENGTH = 5;

/** Returns whether two stems start alike, as a noun and a verb with the same root do. */
export const sharesRoot = (one: string, other: string) =>
  one.length >= ROOT_LENGTH &&
  other.length >= ROOT_LENGTH &&
  one.slice(0, ROOT_LENGTH) === other.slice(0, ROOT_LENGTH);
