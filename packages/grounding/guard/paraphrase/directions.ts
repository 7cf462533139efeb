import type { ReadSentence } from "./read-sentence.ts";

/** Prepositions that exclude each other before one and the same thing. */
const CONTRARY: readonly (readonly [string, string])[] = [
  ["to", "from"],
  ["into", "from"],
  ["for", "against"],
  ["by", "after"],
  ["with", "without"],
  ["before", "after"],
  ["since", "until"],
];
const DIRECTIONS = new Set(CONTRARY.flat());
/** Words that may stand between a preposition and its thing. */
const LINKS = new Set("the a an of and or his her its their".split(" "));
const MARK = /[,;:()–—]/;

/**
 * Returns whether a statement puts a thing behind the contrary of the preposition that the evidence has
 * before it: "moved to Bonn" for "moved from Bonn to Kiel".
 */
export function directionDiffers(said: ReadSentence, source: ReadSentence): boolean {
  const theirs = findDirections(source);
  return [...findDirections(said)].some(([thing, ours]) => {
    const other = theirs.get(thing);
    if (other === undefined || [...ours].some((one) => other.has(one))) return false;
    return CONTRARY.some(
      ([one, contrary]) => (ours.has(one) && other.has(contrary)) || (ours.has(contrary) && other.has(one)),
    );
  });
}

/** Returns the prepositions before each content word, by its stem. */
function findDirections({ words, text }: ReadSentence): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  let preposition: string | undefined;
  let end = 0;
  for (const { word, stem, stop, start, end: next } of words) {
    if (MARK.test(text.slice(end, start))) preposition = undefined;
    end = next;
    if (DIRECTIONS.has(word)) preposition = word;
    else if (stop && !LINKS.has(word)) preposition = undefined;
    else if (preposition !== undefined && !stop)
      found.set(stem, (found.get(stem) ?? new Set()).add(preposition));
  }
  return found;
}
