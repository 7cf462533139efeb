import { FORMS_OF_ADDRESS, PARTICLES, SUFFIXES } from "../../lexicon/names.ts";
import { isSameGivenName } from "../../text/same-names.ts";
import { splitWords } from "../../text/tokens.ts";
import type { FactBook } from "../fact-book.ts";
import { RARE_WEIGHT } from "../name-book.ts";
import type { ReadSentence } from "./read-sentence.ts";

/** The subject of a sentence. `words` is the folded words of its name, empty if there is no name. */
export interface Subject {
  /** `open`: a pronoun or a bare surname with several possible referents. */
  kind: "name" | "pronoun" | "open" | "none";
  words: readonly string[];
}

const PRONOUNS = new Set("he she it they his her its their him them this these".split(" "));
export const POSSESSIVES: ReadonlySet<string> = new Set("his her its their".split(" "));
/** Prepositions. A name after one says where, when or whose, and not who. */
const BEFORE_OTHERS = new Set(
  "in at of from by with to for on under over near during after before since until against between among as about like".split(
    " ",
  ),
);
/** Maximum position, in words, at which a sentence names its subject. */
const OPENING = 7;
/** Maximum number of words between a possessive and the name that they describe: "her brother Max". */
const MAX_DESCRIBING = 3;

const NO_BOOKS: readonly FactBook[] = [];
/** Cached, because many statements are compared with the same sentence of the evidence. */
const found = new WeakMap<ReadSentence, WeakMap<readonly FactBook[], Subject>>();

/**
 * Returns the first name without a preposition before it, or the first pronoun. `books` identify surnames: a
 * word that may be capitalised only because of its position is a name if they know it as one.
 */
export function readSubject(read: ReadSentence, books: readonly FactBook[] = NO_BOOKS): Subject {
  const known = found.get(read) ?? new WeakMap<readonly FactBook[], Subject>();
  found.set(read, known);
  const subject = known.get(books) ?? findSubject(read, books);
  known.set(books, subject);
  return subject;
}

function findSubject(read: ReadSentence, books: readonly FactBook[]): Subject {
  const { words: all, facts } = read;
  const opener = openingName(read, books);
  const described = findDescribed(read);
  if (described !== undefined) return { kind: "name", words: readNameWords(described) };
  for (const [at, word] of all.slice(0, OPENING).entries()) {
    if (PRONOUNS.has(word.word)) return { kind: "pronoun", words: [] };
    if (at === 0 && opener !== undefined) return { kind: "name", words: [opener] };
    const run = facts.names.find(({ written, end }) => end - written.length === word.start);
    if (run === undefined || BEFORE_OTHERS.has(withoutArticle(all, at))) continue;
    return { kind: "name", words: readNameWords(run.written) };
  }
  return { kind: "none", words: [] };
}

/**
 * Returns the name after an opening possessive and what it is of its owner: "Her brother Max Klein lives …",
 * "Rosa Klein's brother Max lives …".
 */
function findDescribed({ words, text, facts }: ReadSentence): string | undefined {
  const isPronoun = POSSESSIVES.has(words[0]?.word ?? "");
  const owner = isPronoun ? 0 : words.findIndex(({ capital, raw }) => !capital || /['’]s?$/.test(raw));
  if (owner < 0 || !(isPronoun || words[owner]?.capital)) return undefined;
  const at = words.findIndex(({ capital }, index) => index > owner && capital);
  const name = facts.names.find(({ written, end }) => end - written.length === words[at]?.start);
  const describing = words.slice(owner + 1, Math.max(at, 0));
  const isBroken = /[,;:()]/.test(text.slice(0, words[at]?.start).replace(/, $/, ""));
  if (isBroken || describing.length === 0 || describing.length > MAX_DESCRIBING) return undefined;
  // "Vela's drug Zelotinib" may still say it of Vela.
  const isFull = isPronoun || name?.written.includes(" ");
  return isFull && describing.every(({ stop }) => !stop) ? name?.written : undefined;
}

/** Returns the single word that starts a sentence if it is a name: "Desh owes …". */
function openingName(
  { words: all, content, facts }: ReadSentence,
  books: readonly FactBook[],
): string | undefined {
  const [first] = all;
  if (first === undefined || first.stop || !first.capital || all[1]?.capital || /^\d/.test(first.word))
    return undefined;
  if (facts.names.some(({ written, end }) => end - written.length === first.start)) return undefined;
  const isKnown = books.some(({ names }) => names.given.has(first.word));
  return isKnown || (content.get(first.stem)?.weight ?? 0) >= RARE_WEIGHT ? first.word : undefined;
}

function withoutArticle(all: ReadSentence["words"], at: number): string {
  const before = all[at - 1]?.word ?? "";
  return before === "the" || before === "a" || before === "an" ? (all[at - 2]?.word ?? "") : before;
}

export function readNameWords(name: string): string[] {
  return splitWords(name).filter(
    (word) => !PARTICLES.has(word) && !FORMS_OF_ADDRESS.has(word) && !SUFFIXES.has(word),
  );
}

/**
 * Returns whether two names may belong to one person or thing: one is a part of the other, or both have the
 * same last word after the same given name.
 */
export function maySameName(one: readonly string[], other: readonly string[]): boolean {
  if (one.length === 0 || other.length === 0) return true;
  if (one.every((word) => other.includes(word)) || other.every((word) => one.includes(word))) return true;
  if (one.at(-1) !== other.at(-1)) return false;
  const [given = ""] = one;
  const [known = ""] = other;
  return isSameGivenName(known, given);
}
