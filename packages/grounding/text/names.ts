import { GIVEN_NAMES } from "../lexicon/given-names.ts";
import {
  EVERYDAY_CAPITALS,
  NON_PERSON_HEADS,
  OFFICE_ACRONYMS,
  PLACE_OR_SURNAME,
  PLACES_LIKE_NAMES,
} from "../lexicon/non-persons.ts";
import { singular, type Token, tokenize } from "./tokens.ts";

/** A proper name as it stands in a text: `text` is verbatim, `start` and `end` its place. */
export interface ProperName {
  text: string;
  start: number;
  end: number;
}

function isCapitalised(token: Token): boolean {
  return /^[\p{Lu}\p{Lt}]/u.test(token.raw) || /^(?:al|el|d|l|o)['’]\p{Lu}/u.test(token.raw);
}

/** "CEO" in "OpenAI CEO Sam Altman": neither part of the name before it nor of the one behind it. */
function isOffice(token: Token): boolean {
  return OFFICE_ACRONYMS.has(token.word) && token.raw.length > 1 && /^\p{L}\p{Lu}/u.test(token.raw);
}

/** What may stand between two words of one name: a space, a hyphen, the stop of an initial, the comma before "Jr.". */
function joins(text: string, left: Token, right: Token): boolean {
  const gap = text.slice(left.end, right.start);
  if (/^(?: |-|‐|–)$/.test(gap)) return true;
  if (/^\. ?$/.test(gap))
    return /^\p{Lu}{1,2}\p{M}*$/u.test(left.raw) || /^(?:Jr|Sr|St|Dr|Mr|Mrs|Ms|Prof|Rev)$/.test(left.raw);
  return gap === ", " && SUFFIXES.has(right.word);
}

const MOST_PARTICLES = 2;

/** The index after the last token of the name that starts at `from`; particles count only when a capital follows them. */
function endOfName(text: string, tokens: readonly Token[], from: number): number {
  let end = from + 1;
  for (let at = from + 1; at < tokens.length; at += 1) {
    const previous = tokens[at - 1];
    const token = tokens[at];
    if (previous === undefined || token === undefined || !joins(text, previous, token)) break;
    if (isOffice(token)) break;
    if (isCapitalised(token)) {
      end = at + 1;
    } else if (!PARTICLES.has(token.word) || at - end >= MOST_PARTICLES) {
      break;
    }
  }
  return end;
}

/** Ordinary words that are given names as well: inside a sentence and before another capital they are names. */
const GIVEN_NAMES_TOO = new Set("will may april june august do an".split(" "));

/** Whether the name that starts at `from` has a second word; looks no further, for a run of capitals is asked this at every word. */
function carriesOn(text: string, tokens: readonly Token[], from: number): boolean {
  return endOfName(text, tokens.slice(from, from + MOST_PARTICLES + 2), 0) > 1;
}

/** Whether the capitalised word at `at` starts a name, rather than being capital for its place in the sentence. */
function startsName(text: string, tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  if (token === undefined || !isCapitalised(token) || isOffice(token)) return false;
  if (/^(?:A|I(?:['’]\p{Ll}+)?)$/u.test(token.raw))
    return token.raw === "A" && text[token.end] === "." && carriesOn(text, tokens, at);
  if (!SENTENCE_CAPITALS.has(token.word) || token.raw === token.raw.toUpperCase()) return true;
  const insideSentence = /[\p{L}\p{N},] $/u.test(text.slice(Math.max(0, token.start - 2), token.start));
  return insideSentence && GIVEN_NAMES_TOO.has(token.word) && carriesOn(text, tokens, at);
}

/**
 * The proper names of a text in order: runs of capitalised words with particles (van, bin, de la), initials, hyphens and suffixes.
 * A single capitalised word counts unless it is an ordinary sentence opener. Reads capitals only; see `askedName` for lower case.
 */
export function properNames(text: string): ProperName[] {
  const tokens = tokenize(text);
  const names: ProperName[] = [];
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at];
    if (token === undefined) break;
    if (!startsName(text, tokens, at)) {
      at += 1;
      continue;
    }
    const next = endOfName(text, tokens, at);
    const end = tokens[next - 1]?.end ?? token.end;
    const name = text.slice(token.start, end).replace(/['’]s$/, "");
    names.push({ text: name, start: token.start, end: token.start + name.length });
    at = next;
  }
  return names;
}

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

/** Lower-case words that may stand inside a name: "Ludwig van Beethoven", "Mohammed bin Salman". */
export const PARTICLES: ReadonlySet<string> = new Set(
  "de del della di da do dos das du des la le el al al- as- ar- van von der den ter ten zu zur af av bin ibn bint ben y e of".split(
    " ",
  ),
);

/** The article of Arabic names, as Latin letters write it; texts leave it out as often as not. */
export const ARABIC_ARTICLES: ReadonlySet<string> = new Set("al el ad ar as ash at an az ul".split(" "));

/** What may follow a surname. */
export const SUFFIXES: ReadonlySet<string> = new Set("jr sr ii iii iv esq junior senior".split(" "));

/** Forms of address: part of how someone is called, never part of the name that identifies them. */
export const FORMS_OF_ADDRESS: ReadonlySet<string> = new Set(
  "mr mrs ms miss mx dr prof professor sir dame lord lady rev reverend father sister saint president senator governor general colonel captain major lieutenant sergeant judge justice king queen prince princess pope bishop archbishop cardinal baron baroness baronet earl duke duchess count countess marquess viscount hon".split(
    " ",
  ),
);

/** Capitalised only because they start a sentence or a question, or are a day or a month. */
export const SENTENCE_CAPITALS: ReadonlySet<string> = new Set(
  (
    "january february march april may june july august september october november december monday tuesday wednesday thursday friday " +
    "saturday sunday yes no ok okay hi hello hey thanks thank wow really oh well so please tell give find list name describe explain " +
    "write create make show compare summarize provide generate act imagine suppose let lets think see use using what who whom whose " +
    "which when where why how is are was were do does did can could will would should shall may might has have had if then and or but " +
    "the a an in on at of for from to by with about as after before during since until while there here this that these those it its " +
    "he she they we i you his her their our my your not every each all some any many much more most also however although though " +
    "profile biography bio life career draft translate fix rewrite compose design plan build convert improve edit review check open set play turn call " +
    "send book remind schedule cancel add remove delete update run start stop search look latest now once besides because according given based born today yesterday tomorrow"
  ).split(" "),
);
