import { findProperNames, looksLikePerson } from "../../text/names.ts";
import { foldWord, tokenize } from "../../text/tokens.ts";
import type { Passage } from "./marks.ts";

/** "who is mcqueen", "McQueen": a single word that is asked about. */
const BARE = /^(?:who(?:['’]s| is| was)\s+)?(?<word>[\p{L}\p{M}'’-]{3,40})[\s?.!]*$/iu;

/**
 * Returns the single word that a question asks about, as the pages write it, if most pages that have it in
 * their titles are titled with a person of that family name: "McQueen" where pages are about Steve McQueen.
 * The form of such a question does not tell whether it asks about a person, what is found does.
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
