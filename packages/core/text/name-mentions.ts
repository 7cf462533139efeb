import { sameGivenName } from "./given-name-forms.ts";
import { FORMS_OF_ADDRESS, PARTICLES, SUFFIXES } from "./name-words.ts";
import { type Token, tokenize } from "./tokens.ts";

/** One place where a text bears a full name. `between` holds the words of the text inside it that the name itself lacks, as written. */
export interface NameMention {
  start: number;
  end: number;
  between: string[];
}

const MOST_BETWEEN = 3;
/** Of a longer name the first words identify what is named; a prompt can hold thousands of capitals in a row. */
const MOST_NAME_WORDS = 12;

/** The folded words that identify a named subject, at most twelve: forms of address and suffixes gone. */
export function nameWords(name: string): string[] {
  const all = tokenize(name).map((token) => token.word);
  const bare = all.filter((word) => !FORMS_OF_ADDRESS.has(word) && !SUFFIXES.has(word));
  return (bare.length > 0 ? bare : all).slice(0, MOST_NAME_WORDS);
}

function isBetweenWord(token: Token): boolean {
  return /^[\p{Lu}\p{Lt}]/u.test(token.raw) || PARTICLES.has(token.word);
}

function near(text: string, left: Token, right: Token): boolean {
  const gap = text.slice(left.end, right.start);
  if (gap.length > 3 || /[;:!?()[\]/]/.test(gap) || gap.includes(",")) return false;
  return !gap.includes(".") || left.raw.length <= 2;
}

/** Follows the name's words from its first one, letting middle names and initials of the text stand between them. */
function matchInOrder(
  text: string,
  tokens: readonly Token[],
  from: number,
  name: readonly string[],
): NameMention | null {
  const between: string[] = [];
  let wanted = 1;
  let at = from;
  while (wanted < name.length) {
    const previous = tokens[at];
    const token = tokens[at + 1];
    if (previous === undefined || token === undefined || !near(text, previous, token)) return null;
    at += 1;
    const word = name[wanted] ?? "";
    const last = wanted === name.length - 1;
    if (
      token.word === word ||
      (!last && token.word[0] === word[0] && (token.word.length === 1 || word.length === 1))
    ) {
      wanted += 1;
    } else if (!last && word.length === 1) {
      // The text leaves out a middle initial of the name: look at the same word again for what comes next.
      wanted += 1;
      at -= 1;
    } else if (between.length < MOST_BETWEEN && isBetweenWord(token)) {
      between.push(token.raw);
    } else {
      return null;
    }
  }
  const start = tokens[from]?.start ?? 0;
  return { start, end: tokens[at]?.end ?? start, between };
}

/** "Lovelace, Ada" and "Lovelace, Augusta Ada": the surname, a comma, then the given name. */
function matchSurnameFirst(
  text: string,
  tokens: readonly Token[],
  at: number,
  name: readonly string[],
): NameMention | null {
  const surname = tokens[at];
  const given = tokens[at + 1];
  if (
    surname === undefined ||
    given === undefined ||
    surname.word !== name.at(-1) ||
    !sameGivenName(given.word, name[0] ?? "")
  )
    return null;
  if (given.raw.length === 1 || !/^, ?$/.test(text.slice(surname.end, given.start))) return null;
  return { start: surname.start, end: given.end, between: [] };
}

/**
 * Every place where a text bears the full name: in order, with middle names or initials between, or surname first after a comma.
 * The given name may come in another common form (Tom, Thomas); a lone surname is not a mention of a name of two words or more.
 */
export function nameMentions(text: string, name: string): NameMention[] {
  const wanted = nameWords(name);
  const [given] = wanted;
  if (given === undefined) return [];
  const tokens = tokenize(text);
  const mentions: NameMention[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined) continue;
    const starts =
      token.word === given ||
      (wanted.length > 1 && token.word.length > 1 && sameGivenName(token.word, given));
    const mention = starts ? matchInOrder(text, tokens, at, wanted) : null;
    const found = mention ?? (wanted.length > 1 ? matchSurnameFirst(text, tokens, at, wanted) : null);
    if (found !== null) mentions.push(found);
  }
  return mentions;
}
