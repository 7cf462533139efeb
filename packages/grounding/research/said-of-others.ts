import { GIVEN_NAMES } from "../lexicon/given-names.ts";
import type { Question } from "../question/question.ts";
import { nameWords } from "../text/name-mentions.ts";
import { sameNameWord } from "../text/name-variants.ts";
import { properNames } from "../text/names.ts";
import { looksLikePerson } from "../text/person-name.ts";
import { tokenize } from "../text/tokens.ts";
import type { EvidencePage } from "./evidence-pages.ts";

/** Scripts of which a name in one cannot be found in another; Han stands with both of Japanese's own. */
const SCRIPTS = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Arabic}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Devanagari}/u,
  /\p{Script=Thai}/u,
  /\p{Script=Hangul}/u,
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
];

/**
 * Takes away the quotes that name a person, in the sentence or in the page's title, and nobody who was asked about: a page about
 * Mary Somerville may go on with "Tom Hale died in 1871". Where the question asks for a person, such a sentence may be the answer.
 * A sentence that has no script in common with the question may name anybody, as names are not found across scripts.
 */
export function withoutQuotesOfOthers(
  { text: asking, subjects, expected }: Question,
  pages: readonly EvidencePage[],
): readonly EvidencePage[] {
  if (subjects.length === 0 || expected === "person") return pages;
  const asked = subjects.flatMap(nameWords);
  const isAsked = (text: string) =>
    tokenize(text).some(({ word }) => asked.some((one) => sameNameWord(one, word)));
  return pages.map((page) => {
    if (isAsked(page.title)) return page;
    const isOfAnother = namesSomebody(page.title);
    const sentences = page.sentences.map((sentence) => {
      const { quote } = sentence;
      if (quote === null || isAsked(quote)) return sentence;
      if (!isOfAnother && !namesSomebody(quote) && sharesScript(asking, quote)) return sentence;
      return { ...sentence, quote: null };
    });
    return { ...page, sentences };
  });
}

function sharesScript(one: string, other: string): boolean {
  return SCRIPTS.some((script) => script.test(one) && script.test(other));
}

function namesSomebody(text: string): boolean {
  return properNames(text).some(({ text: name }) => {
    const words = nameWords(name);
    return words.length > 1 && GIVEN_NAMES.has(words[0] ?? "") && looksLikePerson(name);
  });
}
