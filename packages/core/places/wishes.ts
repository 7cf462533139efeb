import { matchEntry, type WritingVocabulary } from "./vocabulary.ts";
import type { MessageToken } from "./words.ts";

/** Maximum number of words before the noun of a text: "the short weekly summary". */
const MAX_AHEAD = 3;

/**
 * Reads a sentence that says where a text should go: "This should go to #ops.", "The summary has to be posted
 * in #ops.", "I'd like it sent to Ada." Returns it without the verb: "this to #ops". Only a text can be the
 * subject: "The users should go to #ops." orders nothing.
 */
export function readWish(
  words: WritingVocabulary,
  tokens: readonly MessageToken[],
  from: number,
): MessageToken[] | undefined {
  const start = from + matchEntry(words.wishes, tokens, from);
  const text = findTextEnd(words, tokens, start);
  const verb = findVerbEnd(words, tokens, text, start === from ? undefined : text === start + 1);
  if (text === start || verb === undefined) return undefined;
  return [...tokens.slice(start, text), ...tokens.slice(verb)];
}

/** Returns the index after "it", "this", "the short summary" or "a list of my mails". */
function findTextEnd(words: WritingVocabulary, tokens: readonly MessageToken[], from: number): number {
  const wordAt = (at: number) => tokens[at]?.word ?? "";
  const isText = ({ word }: MessageToken) => words.texts.has(word) || words.mails.has(word);
  const ahead = tokens.slice(from + 1, from + 1 + MAX_AHEAD).findIndex(isText);
  const isNamed = ahead >= 0 && words.articles.has(wordAt(from));
  if (!isNamed || tokens.slice(from + 1, from + 1 + ahead).some(({ word }) => words.grammar.has(word))) {
    const [it] = words.pronouns;
    const isKnown =
      words.pronouns.has(wordAt(from)) && (wordAt(from) === it || words.definites.has(wordAt(from)));
    return isKnown ? from + 1 : from;
  }
  const end = from + ahead + 2;
  if (!words.links.has(wordAt(end))) return end;
  // One noun, because more words could be a clause: "the mail of Eve says lists should go to …".
  return end + (words.articles.has(wordAt(end + 1)) ? 3 : 2);
}

/**
 * Returns the index after the verb: "should go", "has to be posted" or, after "I'd like", "to be posted".
 * `isPronoun` is set after "I'd like", where "it posted" will do. "The mail sent to Ada" was sent already.
 */
function findVerbEnd(
  words: WritingVocabulary,
  tokens: readonly MessageToken[],
  from: number,
  isPronoun: boolean | undefined,
): number | undefined {
  const wordAt = (at: number) => tokens[at]?.word ?? "";
  const isParticiple = (word: string) => words.reports.has(word) && !/(?:ing|s)$/.test(word);
  if (isPronoun && isParticiple(wordAt(from))) return from + 1;
  const modal =
    isPronoun === undefined ? matchEntry(words.duties, tokens, from) : Number(words.to.has(wordAt(from)));
  const [go = "", be = ""] = words.moves;
  if (modal === 0) return undefined;
  if (wordAt(from + modal) === go) return from + modal + 1;
  return wordAt(from + modal) === be && isParticiple(wordAt(from + modal + 1)) ? from + modal + 2 : undefined;
}
