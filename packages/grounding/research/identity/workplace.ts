import type { Language } from "../../lexicon/language.ts";
import { findIdentifyingWords, type NameMention } from "../../text/name-mentions.ts";
import { foldWord } from "../../text/tokens.ts";

/**
 * Holds where a passage says that its person works now. Folded words; those of every institution left out.
 */
export interface Workplace {
  /** "a lawyer in Miami", "the mayor of Dover" */
  towns: ReadonlySet<string>;
  /** "a professor at Stanford University" */
  institutions: ReadonlySet<string>;
  /** "a professor of mathematics" */
  subjects: ReadonlySet<string>;
}

const IS_NOW = /^\s*(?:[([][^()[\]]{0,80}[)\]]\s*)?,?\s*is\s+(?:an?|the)?\s*([^.;]{4,140})/u;
const NOT_ONLY = /\b(?:former|visiting|emeritus|adjunct|honorary|also|retired|member|native)\b/iu;
const TOWN = /\b(?:in|mayor of|bishop of)\s+(\p{Lu}[\p{L}.'’-]+(?:\s\p{Lu}[\p{L}.'’-]+)*)/gu;
const INSTITUTION = /\bat\s+(?:the\s+)?((?:\p{Lu}[\p{L}&.'’-]*)(?:\s(?:of\s)?\p{Lu}[\p{L}&.'’-]*)*)/gu;
const SUBJECT =
  /\b(?:professor|lecturer|reader|chair) (?:of|in|for) ((?:\p{Ll}+\s?){1,4}?)(?=\s*(?:at|in|and|,|$))/gu;
const COMMON = new Set(
  "university college school institute department faculty center centre hospital clinic company group the of and".split(
    " ",
  ),
);

/** Returns where somebody works by a sentence "NAME is a …"; null where none says so. English alone. */
export function findWorkplace(
  text: string,
  mentions: readonly NameMention[],
  language: Language,
): Workplace | null {
  if (language !== "en") return null;
  for (const { end } of mentions) {
    const clause = IS_NOW.exec(text.slice(end, end + 240))?.[1];
    if (clause === undefined || NOT_ONLY.test(clause)) continue;
    const read = (pattern: RegExp, wordsOf: (found: string) => string[]) =>
      new Set(
        Array.from(clause.matchAll(pattern), ([, found = ""]) => found)
          .flatMap(wordsOf)
          .filter((word) => !COMMON.has(word)),
      );
    const towns = read(TOWN, (found) => findIdentifyingWords(found));
    const institutions = read(INSTITUTION, (found) => findIdentifyingWords(found));
    const subjects = read(SUBJECT, (found) => found.trim().split(/\s+/).map(foldWord));
    if (towns.size + institutions.size > 0) return { towns, institutions, subjects };
  }
  return null;
}

/**
 * Tells whether two people of one trade work in different places: in two towns, or at two institutions in two
 * subjects.
 */
export function workApart(left: Workplace | null, right: Workplace | null): boolean {
  if (left === null || right === null) return false;
  const inOtherTown = areApart(left.towns, right.towns);
  return (
    inOtherTown ||
    (areApart(left.institutions, right.institutions) && areApart(left.subjects, right.subjects))
  );
}

function areApart(left: ReadonlySet<string>, right: ReadonlySet<string>): boolean {
  return left.size > 0 && right.size > 0 && ![...left].some((word) => right.has(word));
}
