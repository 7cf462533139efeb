import type { Language } from "../../lexicon/language.ts";
import { getLexicon } from "../../lexicon/lexicon.ts";
import type { SlotWords } from "../../lexicon/slot-words.ts";
import { getWords } from "../../lexicon/word-lists.ts";
import type { ExpectedAnswer } from "../../question/question.ts";
import { CASED, findAnswerMentions } from "./answer-mentions.ts";
import { findAssertedSlots } from "./asserted-slots.ts";
import { findBearerSlots } from "./bearer-slots.ts";
import { findAgentSlots, findPatientSlots } from "./doer-slots.ts";
import { findNumberSlots } from "./number-slots.ts";
import { findCountedSlots, findRelationSlots } from "./relation-slots.ts";
import { compilePattern, lower, lowerFirstLetter, type Slot, type SlotQuestion } from "./slot.ts";
import { findRelativeSlots, findValueSlots } from "./value-slots.ts";
import type { Word } from "./words.ts";

/**
 * Returns the slots of a question, given as written and as words. A likeness score cannot tell "founded in
 * 1874" from an answer to "who founded it".
 */
export function findSlots(profile: SlotQuestion, text: string, words: readonly Word[]): Slot[] {
  const { language, expected } = profile;
  const said = getLexicon(language).slots ?? {};
  return [
    ...findFillerSlots(profile, said),
    ...findCauseSlots(expected, said, language),
    ...findHeldSlots(text, expected, said, language),
    ...findOrderSlots(profile, words, said),
    ...findNumberSlots(words),
    ...findDoerSlots(words, said),
    ...findAssertedSlots(profile, text, said),
    ...findRelativeSlots(profile),
    ...(language === "en" ? findEnglishSlots(profile, text, words, said) : []),
  ];
}

/** Returns the slots that need the order of words, or lists of equivalents, which only English has. */
function findEnglishSlots(
  profile: SlotQuestion,
  text: string,
  words: readonly Word[],
  said: SlotWords,
): Slot[] {
  return [
    ...findRelationSlots(profile, said),
    ...findCountedSlots(profile, words, said),
    ...findAgentSlots(profile, words, said),
    ...findPatientSlots(profile, words, said),
    ...findBearerSlots(profile, words),
    ...findValueSlots(profile, text, words, said),
  ];
}

const FILLABLE: readonly ExpectedAnswer[] = ["date", "number", "person", "place", "organisation"];

/** "Who", "when", "where" and "how many" need a name, date or number that the question does not contain. */
function findFillerSlots(profile: SlotQuestion, said: SlotWords): Slot[] {
  const { expected, language, allStems } = profile;
  if (!FILLABLE.includes(expected) || profile.givesChoice || !CASED.has(language)) return [];
  const { months } = getWords(language);
  const inside = new Set(said.in?.split(" "));
  const isNew = ({ stem }: Word) => !allStems.has(stem);
  const isNewNumber = (word: Word) => isNew(word) && /\p{Nd}/u.test(word.raw);
  const isNewName = (word: Word) => isNew(word) && word.capital && !word.stop;

  const isFilled: Slot["isFilled"] = ({ text, words }, { title }) => {
    if (expected === "date") return hasDate(text, words);
    return expected === "number" ? hasNumber(words) : title.words.some(isNewName) || hasName(words);
  };
  return [{ kind: "filler", isFilled }];

  function hasDate(text: string, words: readonly Word[]): boolean {
    return (
      words.some((word) => isNewNumber(word) || (isNew(word) && months.has(word.word))) ||
      (said.when !== undefined && compilePattern(said.when, language).test(lower(text)))
    );
  }

  function hasNumber(words: readonly Word[]): boolean {
    // "How old is Ada?" is also answered by a date of birth.
    if (allStems.has("old") && words.some(isNewNumber)) return true;
    return findAnswerMentions(profile, words)?.some((at) => !inside.has(words[at]?.word ?? "")) !== false;
  }

  function hasName(words: readonly Word[]): boolean {
    const names = words.flatMap((word, at) => {
      const isOpener = at === 0 && !words[1]?.capital && words[1]?.stop !== true;
      return isNewName(word) && !isOpener && !months.has(word.word) ? [at] : [];
    });
    if (expected === "person") return names.some((at) => !isAfterPlacePreposition(words, at, inside));
    return names.length > 0 || (expected === "place" && words.some((_, at) => isPlace(words, at)));
  }

  /** "in the membranes": a place without a capital. */
  function isPlace(words: readonly Word[], at: number): boolean {
    if (!inside.has(lower(words[at]?.raw ?? ""))) return false;
    const next = words.slice(at + 1, at + 3).find(({ stop }) => !stop);
    return next !== undefined && isNew(next) && !/\p{Nd}/u.test(next.raw) && !months.has(next.word);
  }
}

/** Words before an agent, as in "built by …". */
const AGENT_PREPOSITIONS = new Set("by von durch por от tarafından par da door".split(" "));

/** Returns whether a preposition of place is among the three words before a name: "in the town of Kelsey". */
function isAfterPlacePreposition(words: readonly Word[], at: number, inside: ReadonlySet<string>): boolean {
  let from = at;
  while (from > 0 && words[from - 1]?.capital === true && !words[from - 1]?.stop) from -= 1;
  for (let place = from - 1; place >= Math.max(0, from - 4); place -= 1) {
    const word = words[place];
    if (word === undefined || AGENT_PREPOSITIONS.has(word.word) || /\p{Nd}/u.test(word.raw)) return false;
    if (inside.has(lower(word.raw))) return true;
    if (word.stop && word.word.length > 3) return false;
  }
  return false;
}

/** "Why" needs a cause: a date alone is no reason. */
function findCauseSlots(expected: ExpectedAnswer, { cause }: SlotWords, language: Language): Slot[] {
  if (expected !== "reason" || cause === undefined) return [];
  const tells = compilePattern(cause, language);
  return [{ kind: "cause", isFilled: ({ text }) => tells.test(lowerFirstLetter(text)) }];
}

/** A question for the holder of an office is not answered by a former holder. */
function findHeldSlots(text: string, expected: ExpectedAnswer, said: SlotWords, language: Language): Slot[] {
  const { office, now, then, past, present } = said;
  if (!office || !now || !then || !past || !present) return [];
  const asked = lower(text);
  const has = (source: string, one: string) => compilePattern(source, language).test(one);
  if (said.ended && said.today && has(said.today, asked)) return [createHeldSlot(said.ended, present, has)];
  if (
    expected !== "person" ||
    !has(office, asked) ||
    !has(now, asked) ||
    has(then, asked) ||
    /\d{4}/.test(asked)
  )
    return [];
  return [createHeldSlot(past, present, has)];
}

function createHeldSlot(past: string, present: string, has: (source: string, one: string) => boolean): Slot {
  return {
    kind: "held",
    isFilled: (sentence) => {
      const one = lower(sentence.text);
      return !has(past, one) || has(present, one);
    },
  };
}

type Direction = "after" | "before";
const OPPOSITE: Readonly<Record<Direction, Direction>> = { after: "before", before: "after" };
const NAME_REACH = 4;
/** A pattern for characters that no text contains. */
const NO_TEXT = "\\p{Co}";

/** A question for what came after a name is not answered by what came before it, or the reverse. */
function findOrderSlots({ language }: SlotQuestion, words: readonly Word[], said: SlotWords): Slot[] {
  const { after, before, successor = NO_TEXT, predecessor = NO_TEXT, passive = "" } = said;
  if (after === undefined || before === undefined) return [];
  const auxiliaries = new Set(passive.split(" "));
  const readDirection = ({ raw }: Word): { direction: Direction; noun: boolean } | null => {
    const word = lower(raw);
    const is = (source: string) => compilePattern(`^(?:${source})$`, language).test(word);
    if (is(successor)) return { direction: "after", noun: true };
    if (is(predecessor)) return { direction: "before", noun: true };
    if (is(after)) return { direction: "after", noun: false };
    return is(before) ? { direction: "before", noun: false } : null;
  };
  const readNameAfter = (all: readonly Word[], at: number) => {
    const run = all.slice(at + 1, at + 1 + NAME_REACH);
    const from = run.findIndex(({ stop }) => !stop);
    if (from < 0 || from > 1) return [];
    const end = run.findIndex(({ stop }, place) => stop && place > from);
    return run.slice(from, end < 0 ? undefined : end);
  };
  const at = words.findIndex((word) => readDirection(word) !== null);
  const asked = readDirection(words[at] ?? NO_WORD)?.direction;
  const name = readNameAfter(words, at).findLast(({ stop }) => !stop)?.stem;
  if (asked === undefined || name === undefined) return [];
  return [
    {
      kind: "order",
      isFilled: (sentence) => {
        const directions = sentence.words.flatMap((word, place): Direction[] => {
          const found = readDirection(word);
          if (found === null) return [];
          const isNameAfter = readNameAfter(sentence.words, place).some(({ stem }) => stem === name);
          const isNameBefore = sentence.words.slice(0, place).some(({ stem }) => stem === name);
          if (!isNameAfter && !isNameBefore) return [];
          // "Ada succeeded Bo" and "Bo was succeeded by Ada" have the same direction, seen from Bo.
          const isPassive = auxiliaries.has(sentence.words[place - 1]?.word ?? "");
          const isSeenFromName = found.noun || isNameAfter !== isPassive;
          return [isSeenFromName ? found.direction : OPPOSITE[found.direction]];
        });
        return directions.length === 0 || directions.includes(asked);
      },
    },
  ];
}

const NO_WORD: Word = { raw: "", word: "", stem: "", start: 0, end: 0, stop: true, capital: false };

const ASKS_DOER = new Set(["who", "what", "which"]);
const SUBJECT_REACH = 4;
const NOT_SUBJECT = new Set("by of with for from to who which that".split(" "));

/** "Who beat Ada" is not answered by a sentence in which Ada beat someone. */
function findDoerSlots(words: readonly Word[], { passive }: SlotWords): Slot[] {
  const [first, ...others] = words;
  if (passive === undefined || !ASKS_DOER.has(first?.word ?? "")) return [];
  const at = first?.word === "who" ? 0 : 1;
  const verb = others[at];
  const object = others.slice(at + 1).filter(({ word }) => word !== "the");
  const end = object.findIndex(({ stop }) => stop);
  const name = object.slice(0, end < 0 ? undefined : end).at(-1);
  if (verb === undefined || verb.stop || verb.capital || name === undefined) return [];
  const auxiliaries = new Set(passive.split(" "));
  return [
    {
      kind: "doer",
      isFilled: (sentence) => {
        const all = sentence.words;
        const places = all.flatMap(({ stem }, place) => (stem === verb.stem ? [place] : []));
        return (
          places.length === 0 ||
          places.some((place) => {
            if (all[place + 1]?.word === "by") return true;
            const before = all.slice(Math.max(0, place - SUBJECT_REACH), place);
            const nameAt = before.findLastIndex(({ stem }) => stem === name.stem);
            if (nameAt < 0 || before.slice(0, nameAt).some(({ word }) => NOT_SUBJECT.has(word))) return true;
            const between = before.slice(nameAt + 1);
            return between.some(({ word }) => auxiliaries.has(word) || NOT_SUBJECT.has(word));
          })
        );
      },
    },
  ];
}
