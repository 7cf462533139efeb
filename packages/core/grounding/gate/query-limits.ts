import { properNames } from "../../text/names.ts";
import { STOP_WORDS } from "../../text/stop-words.ts";
import { foldWord, words } from "../../text/tokens.ts";

/** The narrowest limits of the search backends: Brave's 50 words, Tavily's and Brave's 400 characters. */
export const MOST_CHARACTERS = 400;
export const MOST_WORDS = 50;

function fits(parts: readonly string[]): boolean {
  return parts.length <= MOST_WORDS && parts.join(" ").length <= MOST_CHARACTERS;
}

/** The positions of the words in the order in which they are given up: stop words first, then the last ones, names never. */
function expendable(text: string, parts: readonly string[]): number[] {
  const named = new Set(properNames(text).flatMap((name) => name.text.split(/\s+/).map(foldWord)));
  const indexes = parts.map((_, index) => index).filter((index) => !named.has(foldWord(parts[index] ?? "")));
  const isStop = (index: number): boolean =>
    STOP_WORDS.has(foldWord(parts[index] ?? "").replace(/[^\p{L}\p{N}]/gu, ""));
  return [...indexes.filter(isStop).toReversed(), ...indexes.filter((index) => !isStop(index)).toReversed()];
}

/**
 * A query within the limits, cut by whole words. Of a query that is too long stop words go first, then words from the end; names stay
 * as long as they alone fit. `context` is appended as far as there is room.
 */
export function fitQuery(query: string, context: string): string {
  const parts = query.split(/\s+/).filter((part) => part !== "");
  const dropped = new Set<number>();
  const kept = (): string[] => parts.filter((_, index) => !dropped.has(index));
  if (!fits(parts)) {
    for (const index of expendable(query, parts)) {
      dropped.add(index);
      if (fits(kept())) break;
    }
  }
  const fitted = kept();
  while (fitted.length > 1 && !fits(fitted)) fitted.pop();
  const said = new Set(words(fitted.join(" ")));
  for (const part of context.split(/\s+/)) {
    if (words(part).every((word) => said.has(word))) continue;
    if (!fits([...fitted, part])) break;
    fitted.push(part);
  }
  return fitted.join(" ").slice(0, MOST_CHARACTERS);
}
