import { ENGLISH } from "../../lexicon/lexicon.ts";
import { splitSentences } from "../../text/tokens.ts";
import type { ReadSentence } from "./read-sentence.ts";

/** Matches struck-out text, or markup that a reader does not see as written. */
const MARKUP = /~~|<\/?[a-z!]|\]\(|!\[/i;
const FIRST_PERSON = new Set("i we me us my our mine ours myself im ive ill".split(" "));
const AUXILIARIES = new Set(
  "is are was were be been has have had do does did will would can could may might must shall should".split(
    " ",
  ),
);
/** Words that are never a month or a name. */
const FINITE = new Set("is are was were been has have had".split(" "));
const LINES = ENGLISH.irregular.map((line) => line.split(" "));
const IRREGULAR_FORMS = new Set(LINES.flat());
const BASES = new Set(LINES.map(([base]) => base));
/** Forms such as "wrote" and "given", which no instruction to the reader has. */
const PAST = new Set(LINES.flatMap(([, ...forms]) => forms).filter((form) => !BASES.has(form)));
const VERB_ENDING = /(?:ed|es|ing|s)$/;
/** Minimum number of content words. Fewer are an answer, a name or a heading, without a visible subject. */
const MIN_WORDS = 3;

/**
 * Returns whether a text cannot be compared with a statement of the evidence. It is a fragment, several
 * sentences in one, a question, in capitals, in the first person or in markup.
 */
export function isNotComparable(said: ReadSentence, source: ReadSentence): boolean {
  const { text, words, content } = said;
  if (MARKUP.test(text) || /[?？]["'”’)\s]*$/u.test(text) || /:$/.test(text)) return true;
  if (content.size < MIN_WORDS || isShouted(words)) return true;
  if (words.some(({ word, raw }) => FIRST_PERSON.has(word) && !/^\p{Lu}{2,}$/u.test(raw))) return true;
  if (opensWithVerb(said, source) || repeatsName(words, source)) return true;
  const hasVerb = words.some(({ word, capital }, at) => (at === 0 || !capital) && isVerbLike(word));
  // "Open the lid" is an instruction, as in its source.
  if (!hasVerb && firstOf(content) !== firstOf(source.content)) return true;
  return splitSentences(text).length > 1;
}

/**
 * Returns whether the subject was cut off: "received the prize in 1911". The source itself may start this
 * way.
 */
function opensWithVerb({ words, text }: ReadSentence, source: ReadSentence): boolean {
  const [first, second] = words;
  if (first === undefined || source.words[0]?.stem === first.stem) return false;
  if (/^\p{Ll}/u.test(first.raw))
    return isVerbLike(first.word) && !(first.stop && !AUXILIARIES.has(first.word));
  const isPast = PAST.has(first.word) || /.{2}ed$/.test(first.word);
  if (!isPast || second === undefined || !(second.stop || second.capital)) return false;
  // "Founded in 1901, the school grew": the subject follows.
  const comma = text.indexOf(",");
  return comma < 0 || !words.some(({ word, start }) => start > comma && isVerbLike(word));
}

/**
 * Returns whether a name of two words occurs twice in a text but once in its source, which reveals a splice.
 */
function repeatsName(words: ReadSentence["words"], source: ReadSentence): boolean {
  const pairs = pairsOf(words);
  const theirs = pairsOf(source.words);
  const times = (pair: string, all: readonly string[]) => all.filter((one) => one === pair).length;
  return pairs.some((pair) => times(pair, pairs) > 1 && times(pair, theirs) === 1);
}

/** Returns pairs of neighbouring capitalised words. */
function pairsOf(words: ReadSentence["words"]): string[] {
  const telling = words.filter(({ capital, stop }) => capital && !stop);
  return telling.slice(1).map(({ stem }, at) => `${telling[at]?.stem} ${stem}`);
}

function firstOf(content: ReadSentence["content"]): string | undefined {
  return [...content.keys()].find((stem) => !/^\d/.test(stem) && stem !== "step");
}

function isVerbLike(word: string): boolean {
  return AUXILIARIES.has(word) || IRREGULAR_FORMS.has(word) || VERB_ENDING.test(word);
}

/** Returns whether most words are capitalised. Capitals then do not distinguish names from other words. */
function isShouted(words: ReadSentence["words"]): boolean {
  const inside = words.slice(1);
  return (
    inside.some(({ word, raw }) => FINITE.has(word) && raw !== word && /^\p{Lu}/u.test(raw)) ||
    (inside.length > 2 && inside.every(({ capital }) => capital))
  );
}
