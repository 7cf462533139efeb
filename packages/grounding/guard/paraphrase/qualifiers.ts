import { listContentStems } from "../../lexicon/stems.ts";
import { isAdverb } from "./light-words.ts";
import type { ReadSentence } from "./read-sentence.ts";

/** Matches words before something that rarely happens. */
const SELDOM =
  /\b(?:rarely|seldom|occasionally|less (?:often|commonly|frequently)|uncommonly|infrequently)\b/i;
const RARE = /\brare\b/i;
const SELDOM_REACH = 40;
/** Words that make a statement stronger than the evidence. */
const ABSOLUTE_WORDS = new Set("most least best worst every everyone always entirely completely".split(" "));
/** Matches words before an action that did not happen or is only reported. */
const NOT_DONE =
  /\b(?:before|without|instead of|rather than|avoid|(?:reports?|rumou?rs|claims|allegations|speculation|suggestions) (?:that|about|of))\s+(?<what>[^,;:.]{1,40})/giu;

/** Stems of verbs whose object the subject says is not so. */
const DENIALS: ReadonlySet<string> = new Set(listContentStems("deny denies dispute refute", "en"));

/** Returns whether a statement omits that something is rare, or adds a superlative or absolute word. */
export function qualifierDiffers(said: ReadSentence, sources: readonly ReadSentence[]): boolean {
  const has = ({ words }: ReadSentence, wanted: string) => words.some(({ word }) => word === wanted);
  if (said.words.some(({ word }) => ABSOLUTE_WORDS.has(word) && !sources.some((source) => has(source, word))))
    return true;
  const [source] = sources;
  const seldom = source && SELDOM.exec(source.text);
  if (!source || !seldom) return false;
  const from = seldom.index + seldom[0].length;
  const behind =
    source.text
      .slice(from, from + SELDOM_REACH)
      .replace(/^,\s*/, "")
      .split(/[,;.]/)[0] ?? "";
  const isSaid = source.words.some(
    ({ start, end, stop, stem }) =>
      start >= from && end <= from + 2 + behind.length && !stop && said.content.has(stem),
  );
  return isSaid !== (RARE.test(said.text) || SELDOM.test(said.text));
}

/**
 * Returns whether an adverb belongs to something else in the evidence: "seven were seriously injured" of
 * "seven were injured, two of them seriously".
 */
export function movesAdverb(said: ReadSentence, source: ReadSentence): boolean {
  return said.words.some(({ word, start }) => {
    const known = source.words.find((one) => one.word === word);
    if (!isAdverb(word) || known === undefined) return false;
    const [ours, theirs] = [listBeside(said, start), listBeside(source, known.start)];
    return ours.some((stem) => source.content.has(stem)) && !ours.some((stem) => theirs.includes(stem));
  });
}

/** Returns the stems between the same two marks as a position, without adverbs. */
function listBeside({ words, text }: ReadSentence, at: number): string[] {
  const from = Math.max(...[",", ";", "("].map((mark) => text.lastIndexOf(mark, at)));
  const until = text.slice(at).search(/[,;)]/);
  const isIn = (start: number) => start > from && (until < 0 || start < at + until);
  return words
    .filter(({ start, stop, word }) => isIn(start) && !stop && !isAdverb(word))
    .map(({ stem }) => stem);
}

/** Returns whether a statement presents words after "before", "without" or "reports that" as done. */
export function presentsPlanAsDone(said: ReadSentence, source: ReadSentence): boolean {
  return Array.from(source.text.matchAll(NOT_DONE)).some(({ index, 0: whole, groups }) => {
    const from = index + whole.length - (groups?.what?.length ?? 0);
    const isInside = ({ start }: { start: number }) => start >= from && start < index + whole.length;
    const governs = whole.split(/\s/, 1)[0]?.toLowerCase();
    // What "denied that she took bribes" denies is not presented as done.
    const governor = said.words.find(
      ({ word, stem }) => word === governs || (DENIALS.has(stem) && source.content.has(stem)),
    );
    const isDone = said.words.filter(({ start }) => governor === undefined || start < governor.start);
    const outside = new Set(source.words.filter((word) => !isInside(word)).map(({ stem }) => stem));
    return source.words.some(
      (word) =>
        isInside(word) &&
        !word.stop &&
        !word.capital &&
        !/^\d/.test(word.word) &&
        !outside.has(word.stem) &&
        isDone.some(({ stem }) => stem === word.stem),
    );
  });
}
