import {
  EVERYDAY_CAPITALS,
  FORMS_OF_ADDRESS,
  GIVEN_NAMES,
  NON_PERSON_HEADS,
  OFFICE_ACRONYMS,
  PARTICLES,
  PLACE_OR_SURNAME,
  PLACES_LIKE_NAMES,
  SENTENCE_CAPITALS,
  SUFFIXES,
} from "../lexicon/names.ts";
import { memoize } from "./memoize.ts";
import { type Token, tokenize, toSingular } from "./tokens.ts";

/** A proper name in a text. `text` is verbatim; `start` and `end` are its position. */
export interface ProperName {
  text: string;
  start: number;
  end: number;
}

/** Matches names that start with a small letter: "iPhone", "eBay". */
const BRAND = /^[ei]\p{Lu}\p{L}+$/u;

function isCapitalised(token: Token): boolean {
  // Covers nearly all words. The patterns for all scripts are several times slower.
  if (/^[a-z]+$/.test(token.raw)) return false;
  return (
    /^[\p{Lu}\p{Lt}]/u.test(token.raw) ||
    /^(?:al|el|d|l|o)['’]\p{Lu}/u.test(token.raw) ||
    BRAND.test(token.raw)
  );
}

/** "CEO" in "OpenAI CEO Sam Altman" belongs to neither name. */
function isOffice(token: Token): boolean {
  return OFFICE_ACRONYMS.has(token.word) && token.raw.length > 1 && /^\p{L}\p{Lu}/u.test(token.raw);
}

/**
 * Returns whether two words can be in one name: separated by a space, a hyphen, the full stop of an initial,
 * or the comma before "Jr.".
 */
function joinsName(text: string, left: Token, right: Token): boolean {
  const gap = text.slice(left.end, right.start);
  if (/^(?: |-|‐|–)$/.test(gap)) return true;
  if (/^\. ?$/.test(gap))
    return /^\p{Lu}{1,2}\p{M}*$/u.test(left.raw) || /^(?:Jr|Sr|St|Dr|Mr|Mrs|Ms|Prof|Rev)$/.test(left.raw);
  return gap === ", " && SUFFIXES.has(right.word);
}

const MAX_PARTICLES = 2;

/**
 * Returns the index after the last token of the name that starts at `from`. Particles only count if a
 * capitalized word follows.
 */
function findNameEnd(text: string, tokens: readonly Token[], from: number): number {
  let end = from + 1;
  for (let at = from + 1; at < tokens.length; at += 1) {
    const previous = tokens[at - 1];
    const token = tokens[at];
    if (previous === undefined || token === undefined || !joinsName(text, previous, token)) break;
    if (isOffice(token)) break;
    if (isCapitalised(token)) {
      end = at + 1;
    } else if (!PARTICLES.has(token.word) || at - end >= MAX_PARTICLES) {
      break;
    }
  }
  return end;
}

/**
 * Common words that are also given names. Within a sentence and before another capitalized word, they are
 * names.
 */
const GIVEN_NAMES_TOO = new Set("will may april june august do an".split(" "));

/**
 * Returns whether the name that starts at `from` has a second word. Reads no further, because this is called
 * at every word of a run of capitalized words.
 */
function hasSecondWord(text: string, tokens: readonly Token[], from: number): boolean {
  return findNameEnd(text, tokens.slice(from, from + MAX_PARTICLES + 2), 0) > 1;
}

/** Returns whether the capitalized word at `at` starts a name, rather than just a sentence. */
function startsName(text: string, tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  if (token === undefined || !isCapitalised(token) || isOffice(token)) return false;
  if (/^(?:A|I(?:['’]\p{Ll}+)?)$/u.test(token.raw))
    return token.raw === "A" && text[token.end] === "." && hasSecondWord(text, tokens, at);
  if (!SENTENCE_CAPITALS.has(token.word) || token.raw === token.raw.toUpperCase()) return true;
  const insideSentence = /[\p{L}\p{N},] $/u.test(text.slice(Math.max(0, token.start - 2), token.start));
  return insideSentence && GIVEN_NAMES_TOO.has(token.word) && hasSecondWord(text, tokens, at);
}

/**
 * Returns the proper names in a text in order: runs of capitalized words with particles (van, bin, de la),
 * initials, hyphens and suffixes. A single capitalized word counts unless it is a common start of a sentence.
 * Only uses capitals; see `findAskedName` for lower case.
 */
export const findProperNames = memoize((text): readonly ProperName[] => {
  const tokens = tokenize(text);
  const names: ProperName[] = [];
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at];
    if (token === undefined) break;
    if (!startsName(text, tokens, at)) {
      at += 1;
      continue;
    }
    const next = findNameEnd(text, tokens, at);
    const end = tokens[next - 1]?.end ?? token.end;
    const name = text.slice(token.start, end).replace(/['’]s$/, "");
    names.push({ text: name, start: token.start, end: token.start + name.length });
    at = next;
  }
  return names;
});

/** Maximum number of words of a person's name. */
const MAX_WORDS = 6;
/** First words of places. */
const PLACE_FIRST = new Set("lake castle church temple palace county camp fort cape port".split(" "));
/**
 * "NATO", "CERN": an acronym next to other words is not part of a person's name. Two capitals may be
 * initials.
 */
const ACRONYM = /^\p{Lu}{3,}$/u;

/**
 * Returns whether a name looks like a person's: two to six words (one after a form of address), without
 * digits and without words typical of organizations, places, events, awards and works. Also works for
 * lower-case names.
 */
export function looksLikePerson(name: string): boolean {
  const tokens = tokenize(name);
  const addressed = FORMS_OF_ADDRESS.has(tokens[0]?.word ?? "");
  // At the end it is a family name: "Billie Jean King".
  const own = tokens.slice(
    Math.max(
      0,
      tokens.findIndex((token) => !FORMS_OF_ADDRESS.has(token.word)),
    ),
  );
  if (own.length < (addressed ? 1 : 2) || own.length > MAX_WORDS) return false;
  if (own.some((token) => /\d/.test(token.word) || token.word === "of")) return false;
  return !PARTICLES.has(own.at(-1)?.word ?? "") && !namesSomethingElse(own, addressed);
}

function namesSomethingElse(own: readonly Token[], addressed: boolean): boolean {
  const singulars = own.map(({ word }) => toSingular(word));
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

/** Matches "Hyde Park" and "Lake Como", but not "Kanye West" or "Park Geun-hye". */
function isPlace(own: readonly Token[]): boolean {
  const first = own[0]?.word ?? "";
  const last = own.at(-1)?.word ?? "";
  if (PLACE_OR_SURNAME.has(last)) return !GIVEN_NAMES.has(first) && own.every(({ raw }) => raw.length > 1);
  return PLACE_FIRST.has(first) && own.length === 2;
}

/** Returns whether a single word is the name of something other than a person: "Olympics", "Congress". */
export function isNonPersonWord(word: string): boolean {
  const [token] = tokenize(word);
  if (token === undefined) return true;
  return (
    isHead(token.word) ||
    isHead(toSingular(token.word)) ||
    EVERYDAY_CAPITALS.has(token.word) ||
    /\d/.test(word)
  );
}
