import { ENGLISH } from "../../lexicon/lexicon.ts";
import type { Slot, SlotQuestion } from "./slot.ts";
import type { Word } from "./words.ts";

/**
 * Returns the slots that a sentence about another thing leaves open, although it shares words with the one
 * asked about: "Lower Austria" for Austria, "John Luther Adams" for John Adams.
 */
export function findBearerSlots(profile: SlotQuestion, words: readonly Word[]): Slot[] {
  return [
    ...findRestrictedSlots(profile, words),
    ...findPartSlots(profile),
    ...findRegionSlots(profile),
    ...findMiddleNameSlots(profile),
  ];
}

const SUPERLATIVE =
  /^(?:first|last|only|(?:larg|bigg|great|small|high|tall|low|long|short|fast|deep|rich|old|young|heavi|busi|earli|lat|near|strong|clos|new)est)$/u;
/** Maximum number of words to read after a superlative: "the tallest wooden office building". */
const MAX_NOUNS = 3;

/** "The tallest wooden building" is not the tallest building, and the first woman not the first person. */
function findRestrictedSlots({ allStems }: SlotQuestion, words: readonly Word[]): Slot[] {
  return words.flatMap(({ word }, at): Slot[] => {
    const asked = readNouns(words, at + 1);
    if (!SUPERLATIVE.test(word) || words[at - 1]?.word !== "the" || asked.length === 0) return [];
    const isOther = (nouns: readonly Word[]) => {
      const isAdded = nouns.slice(0, 2).some(({ stem, capital }) => !capital && !allStems.has(stem));
      const isSame = nouns.some(({ stem }) => asked.some((noun) => noun.stem === stem));
      return isAdded && (isSame || asked[0]?.word === "person");
    };
    return [
      {
        kind: "restricted",
        isFilled: ({ words: all }) => {
          const places = all.flatMap((one, place) => (one.word === word ? [place] : []));
          return (
            places.length === 0 ||
            places.some((place) => !isOther(readNouns(all, place + 1).slice(0, asked.length + 1)))
          );
        },
      },
    ];
  });
}

/** Returns the words from a position up to a function word or a number. */
function readNouns(words: readonly Word[], from: number): readonly Word[] {
  const run = words.slice(from, from + MAX_NOUNS);
  const end = run.findIndex(({ stop, raw }) => stop || /\p{Nd}/u.test(raw));
  return run.slice(0, end < 0 ? undefined : end);
}

/** Number of words after "Vela's" of which one must be in the question. */
const OWNED_REACH = 2;

/** "Vela's packaging division earned 4 million" does not say what Vela earned. */
function findPartSlots({ primary, expected, allStems }: SlotQuestion): Slot[] {
  if (primary === null || !(expected === "number" || expected === "date")) return [];
  return [
    {
      kind: "bearer",
      isFilled: ({ words }) => {
        const places = words.flatMap(({ stem, capital }, at) =>
          stem === primary.at(-1) && capital ? [at] : [],
        );
        const isOwn = (at: number) =>
          !/['’]s?$/u.test(words[at]?.raw ?? "") ||
          words.slice(at + 1, at + 1 + OWNED_REACH).some(({ stem }) => allStems.has(stem));
        return places.length === 0 || places.some(isOwn);
      },
    },
  ];
}

/** Words for parts of a country, which are on the first four lines of the list: north, upper, inner, old. */
const REGIONS = new Set(ENGLISH.contrasts.beforeNoun.slice(0, 4).flatMap((line) => line.split(/ \| | /)));

/** Lower Austria is not Austria. */
function findRegionSlots({ names }: SlotQuestion): Slot[] {
  return names.flatMap(([name, ...others]): Slot[] => {
    if (name === undefined || others.length > 0) return [];
    return [
      {
        kind: "bearer",
        isFilled: ({ words }) => {
          const places = words.flatMap(({ stem, capital }, at) => (capital && stem === name ? [at] : []));
          const isPart = (one: Word | undefined) => one?.capital === true && REGIONS.has(one.word);
          return places.length === 0 || places.some((at) => !isPart(words[at - 1]));
        },
      },
    ];
  });
}

/** "John Adams" is not John Luther Adams, unless the title or the sentence says so. */
function findMiddleNameSlots({ primary }: SlotQuestion): Slot[] {
  const [first, ...rest] = primary ?? [];
  const [last, ...middle] = rest.toReversed();
  if (first === undefined || middle.length === 0) return [];
  const isShort = (words: readonly Word[]) =>
    words.some(({ stem }, at) => stem === first && words[at + 1]?.stem === last);
  return [
    {
      kind: "bearer",
      isFilled: ({ words, stems, refersBack }, { title }, previous) => {
        const before = refersBack && previous !== undefined ? previous.words : [];
        return (
          !(isShort(words) || isShort(before)) ||
          middle.every((stem) => stems.has(stem) || title.stems.has(stem))
        );
      },
    },
  ];
}
