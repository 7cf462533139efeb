import { type ListName, matchEntry, type Words, type WritingVocabulary } from "./lexicon/vocabulary.ts";
import type { MessageToken } from "./words.ts";

/** Maximum number of words in a part of a form, and of them before the noun of a text. */
const MAX_WORDS = 7;
const MAX_AHEAD = 3;

/**
 * Rewrites a clause that asks for a write without an imperative, by the language's table of such forms:
 * "This should go to #ops" becomes "push this to #ops", and "Make sure Ada gets it" becomes "tell Ada it".
 */
export function rewriteClause(
  words: WritingVocabulary,
  tokens: readonly MessageToken[],
  isFragment = false,
): { tokens: readonly MessageToken[]; isWish: boolean } | undefined {
  for (const { form, imperative } of isFragment ? words.fragments : words.rewrites) {
    const found = matchParts(words, form, tokens, 0);
    if (!found) continue;
    const { at = 0 } = tokens[0] ?? {};
    const start = imperative.flatMap((part): readonly MessageToken[] => {
      return found.slots[part] ?? [{ text: part, word: part, kind: "word", at }];
    });
    return { tokens: [...start, ...tokens.slice(found.end)], isWish: PARTS[form[0] ?? ""] !== undefined };
  }
  return undefined;
}

interface FoundParts {
  end: number;
  slots: Readonly<Record<string, readonly MessageToken[]>>;
}

function matchParts(
  words: WritingVocabulary,
  [part, ...others]: readonly string[],
  tokens: readonly MessageToken[],
  at: number,
): FoundParts | undefined {
  if (part === undefined) return { end: at, slots: {} };
  const isPart = PARTS[part];
  if (!isPart) {
    const length = part.startsWith("<")
      ? matchEntry(words[part.slice(1, -1) as ListName], tokens, at)
      : Number(part.split("|").includes(tokens[at]?.word ?? ""));
    return length === 0 ? undefined : matchParts(words, others, tokens, at + length);
  }
  for (let length = 1; length <= MAX_WORDS && at + length <= tokens.length; length += 1) {
    // The words after a part are looked up first, because most clauses lack them.
    const found = matchParts(words, others, tokens, at + length);
    const own = tokens.slice(at, at + length);
    if (!found || !isPart(words, own)) continue;
    // "the webhook at https://…" is the URL alone.
    const value = /PLACE|URL|CHANNEL/.test(part) && own.at(-1)?.kind === "place" ? own.slice(-1) : own;
    return { end: found.end, slots: { ...found.slots, [part]: value } };
  }
  return undefined;
}

type IsPart = (words: WritingVocabulary, tokens: readonly MessageToken[]) => boolean;

/** Placeholders in a form, and the words that each matches. */
const PARTS: Readonly<Record<string, IsPart>> = {
  IT: ({ pronouns, definites }, [it, ...others]) =>
    others.length === 0 &&
    it !== undefined &&
    pronouns.has(it.word) &&
    (it.word === "it" || definites.has(it.word)),
  // Only a text can go somewhere: "The users should go to #ops." orders nothing.
  TEXT: (words, tokens) => PARTS.IT?.(words, tokens) === true || isText(words, tokens),
  DRAFT: (words, tokens) => words.indefinites.has(tokens[0]?.word ?? "") && isText(words, tokens),
  NEW: (words, tokens) => isNounPhrase(words, tokens, words.indefinites),
  ANY: (words, tokens) => PARTS.IT?.(words, tokens) === true || isNounPhrase(words, tokens, words.articles),
  PLACE: (words, tokens) =>
    isPlace(words, tokens) || isNounPhrase(words, tokens, words.articles) || isNames(tokens),
  EXTRACT: (words, tokens) => {
    const at = tokens.findIndex(({ word }) => words.extracts.has(word));
    const last = tokens.at(-1)?.word ?? "";
    const isMail = words.mails.has(last) || words.mails.has(last.replace(/s$/, ""));
    const isFrom = words.sources.has(last) && words.links.has(tokens[at + 1]?.word ?? "");
    // "the summary of the mail to Ada": Ada may be the mail's recipient.
    const isEnd = at === tokens.length - 1 || (isFrom && !isMail);
    return at >= 0 && isEnd && !tokens.some((token) => isClosed(words, token));
  },
  LINES: (words, tokens) =>
    tokens.some(({ word }) => words.texts.has(word)) && !tokens.some((token) => isClosed(words, token)),
  THING: (words, [noun, ...others]) => others.length === 0 && isNewThing(words, noun?.word ?? ""),
  NAME: (_words, tokens) => isNames(tokens),
  CHANNEL: (words, tokens) => isPlace(words, tokens) && tokens.at(-1)?.text.startsWith("#") === true,
  URL: (words, tokens) => isPlace(words, tokens) && tokens.at(-1)?.text.includes("/") === true,
};

/** Accepts "#ops", "the channel #ops" and "the folks in #ops". */
function isPlace(words: WritingVocabulary, tokens: readonly MessageToken[]): boolean {
  const lists = [words.articles, words.placeNouns, words.groups, words.at];
  const isLead = ({ word }: MessageToken) => lists.some((list) => list.has(word));
  return (
    tokens.at(-1)?.kind === "place" &&
    tokens.slice(0, -1).every(isLead) &&
    !words.at.has(tokens[0]?.word ?? "")
  );
}

const isClosed = ({ grammar, reports, to, joins }: WritingVocabulary, { word, kind }: MessageToken) =>
  kind !== "word" || [grammar, reports, to, joins].some((list) => list.has(word));

const isNewThing = ({ things }: WritingVocabulary, noun: string) =>
  !noun.endsWith("s") && Object.values(things).some((nouns) => nouns.has(noun));

const isNames = (tokens: readonly MessageToken[]) => tokens.every(({ text }) => /^\p{Lu}/u.test(text));

/** Accepts "a short summary" and "the list of my mails", but not "the mail of Eve says lists". */
function isText(words: WritingVocabulary, tokens: readonly MessageToken[]): boolean {
  const noun = tokens.findIndex(({ word }) => words.texts.has(word) || words.mails.has(word));
  const [link, article, ...others] = tokens.slice(noun + 1);
  if (noun < 1 || noun > MAX_AHEAD || !isNounPhrase(words, tokens.slice(0, noun + 1), words.articles))
    return false;
  if (!link) return true;
  if (!words.links.has(link.word) || !article || words.grammar.has(article.word)) return false;
  return others.length === (words.articles.has(article.word) ? 1 : 0);
}

function isNounPhrase(words: WritingVocabulary, tokens: readonly MessageToken[], articles: Words): boolean {
  const [article, ...nouns] = tokens;
  const lists = [words.grammar, words.links, words.reports, words.to, words.joins];
  const isNoun = ({ word, kind }: MessageToken) => kind === "word" && !lists.some((list) => list.has(word));
  return article !== undefined && articles.has(article.word) && nouns.length > 0 && nouns.every(isNoun);
}
