import { areEquivalent } from "./equivalents.ts";
import type { ReadSentence } from "./read-sentence.ts";

type Word = ReadSentence["words"][number];

/** Words that say how the phrase after them belongs to the rest. Those of one line say the same. */
const JOINTS: ReadonlyMap<string, string> = new Map(
  [
    ..."of at by from for with without after before under over against than during until about".split(" "),
    ..."through behind despite whether".split(" "),
    "in into within",
    "on onto upon",
    "to towards toward",
    "between among",
    "beside near",
    "as since because",
    "when if",
    "while although",
  ].flatMap((line) => line.split(" ").map((word, _, [first = word]) => [word, first] as const)),
);
/** Words that may stand between such a word and its phrase: "after it had cut", "of all the". */
const BETWEEN = new Set(
  (
    "the a an his her its their our my your this that these those some any all both each every no other " +
    "it he she they we i you him them would will could can may might should must had has have did does do"
  ).split(" "),
);
const BREAK = /[,;:()–—.]/;
/** The sign of a passive voice, in which doer and object change places. Other rules check these. */
const DOER = /\bby\b/i;
/** Words that change places within one phrase are nearer: "an earlier Oslo study". */
const MIN_STEP_BACK = 2;
/** One word alone may be an adverb, which stands anywhere. */
const MIN_MOVED = 2;
/** Limits for pages that repeat one word without end: places of a word, and words of a phrase. */
const MAX_PLACES = 6;
const MAX_PHRASE = 16;

/**
 * Returns whether a statement has the words of a sentence in another order, in which they may belong to
 * something else: "310 million on stations and 85 on carriages" of "310 million on carriages and 85 on
 * stations". One phrase may move if the same preposition joins it: "In May the bridge opened".
 */
export function isRearranged(said: ReadSentence, source: ReadSentence): boolean {
  if (DOER.test(said.text) !== DOER.test(source.text)) return false;
  const theirs = locate(source);
  const path = align(locate(said), theirs);
  if (path.length - countInOrder(path.map(({ at }) => at)) < MIN_MOVED) return false;
  const phraseAt = (at: number) => theirs[at]?.phrase;
  const moved = path.filter(({ at }, index) => {
    const before = path[index - 1]?.at ?? at;
    return before - at >= MIN_STEP_BACK && phraseAt(before) !== phraseAt(at);
  });
  return moved.length > 1 || moved.some(({ joint, at }) => joint !== theirs[at]?.joint);
}

interface Located {
  stem: string;
  /** The preposition or conjunction that joins its phrase to the rest, or "" without one. */
  joint: string;
  /** Number of its phrase: words next to each other without a small word or mark between them. */
  phrase: number;
}

/** Returns the content words of a sentence. */
function locate({ words, text }: ReadSentence): Located[] {
  let phrase = 0;
  return words.flatMap(({ stop, stem, start }, at) => {
    const before = words[at - 1];
    if (before === undefined || before.stop || BREAK.test(text.slice(before.end, start))) phrase += 1;
    return stop ? [] : [{ stem, joint: findJoint(words, text, at), phrase }];
  });
}

function findJoint(words: readonly Word[], text: string, of: number): string {
  let next = words[of];
  for (let at = of - 1; next !== undefined && at >= of - MAX_PHRASE; at -= 1) {
    const word = words[at];
    if (word === undefined || BREAK.test(text.slice(word.end, next.start))) return "";
    const joint = JOINTS.get(word.word);
    if (joint !== undefined) return joint;
    const isInPhrase = word.stop ? BETWEEN.has(word.word) : !next.stop && !endsDate(word, next);
    if (!isInPhrase) return "";
    next = word;
  }
  return "";
}

/** Returns whether a phrase ends with the year before a word: "In 1871 Mara Holt". */
function endsDate({ word }: Word, next: Word): boolean {
  return /^\d{4}$/.test(word) && !/^\d/.test(next.word);
}

/** A word of a statement, and its place among the content words of the evidence. */
interface Aligned {
  at: number;
  joint: string;
}

const COSTS = { back: 1, again: 0.5, otherJoint: 0.3, gap: 0.01 };

/**
 * Returns the place in the evidence of each word that it contains. Where it contains a word more than once,
 * chooses the places with the fewest steps back.
 */
function align(ours: readonly Located[], theirs: readonly Located[]): Aligned[] {
  let paths: { cost: number; path: readonly Aligned[] }[] = [];
  const used = new Map<string, number>();
  for (const { stem, joint } of ours) {
    const places = findPlaces(stem, theirs);
    const uses = (used.get(stem) ?? 0) + 1;
    used.set(stem, uses);
    // "The base pulls it ... through the base" says a word again in place of a pronoun.
    if (uses > places.length) continue;
    paths = places.map((at) => {
      const own = joint === theirs[at]?.joint ? 0 : COSTS.otherJoint;
      const [first, ...others] = paths.map(({ cost, path }) => ({
        cost: cost + own + costOf(path.at(-1)?.at ?? at, at),
        path: [...path, { at, joint }],
      }));
      const start = { cost: own, path: [{ at, joint }] };
      return others.reduce((best, one) => (one.cost < best.cost ? one : best), first ?? start);
    });
  }
  return [...(paths.toSorted((one, other) => one.cost - other.cost)[0]?.path ?? [])];
}

function costOf(from: number, to: number): number {
  if (to < from) return COSTS.back;
  if (to === from) return COSTS.again;
  return to === from + 1 ? 0 : COSTS.gap;
}

function findPlaces(stem: string, theirs: readonly Located[]): number[] {
  const find = (isSame: (other: string) => boolean) =>
    theirs.flatMap((other, at) => (isSame(other.stem) ? [at] : []));
  const same = find((other) => other === stem);
  const found = same.length > 0 ? same : find((other) => areEquivalent(other, stem));
  return found.slice(0, MAX_PLACES);
}

/** Returns the length of the longest rising part of a series. */
function countInOrder(series: readonly number[]): number {
  const lengths: number[] = [];
  series.forEach((value, index) => {
    const before = lengths.filter((_, at) => (series[at] ?? value) < value);
    lengths[index] = Math.max(0, ...before) + 1;
  });
  return Math.max(0, ...lengths);
}
