import type { ReadSentence } from "./read-sentence.ts";

/** Joining words, each with the side that it puts first in time, or as the cause. */
const JOINS: ReadonlyMap<string, "governed" | "main"> = new Map([
  ["after", "governed"],
  ["since", "governed"],
  ["because", "governed"],
  ["before", "main"],
  ["until", "main"],
]);

interface Halves {
  first: ReadonlySet<string>;
  second: ReadonlySet<string>;
}

/**
 * Returns whether two things have changed places around "after", "before" or "because": "lost the contract
 * after it cut jobs" of "cut jobs after it lost the contract".
 */
export function isOrderTurned(said: ReadSentence, source: ReadSentence): boolean {
  const [ours, theirs] = [readHalves(said), readHalves(source)];
  if (ours === undefined || theirs === undefined) return false;
  const shared = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
    [...one].filter((stem) => other.has(stem)).length;
  const [forth, back] = [shared(ours.first, theirs.second), shared(ours.second, theirs.first)];
  const straight = shared(ours.first, theirs.first) + shared(ours.second, theirs.second);
  return forth > 0 && back > 0 && forth + back > straight;
}

/** Returns what comes first and what comes second by a sentence's only joining word. */
function readHalves({ words, text }: ReadSentence): Halves | undefined {
  const [at, ...more] = words.flatMap(({ word }, place) => (JOINS.has(word) ? [place] : []));
  const join = at === undefined ? undefined : words[at];
  if (join === undefined || at === undefined || more.length > 0) return undefined;
  // "After losing the contract, it cut jobs".
  const comma = at === 0 ? text.indexOf(",") : -1;
  const until = comma < 0 ? text.length : comma;
  const isGoverned = ({ start }: { start: number }) => start > join.start && start < until;
  const stems = (isIn: boolean) =>
    new Set(words.flatMap((word) => (!word.stop && isGoverned(word) === isIn ? [word.stem] : [])));
  const [governed, main] = [stems(true), stems(false)];
  return JOINS.get(join.word) === "governed"
    ? { first: governed, second: main }
    : { first: main, second: governed };
}
