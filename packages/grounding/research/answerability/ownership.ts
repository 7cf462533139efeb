import { ARTICLES, isPossessive } from "./name-binding.ts";
import type { PageSentence } from "./read-page.ts";
import type { Word } from "./words.ts";

const OWNING = new Set("of at for in to from".split(" "));

/**
 * Returns whether a possession or office is ascribed to someone else: "CEO of Anthropic" and "Bezos's net
 * worth" do not answer for OpenAI and Musk. Returns false if the sentence does not give the owner.
 */
export function belongsToAnother(
  noun: readonly string[],
  owner: readonly string[],
  { words }: PageSentence,
): boolean {
  const head = noun.at(-1) ?? "";
  const owners = words.flatMap(({ stem }, at) => (stem === head ? [classifyOwner(words, at, owner)] : []));
  return owners.includes("other") && !owners.includes("own");
}

/** Returns who owns the noun at a position, or null if its surroundings do not say. */
function classifyOwner(words: readonly Word[], at: number, owner: readonly string[]): "own" | "other" | null {
  const after = words.slice(at + 1, at + 8);
  if (OWNING.has(after[0]?.word ?? "")) {
    const run = after
      .slice(1)
      .filter(({ word }) => !ARTICLES.has(word))
      .slice(0, owner.length + 1);
    if (run.some(({ stem }) => owner.includes(stem))) return "own";
    if (isOwnedToo(words, at, owner)) return "own";
    if (run[0]?.capital === true) return "other";
  }
  const before = words.slice(Math.max(0, at - 5), at);
  if (before.some(({ stem }) => owner.includes(stem))) return "own";
  return before.findLast(isPossessive)?.capital === true ? "other" : null;
}

const JOINING = new Set("and or then later also".split(" "));
const SECOND_OWNER_REACH = 12;

/**
 * Returns whether the owner is a second one, for which the noun is not repeated: "mayor of Leeds in 1998 and
 * of York in 2004".
 */
function isOwnedToo(words: readonly Word[], at: number, owner: readonly string[]): boolean {
  const after = words.slice(at + 1, at + 1 + SECOND_OWNER_REACH).filter(({ word }) => !ARTICLES.has(word));
  return after.some(
    ({ word }, place) =>
      OWNING.has(word) &&
      JOINING.has(after[place - 1]?.word ?? "") &&
      owner.includes(after[place + 1]?.stem ?? ""),
  );
}
