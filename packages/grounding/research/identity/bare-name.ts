import { findProperNames, looksLikePerson } from "../../text/names.ts";
import { foldWord, tokenize } from "../../text/tokens.ts";
import type { Passage } from "./marks.ts";

/** Matches a question about a single word: "who is mcqueen", "McQueen". */
const BARE = /^(?:who(?:['’]s| is| was)\s+)?(?<word>[\p{L}\p{M}'’-]{3,40})[\s?.!]*$/iu;

/**
 * Returns the single word that a question asks about, as spelled by the pages, if most pages with it in their
 * titles are about a person with that family name: "McQueen" if the pages are about Steve McQueen. The
 * question's form does not show whether it asks about a person, but the results do.
 */
export function findBareFamilyName(text: string, pages: readonly Passage[]): string | null {
  const asked = foldWord(BARE.exec(text)?.groups?.word ?? "");
  if (asked === "") return null;
  const titles = pages.flatMap(({ title }) =>
    tokenize(title).some(({ word }) => word === asked) ? [title] : [],
  );
  const written = titles.flatMap((title) => {
    const person = findProperNames(title).find((name) => isFamilyNameOf(name.text, asked));
    return person === undefined ? [] : [tokenize(person.text).at(-1)?.raw ?? asked];
  });
  return written.length > 1 && written.length > titles.length / 2 ? (written[0] ?? null) : null;
}

function isFamilyNameOf(name: string, asked: string): boolean {
  return looksLikePerson(name) && tokenize(name).at(-1)?.word === asked;
}
