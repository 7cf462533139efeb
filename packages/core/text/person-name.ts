import { FORMS_OF_ADDRESS, ORGANIZATION_WORDS, PARTICLES } from "./name-words.ts";
import { tokenize } from "./tokens.ts";

const MOST_WORDS = 6;

/**
 * Whether a name reads like a person's: two to six words (one after a form of address), no digits, none of the words that
 * organisations, places and works are named with. Works on lower-case names as well.
 */
export function looksLikePerson(name: string): boolean {
  const tokens = tokenize(name);
  const addressed = FORMS_OF_ADDRESS.has(tokens[0]?.word ?? "");
  const own = tokens.filter((token) => !FORMS_OF_ADDRESS.has(token.word));
  if (own.length < (addressed ? 1 : 2) || own.length > MOST_WORDS) return false;
  if (own.some((token) => /\d/.test(token.word) || ORGANIZATION_WORDS.has(token.word) || token.word === "of"))
    return false;
  return !PARTICLES.has(own.at(-1)?.word ?? "");
}
