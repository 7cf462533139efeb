import { findProperNames, looksLikePerson } from "../../text/names.ts";
import { foldWord, tokenize } from "../../text/tokens.ts";
import type { Passage } from "./marks.ts";

/** Matches a question that consists of one word: "who is mcqueen", "McQueen". */
const SINGLE_WORD_QUESTION = /^(?:who(?:['’]s| is| was)\s+)?(?<word>[\p{L}\p{M}'’-]{3,40})[\s?.!]*$/iu;

/**
 * Returns the word of a one-word question, as the pages spell it, if it is a family name: most pages with the
 * word in their titles are about a person of that name, as with "mcqueen" and Steve McQueen. The question
 * alone does not show whether it asks about a person.
 */
export function findBareFamilyName(text: string, pages: readonly Passage[]): string | null {
  const asked = foldWord(SINGLE_WORD_QUESTION.exec(text)?.groups?.word ?? "");
  if (asked === "") return null;
  const titles = pages.flatMap(({ title }) =>
    tokenize(title).some(({ word }) => word === asked) ? [title] : [],
  );
  const spellings = titles.flatMap((title) => {
    const person = findProperNames(title).find((name) => isFamilyNameOf(name.text, asked));
    return person === undefined ? [] : [tokenize(person.text).at(-1)?.raw ?? asked];
  });
  return spellings.length > 1 && spellings.length > titles.length / 2 ? (spellings[0] ?? null) : null;
}

function isFamilyNameOf(name: string, asked: string): boolean {
  return looksLikePerson(name) && tokenize(name).at(-1)?.word === asked;
}
