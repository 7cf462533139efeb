import { areEquivalent } from "../../guard/paraphrase/equivalents.ts";
import type { SlotWords } from "../../lexicon/slot-words.ts";
import { getWords } from "../../lexicon/word-lists.ts";
import type { PageSentence } from "./read-page.ts";
import type { Slot, SlotQuestion } from "./slot.ts";
import type { Word } from "./words.ts";

/** Number of words after a verb among which "by" and its object are looked for. */
const BY_REACH = 13;
const OBJECT_REACH = 5;

/** Returns whether the verb at a position is passive: "was founded", but not "was founding". */
function isPassive(words: readonly Word[], at: number, { passive = "" }: SlotWords): boolean {
  return passive.split(" ").includes(words[at - 1]?.word ?? "") && !/ing$/.test(words[at]?.word ?? "");
}

/**
 * "Who founded it" needs somebody before the verb or after "by": "…, founded in 1971" names nobody. If the
 * sentence starts with a pronoun and lacks the verb, the one before it is read instead.
 */
export function findAgentSlots(
  { expected, allStems }: SlotQuestion,
  words: readonly Word[],
  said: SlotWords,
): Slot[] {
  const [who, verb] = words;
  if (expected !== "person" || who?.word !== "who" || verb === undefined || verb.stop || verb.capital)
    return [];
  const { months } = getWords("en");
  const agents = (said.agents ?? "").split(" ");
  const isVerb = ({ stem, capital }: Word) => stem === verb.stem && !capital;
  const isSomebody = ({ capital, stop, stem, word }: Word) =>
    agents.includes(word) || (capital && !stop && !allStems.has(stem) && !months.has(word));
  const namesDoer = ({ words: all, text }: PageSentence, at: number): boolean => {
    const before = all.slice(0, at);
    const isBy = all.slice(at + 1, at + 1 + BY_REACH).some(({ word }) => word === "by");
    if (isBy || isPassive(all, at, said)) return isBy;
    const isReduced = /,\s*$/.test(text.slice(0, all[at]?.start));
    return (
      before.some(isSomebody) || (!isReduced && before.some(({ stop, stem }) => !stop && !allStems.has(stem)))
    );
  };
  return [
    {
      kind: "doer",
      isFilled: (own, _, previous) => {
        const hasVerb = own.words.some(isVerb);
        const sentence = !hasVerb && own.refersBack && previous !== undefined ? previous : own;
        const places = sentence.words.flatMap((word, at) => (isVerb(word) ? [at] : []));
        return places.length === 0 || sentence.refersBack || places.some((at) => namesDoer(sentence, at));
      },
    },
  ];
}

/** "Which company did Vela buy" is not answered by a sentence in which somebody bought Vela. */
export function findPatientSlots({ names }: SlotQuestion, words: readonly Word[], said: SlotWords): Slot[] {
  const did = words.findIndex(({ word }) => word === "did");
  const name =
    did < 0
      ? undefined
      : names.find(([first]) => words.slice(did + 1, did + 3).some(({ stem }) => stem === first));
  const head = name?.at(-1);
  const verb = words[words.findIndex(({ stem }, at) => at > did && stem === head) + 1];
  if (head === undefined || verb === undefined || verb.stop || verb.capital) return [];
  const isHead = ({ stem }: Word) => stem === head;
  return [
    {
      kind: "doer",
      isFilled: ({ words: all, refersBack }) => {
        const places = all.flatMap(({ stem }, at) =>
          stem === verb.stem || areEquivalent(stem, verb.stem) ? [at] : [],
        );
        if (places.length === 0 || refersBack) return true;
        return places.some((at) => {
          const isBefore = all.slice(0, at).some(isHead);
          if (isPassive(all, at, said)) return !isBefore || all.slice(at + 1).some(isHead);
          return isBefore || !all.slice(at + 1, at + 1 + OBJECT_REACH).some(isHead);
        });
      },
    },
  ];
}
