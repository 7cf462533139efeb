import { matchEntry, type WritingVocabulary } from "./lexicon/vocabulary.ts";
import type { MessageToken } from "./words.ts";

/**
 * Returns true for words next to an order that cannot limit it or take it back, judged by their form: how the
 * text should look ("Short, no links.", "Keep it under five lines."), what another person does ("She planned
 * to go.", "because he asked for it"), or what a thing is (", which is 88231").
 */
export function isSideRemark(words: WritingVocabulary, tokens: readonly MessageToken[]): boolean {
  const from = matchEntry(words.reasons, tokens, 0);
  const [first, second] = tokens.slice(from);
  if (!first) return false;
  if (from === 0 && (isAboutShape(words, tokens) || isWhereabouts(words, tokens))) return true;
  if (tokens.some(({ word }) => words.holds.has(word))) return false;
  const others = tokens.slice(from + 1);
  // "Include the dates."
  const isAdding = words.includes.has(first.word) && words.articles.has(second?.word ?? "");
  if (isAdding) return !others.some(({ kind, word }) => kind !== "word" || words.grammar.has(word));
  if (words.others.has(first.word)) return isAboutOthers(words, others);
  if (from > 0) return false;
  const isOpen = ({ word }: MessageToken) => words.grammar.has(word) && !words.beings.has(word);
  return words.relatives.has(first.word) && words.beings.has(second?.word ?? "") && !others.some(isOpen);
}

/** Accepts "the details are in her mail", which says where the text is found. */
function isWhereabouts(words: WritingVocabulary, tokens: readonly MessageToken[]): boolean {
  const being = tokens.findIndex(({ word }) => words.beings.has(word));
  const [led, article, ...nouns] = tokens.slice(being + 1);
  const isNoun = ({ word, kind }: MessageToken) =>
    kind === "word" && ![words.grammar, words.links].some((list) => list.has(word));
  const isSubject = words.articles.has(tokens[0]?.word ?? "") && tokens.slice(1, being).every(isNoun);
  const isPlace = words.at.has(led?.word ?? "") && words.articles.has(article?.word ?? "");
  const isText = [words.sources, words.mails, words.texts].some((list) => list.has(nouns.at(-1)?.word ?? ""));
  return being > 1 && isText && isSubject && isPlace && nouns.every(isNoun);
}

/** Accepts "needs them by noon" and "planned to go", but not "has sent it". */
function isAboutOthers(words: WritingVocabulary, tokens: readonly MessageToken[]): boolean {
  const isOpen = ({ word, kind }: MessageToken) =>
    kind === "mark" ||
    words.persons.has(word) ||
    (words.grammar.has(word) && !words.beings.has(word) && !words.reasons.has(word));
  const isThem = ({ word }: MessageToken) => words.pronouns.has(word) && !words.articles.has(word);
  const needs = tokens.some(({ word }) => words.needs.has(word));
  return tokens.length > 0 && !tokens.some(isOpen) && (needs || !tokens.some(isThem));
}

/** Accepts only words for the shape of a text, and "no" and "don't use" only before one of them. */
function isAboutShape(words: WritingVocabulary, tokens: readonly MessageToken[]): boolean {
  const isShape = (token: MessageToken | undefined) =>
    token !== undefined && (words.shapes.has(token.word) || /^\d+$/.test(token.word));
  const isPlain = (token: MessageToken, at: number) =>
    isShape(token) ||
    token.text === "," ||
    words.shaping.has(token.word) ||
    words.uses.has(token.word) ||
    (words.without.has(token.word) && isShape(tokens[at + 1])) ||
    (words.denials.has(token.word) && words.uses.has(tokens[at + 1]?.word ?? ""));
  return tokens.every(isPlain) && tokens.some(isShape);
}
