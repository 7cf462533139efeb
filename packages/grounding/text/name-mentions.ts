import type { Language } from "../lexicon/language.ts";
import { ARABIC_ARTICLES, FORMS_OF_ADDRESS, PARTICLES, SUFFIXES } from "../lexicon/names.ts";
import { isSameGivenName, isSameNameWord } from "./same-names.ts";
import { foldWord, type Token, tokenize } from "./tokens.ts";

/** A mention of a full name in a text. `between` contains words within it that the name lacks, as written. */
export interface NameMention {
  start: number;
  end: number;
  between: string[];
}

const MAX_BETWEEN = 3;
/**
 * Maximum number of words of a name. The first ones identify it, and a prompt may contain thousands of
 * capitalized words in a row.
 */
const MAX_NAME_WORDS = 12;

/** Returns up to twelve folded words that identify a subject, without forms of address and suffixes. */
export function findIdentifyingWords(name: string): string[] {
  const all = tokenize(name).map((token) => token.word);
  const bare = all.filter((word) => !FORMS_OF_ADDRESS.has(word) && !SUFFIXES.has(word));
  return (bare.length > 0 ? bare : all).slice(0, MAX_NAME_WORDS);
}

/**
 * Returns the words that a text must contain. Arabic articles are optional ("Bashar al-Assad", "Bashar
 * Assad").
 */
function listWantedWords(name: string): string[] {
  const all = findIdentifyingWords(name);
  const wanted = all.filter((word, index) => index === 0 || !ARABIC_ARTICLES.has(word));
  return wanted.length > 1 ? wanted : all;
}

function isBetweenWord(token: Token): boolean {
  return /^[\p{Lu}\p{Lt}]/u.test(token.raw) || PARTICLES.has(token.word);
}

/** Abbreviated given names and titles, after which a full stop may occur within a name. */
const ABBREVIATED = /^(?:Wm|Th|Chas|Geo|Jas|Jos|Thos|Robt|St|Dr|Jr|Sr|Fr|Ph|Chr|Yu|Ya)$/u;

function isNear(text: string, left: Token, right: Token): boolean {
  const gap = text.slice(left.end, right.start);
  if (gap.length > 3 || /[;:!?()[\]/]/.test(gap) || gap.includes(",")) return false;
  return !gap.includes(".") || left.raw.length === 1 || ABBREVIATED.test(left.raw);
}

const HANGUL = /^\p{Script=Hangul}/u;
const ARABIC = /^\p{Script=Arabic}/u;
/** "and", "by", "for", "so", "like", and the article, which Arabic attaches to the next word. */
const ARABIC_PREFIX = /^(?:[وبلفك]?ال|[وبلفك])(?=..)/u;
/** Endings attached to a name with an apostrophe: "Atatürk'ün". */
const ATTACHED_ENDING = /^(.{3,}?)['’ʼ]\p{Ll}{1,5}$/u;
const MAX_PARTICLE_LENGTH = 4;

/**
 * Returns whether a word of a text matches a word of the name, in any spelling and with the endings of its
 * language.
 */
function isNameWord(token: Token, wanted: string, language: Language | null): boolean {
  if (token.word === wanted) return true;
  const { raw } = token;
  if (raw.charCodeAt(0) >= 97 && raw.charCodeAt(0) <= 122) return false;
  if (HANGUL.test(raw)) return raw.startsWith(wanted) && raw.length - wanted.length <= MAX_PARTICLE_LENGTH;
  if (ARABIC.test(raw)) {
    const bare = foldArabic(token.word);
    return [bare, bare.replace(ARABIC_PREFIX, "")].includes(foldArabic(wanted).replace(/^ال(?=..)/u, ""));
  }
  if (!/^[\p{Lu}\p{Lt}]/u.test(raw)) return false;
  const bare = ATTACHED_ENDING.exec(raw)?.[1];
  if (bare !== undefined && isSameNameWord(foldWord(bare), wanted)) return true;
  if (language === "de" && token.word === `${wanted}s`) return true;
  return isSameNameWord(token.word, wanted);
}

function foldArabic(word: string): string {
  return word
    .replace(/[أإآٱ]/gu, "ا")
    .replace(/ى/gu, "ي")
    .replace(/ة/gu, "ه");
}

/** Matches the name's words in order, allowing middle names and initials of the text in between. */
function matchInOrder(
  text: string,
  tokens: readonly Token[],
  from: number,
  name: readonly string[],
  language: Language | null,
): NameMention | null {
  const between: string[] = [];
  let wanted = 1;
  let at = from;
  while (wanted < name.length) {
    const previous = tokens[at];
    const token = tokens[at + 1];
    if (previous === undefined || token === undefined || !isNear(text, previous, token)) return null;
    at += 1;
    const word = name[wanted] ?? "";
    const last = wanted === name.length - 1;
    if (
      isNameWord(token, word, language) ||
      (!last && token.word[0] === word[0] && (token.word.length === 1 || word.length === 1))
    ) {
      wanted += 1;
    } else if (!last && word.length === 1) {
      // The text omits a middle initial of the name: compare the same word with the next part.
      wanted += 1;
      at -= 1;
    } else if (between.length < MAX_BETWEEN && isBetweenWord(token)) {
      between.push(token.raw);
    } else {
      return null;
    }
  }
  const start = tokens[from]?.start ?? 0;
  return { start, end: tokens[at]?.end ?? start, between };
}

/**
 * Matches "Lovelace, Ada" and "Lovelace, Augusta Ada": the surname, a comma, then the given name. Russian may
 * omit the comma.
 */
function matchSurnameFirst(
  text: string,
  tokens: readonly Token[],
  at: number,
  name: readonly string[],
  language: Language | null,
): NameMention | null {
  const surname = tokens[at];
  const given = tokens[at + 1];
  if (surname === undefined || given === undefined || given.raw.length === 1) return null;
  const gap = text.slice(surname.end, given.start);
  if (!/^, ?$/.test(gap) && !(gap === " " && /^\p{Script=Cyrillic}/u.test(surname.raw))) return null;
  if (!isNameWord(surname, name.at(-1) ?? "", language) || !isGivenName(given, name[0] ?? "", language))
    return null;
  return { start: surname.start, end: given.end, between: [] };
}

function isGivenName(token: Token, given: string, language: Language | null): boolean {
  if (token.word === given) return true;
  return token.word.length > 1 && (isSameGivenName(token.word, given) || isNameWord(token, given, language));
}

const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/**
 * Returns the positions of a name in Chinese or Japanese characters, which are written without spaces. A dot
 * within it may be any dot.
 */
function findUnspacedMentions(text: string, name: string): NameMention[] {
  const removeMarks = (written: string) => written.replace(/[·・･‧•]/gu, "·");
  const wanted = removeMarks(name.trim());
  const read = removeMarks(text);
  const mentions: NameMention[] = [];
  for (let at = read.indexOf(wanted); at >= 0; at = read.indexOf(wanted, at + wanted.length))
    mentions.push({ start: at, end: at + wanted.length, between: [] });
  return mentions;
}

/**
 * Returns all mentions of a full name in a text: in order, with middle names or initials in between, or with
 * the surname first. Its spelling may differ (Gaddafi, Qaddafi), and the given name may have another common
 * form (Tom, Thomas). A surname alone does not match a name of several words.
 */
export function findNameMentions(
  text: string,
  name: string,
  language: Language | null = null,
): NameMention[] {
  if (UNSPACED.test(name.trim())) return findUnspacedMentions(text, name);
  return findMentionsAmong(text, tokenize(text), name, language);
}

/** Same as `findNameMentions`, for a text that is already tokenized. */
export function findMentionsAmong(
  text: string,
  tokens: readonly Token[],
  name: string,
  language: Language | null,
): NameMention[] {
  if (UNSPACED.test(name.trim())) return findUnspacedMentions(text, name);
  const wanted = listWantedWords(name);
  const [given] = wanted;
  if (given === undefined) return [];
  const mentions: NameMention[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined) continue;
    const starts =
      wanted.length > 1 ? isGivenName(token, given, language) : isNameWord(token, given, language);
    const mention = starts ? matchInOrder(text, tokens, at, wanted, language) : null;
    const found =
      mention ?? (wanted.length > 1 ? matchSurnameFirst(text, tokens, at, wanted, language) : null);
    if (found !== null) mentions.push(found);
  }
  return mentions;
}
