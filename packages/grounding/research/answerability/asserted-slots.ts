import type { SlotWords } from "../../lexicon/slot-words.ts";
import { NUMBER_WORDS } from "./answer-mentions.ts";
import type { PageSentence } from "./read-page.ts";
import { compilePattern, lower, type Slot, type SlotQuestion } from "./slot.ts";
import type { Word } from "./words.ts";

/** Matches the start of a clause, inside a sentence. */
const CLAUSE = /[;:–—,]\s|\s(?=(?:and|but|while|whereas|although|which|who|where|because)\s)/gu;
const NEGATION = /^(?:not|never)$|n['’]t$/u;
const DENIAL = /^den(?:y|ied|ies|ying)$/u;
/** Number of words before a verb among which a negation denies it. */
const NEGATION_REACH = 2;

/**
 * Returns the slot that only a stated fact fills: "Vela plans to open in 2030" and "Vela never opened" do not
 * answer when Vela opened. The sentence must state one word of the question as a fact and, if the question
 * asks for a number or date, also one of those.
 */
export function findAssertedSlots(profile: SlotQuestion, text: string, said: SlotWords): Slot[] {
  const { expected, asked, allStems, language } = profile;
  const { planned, ahead } = said;
  if (planned === undefined || expected === "yes_no" || expected === "reason") return [];
  const plan = compilePattern(planned, language);
  const question = lower(text);
  const asksPlan =
    plan.test(question) || (ahead !== undefined && compilePattern(ahead, language).test(question));
  const asksDenial = question
    .split(/[\s?]+/u)
    .some((word) => NEGATION.test(word) || DENIAL.test(word) || word === "no");
  const own = new Set(asked.flatMap(({ name, stem }) => (name ? [] : [stem])));
  const wantsValue = expected === "number" || expected === "date";
  const isValue = ({ raw, word, stem }: Word) =>
    !allStems.has(stem) && word !== "half" && (/\p{Nd}/u.test(raw) || NUMBER_WORDS.has(word));

  const isFact = (sentence: PageSentence, at: number): boolean => {
    const { before, clause } = readClause(sentence, at, language === "en");
    if (!asksPlan && plan.test(clause)) return false;
    return asksDenial || !isDenied(before, sentence.text);
  };
  return [
    {
      kind: "asserted",
      isFilled: (sentence) => {
        const isSomeFact = (fits: (word: Word) => boolean) => {
          const places = sentence.words.flatMap((word, at) => (fits(word) ? [at] : []));
          return places.length === 0 || places.some((at) => isFact(sentence, at));
        };
        return isSomeFact(({ stop, stem }) => !stop && own.has(stem)) && (!wantsValue || isSomeFact(isValue));
      },
    },
  ];
}

/**
 * Returns the clause of a word, in lower case, and the words before it there. With `isAhead`, the clause ends
 * with the word, because in English a plan is announced before it.
 */
function readClause({ text, words }: PageSentence, at: number, isAhead: boolean) {
  const { start = 0, end = 0 } = words[at] ?? {};
  const joints = Array.from(text.matchAll(CLAUSE), ({ index }) => index);
  const from = joints.findLast((index) => index <= start) ?? 0;
  const until = isAhead ? end : (joints.find((index) => index > start) ?? text.length);
  return {
    before: words.slice(0, at).filter((word) => word.start >= from),
    clause: lower(text.slice(from, until)),
  };
}

/** Returns whether the words before another one, in its clause, deny it. */
function isDenied(before: readonly Word[], text: string): boolean {
  const [first] = before;
  if (first?.word === "no" && !/^\P{L}*\p{Nd}/u.test(text.slice(first.end))) return true;
  if (before.some(({ word }) => DENIAL.test(word))) return true;
  const close = before.slice(-NEGATION_REACH);
  return close.some(
    ({ word, raw }, at) => (NEGATION.test(word) || NEGATION.test(raw)) && close[at + 1]?.word !== "only",
  );
}
