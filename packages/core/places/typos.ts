import { isKnownWord, listVocabularies, type WritingVocabulary } from "./lexicon/vocabulary.ts";
import type { MessageToken } from "./words.ts";

/** Minimum number of letters of a word in which one may be missing. Shorter ones have other neighbours. */
const MIN_COMPLETE = 6;

let corrections: ReadonlyMap<string, string> | undefined;

/**
 * Corrects typos of verbs and nouns: two letters exchanged, or one inside missing or doubled. Leaves a word
 * that could be two known ones. Names and places are compared by their text, which does not change.
 */
export function correctTypos(tokens: readonly MessageToken[]): MessageToken[] {
  return tokens.map((token) => {
    if (token.kind !== "word" || !/^\p{Ll}{3,}$/u.test(token.text)) return token;
    corrections ??= listCorrections();
    const word = corrections.get(token.word);
    return word && !isKnownWord(token.word) ? { ...token, word } : token;
  });
}

function listCorrections(): ReadonlyMap<string, string> {
  const words = new Set(listVocabularies().flatMap(listContentWords));
  const found = new Map<string, string>();
  for (const word of words) for (const typo of listTypos(word)) found.set(typo, found.has(typo) ? "" : word);
  return found;
}

function listContentWords({ things, ...words }: WritingVocabulary): string[] {
  const { reads, posts, sends, tells, makes, ends, answers, texts, mails, courtesies, holds } = words;
  const lists = [reads, posts, sends, tells, makes, ends, answers, texts, mails, courtesies, holds];
  return [...lists, ...Object.values(things)].flatMap((list) => [...list]);
}

function listTypos(word: string): string[] {
  if (!/^(?:not|\p{Ll}{4,})$/u.test(word)) return [];
  return Array.from(word).flatMap((letter, at) => {
    const [head, next = "", tail] = [word.slice(0, at), word[at + 1], word.slice(at + 2)];
    const isInside = at > 0 && next !== "" && word.length >= MIN_COMPLETE;
    const typos = [`${head}${letter}${letter}${next}${tail}`, `${head}${next}${letter}${tail}`];
    return isInside ? [...typos, `${head}${next}${tail}`] : typos;
  });
}
