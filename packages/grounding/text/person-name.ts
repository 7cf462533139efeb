import { GIVEN_NAMES } from "../lexicon/given-names.ts";
import {
  EVERYDAY_CAPITALS,
  NON_PERSON_HEADS,
  PLACE_OR_SURNAME,
  PLACES_LIKE_NAMES,
} from "../lexicon/non-persons.ts";
import { FORMS_OF_ADDRESS, PARTICLES } from "./name-words.ts";
import { singular, type Token, tokenize } from "./tokens.ts";

const MOST_WORDS = 6;
/** What a place's name begins with. */
const PLACE_FIRST = new Set("lake castle church temple palace county camp fort cape port".split(" "));
/** "NATO", "CERN": an acronym beside other words is no part of a person's name; two capitals may be initials. */
const ACRONYM = /^\p{Lu}{3,}$/u;

/**
 * Whether a name reads like a person's: two to six words (one after a form of address), no digits, none of the words that
 * organisations, places, events, awards and works are named with. Works on lower-case names as well.
 */
export function looksLikePerson(name: string): boolean {
  const tokens = tokenize(name);
  const addressed = FORMS_OF_ADDRESS.has(tokens[0]?.word ?? "");
  // Behind a name it is a family name: "Billie Jean King".
  const own = tokens.slice(
    Math.max(
      0,
      tokens.findIndex((token) => !FORMS_OF_ADDRESS.has(token.word)),
    ),
  );
  if (own.length < (addressed ? 1 : 2) || own.length > MOST_WORDS) return false;
  if (own.some((token) => /\d/.test(token.word) || token.word === "of")) return false;
  return !PARTICLES.has(own.at(-1)?.word ?? "") && !namesSomethingElse(own, addressed);
}

function namesSomethingElse(own: readonly Token[], addressed: boolean): boolean {
  const singulars = own.map(({ word }) => singular(word));
  if (singulars.some((word, at) => isHead(word) || isHead(own[at]?.word ?? ""))) return true;
  if (own.some(({ raw }) => ACRONYM.test(raw)) && !own.every(({ raw }) => raw === raw.toUpperCase()))
    return true;
  if (PLACES_LIKE_NAMES.has(own.map(({ word }) => word).join(" "))) return true;
  if (
    !addressed &&
    !GIVEN_NAMES.has(own[0]?.word ?? "") &&
    own.every(({ word }, at) => isEveryday(word) || isEveryday(singulars[at] ?? ""))
  )
    return true;
  return own.length > 1 && isPlace(own);
}

function isHead(word: string): boolean {
  return NON_PERSON_HEADS.has(word) && !PLACE_OR_SURNAME.has(word);
}

function isEveryday(word: string): boolean {
  return EVERYDAY_CAPITALS.has(word) || PLACE_OR_SURNAME.has(word);
}

/** "Hyde Park", "Lake Como"; not "Kanye West" or "Park Geun-hye". */
function isPlace(own: readonly Token[]): boolean {
  const first = own[0]?.word ?? "";
  const last = own.at(-1)?.word ?? "";
  if (PLACE_OR_SURNAME.has(last)) return !GIVEN_NAMES.has(first) && own.every(({ raw }) => raw.length > 1);
  return PLACE_FIRST.has(first) && own.length === 2;
}

/** Whether one word alone names something else than a person: "Olympics", "Congress". */
export function isNonPersonWord(word: string): boolean {
  const [token] = tokenize(word);
  if (token === undefined) return true;
  return (
    isHead(token.word) || isHead(singular(token.word)) || EVERYDAY_CAPITALS.has(token.word) || /\d/.test(word)
  );
}
