import { OFFICE_ACRONYMS } from "../lexicon/non-persons.ts";
import { PARTICLES, SENTENCE_CAPITALS, SUFFIXES } from "./name-words.ts";
import { type Token, tokenize } from "./tokens.ts";

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
