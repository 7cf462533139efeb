import { GIVEN_NAMES } from "../lexicon/given-names.ts";
import { FORMS, LATIN_FOR, SPELLINGS } from "../lexicon/name-forms.ts";
import { FORMS_OF_ADDRESS, PARTICLES, SENTENCE_CAPITALS, SUFFIXES } from "../lexicon/name-words.ts";
import {
  EVERYDAY_CAPITALS,
  NON_PERSON_HEADS,
  OFFICE_ACRONYMS,
  PLACE_OR_SURNAME,
  PLACES_LIKE_NAMES,
} from "../lexicon/non-persons.ts";
import { remembered } from "./remembered.ts";
import { foldWord, singular, type Token, tokenize } from "./tokens.ts";

/** A proper name as it stands in a text: `text` is verbatim, `start` and `end` its place. */
export interface ProperName {
  text: string;
  start: number;
  end: number;
}

function isCapitalised(token: Token): boolean {
  // Nearly every word: the patterns for all scripts take several times as long.
  if (/^[a-z]+$/.test(token.raw)) return false;
  return /^[\p{Lu}\p{Lt}]/u.test(token.raw) || /^(?:al|el|d|l|o)['’]\p{Lu}/u.test(token.raw);
}

/** "CEO" in "OpenAI CEO Sam Altman": neither part of the name before it nor of the one behind it. */
function isOffice(token: Token): boolean {
  return OFFICE_ACRONYMS.has(token.word) && token.raw.length > 1 && /^\p{L}\p{Lu}/u.test(token.raw);
}

/**
 * Returns what may stand between two words of one name: a space, a hyphen, the stop of an initial, the comma
 * before "Jr.".
 */
function joinsName(text: string, left: Token, right: Token): boolean {
  const gap = text.slice(left.end, right.start);
  if (/^(?: |-|‐|–)$/.test(gap)) return true;
  if (/^\. ?$/.test(gap))
    return /^\p{Lu}{1,2}\p{M}*$/u.test(left.raw) || /^(?:Jr|Sr|St|Dr|Mr|Mrs|Ms|Prof|Rev)$/.test(left.raw);
  return gap === ", " && SUFFIXES.has(right.word);
}

const MOST_PARTICLES = 2;

/**
 * Returns the index after the last token of the name that starts at `from`; particles count only when a
 * capital follows them.
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
    } else if (!PARTICLES.has(token.word) || at - end >= MOST_PARTICLES) {
      break;
    }
  }
  return end;
}

/**
 * Ordinary words that are given names as well: inside a sentence and before another capital they are names.
 */
const GIVEN_NAMES_TOO = new Set("will may april june august do an".split(" "));

/**
 * Tells whether the name that starts at `from` has a second word; looks no further, for a run of capitals is
 * asked this at every word.
 */
function carriesOn(text: string, tokens: readonly Token[], from: number): boolean {
  return findNameEnd(text, tokens.slice(from, from + MOST_PARTICLES + 2), 0) > 1;
}

/**
 * Tells whether the capitalised word at `at` starts a name, rather than being capital for its place in the
 * sentence.
 */
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
 * Returns the proper names of a text in order: runs of capitalised words with particles (van, bin, de la),
 * initials, hyphens and suffixes. A single capitalised word counts unless it is an ordinary sentence opener.
 * Reads capitals only; see `askedName` for lower case.
 */
export function properNames(text: string): readonly ProperName[] {
  return namesIn(text);
}

const namesIn = remembered((text): readonly ProperName[] => {
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

const MOST_WORDS = 6;
/** Lists what a place's name begins with. */
const PLACE_FIRST = new Set("lake castle church temple palace county camp fort cape port".split(" "));
/**
 * "NATO", "CERN": an acronym beside other words is no part of a person's name; two capitals may be initials.
 */
const ACRONYM = /^\p{Lu}{3,}$/u;

/**
 * Tells whether a name reads like a person's: two to six words (one after a form of address), no digits, none
 * of the words that organisations, places, events, awards and works are named with. Works on lower-case names
 * as well.
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

/** Tells whether one word alone names something else than a person: "Olympics", "Congress". */
export function isNonPersonWord(word: string): boolean {
  const [token] = tokenize(word);
  if (token === undefined) return true;
  return (
    isHead(token.word) || isHead(singular(token.word)) || EVERYDAY_CAPITALS.has(token.word) || /\d/.test(word)
  );
}

const SPELLING_OF: ReadonlyMap<string, string> = new Map(
  SPELLINGS.flatMap((forms) => forms.map((form): [string, string] => [form, forms[0] ?? form])),
); // biome-ignore format: a table

const CYRILLIC = /\p{Script=Cyrillic}/u;

function writeInLatin(word: string): string {
  if (!CYRILLIC.test(word)) return word;
  return [...word].map((letter) => LATIN_FOR[letter] ?? letter).join("");
}

/** Endings of Russian cases; taken from both words before they are compared. */
const CASE_ENDING =
  /(?:ого|его|ому|ему|ыми|ими|ой|ои|ей|еи|ым|им|ом|ем|ою|ею|ую|ая|яя|ий|ии|ый|ыи|а|у|е|ы|и|я|ю|ь|й|о)$/u;
const SHORTEST_STEM = 3;

function dropCaseEnding(word: string): string {
  const stem = word.replace(CASE_ENDING, "");
  return stem.length >= SHORTEST_STEM ? stem : word;
}

/**
 * Letters and letter groups that spell one sound in most languages: "ü" and "ue", "ph" and "f", a final "y"
 * and "ij".
 */
function foldSpelling(word: string): string {
  if (word.length < 5) return word.replace(/ph/g, "f").replace(/(?:iy|ij|ii|yi|y)$/, "i");
  return word
    .replace(/ae/g, "a")
    .replace(/oe/g, "o")
    .replace(/ue/g, "u")
    .replace(/ee/g, "i")
    .replace(/oo|ou/g, "u")
    .replace(/ph/g, "f")
    .replace(/ck/g, "k")
    .replace(/(?:iy|ij|ii|yi|y)$/, "i")
    .replace(/([bcdfgklmnprtvz])\1(?=.)/g, "$1");
}

const SLAVIC_END =
  /(?:y?o[vw]|off|jow|y?e[vw]|eff|[oe][vw]a|i?n|ina|[sz]k(?:y|i|iy|ii|ij|yi|yj|yy)|[sz]ka(?:ya|ja|ia)?|[vw]i(?:ch|tch|tsch|cz|c)|enko)$/;

/**
 * Matches how the languages of Europe spell the sounds that English writes "sh", "zh" and "shch", and "ch",
 * "kh" and "h".
 */
const HISSED = /schtsch|shch|stsch|tsch|tch|sch|sh|zh|sz|ch|kh|cz|h/g;

/**
 * Returns how a Slavic name sounds, whichever language spelled it: Tchaikovsky, Tschaikowski and Chaikovskiy
 * are one.
 */
function soundSlavic(word: string): string | null {
  if (word.length < 5 || !SLAVIC_END.test(word)) return null;
  return word
    .replace(/[vw]i(?:ch|tch|tsch|cz|c)$/, "V")
    .replace(/(?:y?o[vw]|off|jow|y?e[vw]|eff)$/, "W")
    .replace(/[sz]k(?:y|iy|ii|ij|yi|yj|yy|i)$/, "K")
    .replace(/w/g, "v")
    .replace(HISSED, (letters) => (/^(?:s|z)/.test(letters) ? "S" : "X"))
    .replace(/ts|tz|z|^s(?=[aeiouy])/g, "Z")
    .replace(/^(?:ye|je|e)/, "E")
    .replace(/(?<=[aeiou])[yj](?=[aeiou])/g, "")
    .replace(/ay|aj/g, "ai")
    .replace(/ey|ej/g, "ei")
    .replace(/y|j/g, "i")
    .replace(/i+/g, "i")
    .replace(/([a-z])\1/g, "$1");
}

const ARABIC_MARK = /q|dh|kh|gh/;

/**
 * Returns the consonants of an Arabic name and whether a vowel ends it: Gaddafi, Qaddafi and Gheddafi are
 * one.
 */
function soundArabic(word: string): string {
  const sounds = word
    .replace(/^g(?=[ahu])/, "k")
    .replace(/q|kh|gh/g, "k")
    .replace(/dh|th/g, (pair) => pair.charAt(0))
    .replace(/ph/g, "f");
  const end = /[aeiouy]$/.test(sounds) ? "i" : "";
  return sounds.replace(/[aeiouyh]/g, "").replace(/(.)\1+/g, "$1") + end;
}

/** Letters that may begin one name in two spellings. */
const FIRST_LETTERS = ["ckqghtx", "yjieua", "vwfp", "szc", "dt"];

function mayBegin(left: string, right: string): boolean {
  const [a = "", b = ""] = [left.charAt(0), right.charAt(0)];
  return a === b || FIRST_LETTERS.some((letters) => letters.includes(a) && letters.includes(b));
}

/** Between words that differ by more letters nothing is compared. */
const MOST_LETTERS_APART = 5;

/**
 * Tells whether two folded words are one name, by spelling, transliteration or case ending: "qaddafi" and
 * "gaddafi", "mueller" and "muller", "путина" and "putin". Names that merely sound alike ("jon", "jan";
 * "smith", "smyth") are not.
 */
export function sameNameWord(left: string, right: string): boolean {
  if (left === right) return true;
  if (Math.abs(left.length - right.length) > MOST_LETTERS_APART || left.length < 2 || right.length < 2)
    return false;
  const cyrillic = [CYRILLIC.test(left), CYRILLIC.test(right)];
  if (cyrillic[0] && cyrillic[1]) return dropCaseEnding(left) === dropCaseEnding(right);
  if (cyrillic[0] || cyrillic[1]) {
    const [one, other] = [left, right].map((word) => (CYRILLIC.test(word) ? word : null));
    const written = one ?? other ?? "";
    const latin = one === null ? left : right;
    return [written, dropCaseEnding(written)].some((word) => sameLatin(writeInLatin(word), latin));
  }
  return sameLatin(left, right);
}

function sameLatin(left: string, right: string): boolean {
  if (left === right) return true;
  const spelling = SPELLING_OF.get(left);
  if (spelling !== undefined && spelling === SPELLING_OF.get(right)) return true;
  if (!mayBegin(left, right)) return false;
  if (foldSpelling(left) === foldSpelling(right)) return true;
  const slavic = soundSlavic(left);
  if (slavic !== null && slavic === soundSlavic(right)) return true;
  if (left.length < 5 || right.length < 5) return false;
  return (ARABIC_MARK.test(left) || ARABIC_MARK.test(right)) && soundArabic(left) === soundArabic(right);
}

const FORM_OF: ReadonlyMap<string, string> = new Map(
  FORMS.flatMap((forms) => forms.map((form): [string, string] => [form, forms[0] ?? form])),
);

/**
 * Tells whether two given names are the same name in another form ("Tom" and "Thomas"), or one is the other's
 * initial.
 */
export function sameGivenName(left: string, right: string): boolean {
  const a = foldWord(left);
  const b = foldWord(right);
  if (a === b) return true;
  if (a.length === 1 || b.length === 1) return a[0] === b[0];
  const form = FORM_OF.get(a);
  return form !== undefined && form === FORM_OF.get(b);
}
