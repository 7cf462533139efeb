import type { Language } from "../../lexicon/language.ts";
import { findNameMentions } from "../../text/name-mentions.ts";
import { looksLikePerson } from "../../text/names.ts";
import { tokenize } from "../../text/tokens.ts";
import type { EvidenceQuote } from "./collect-evidence.ts";
import { startsWithAnyPronoun } from "./quotable-spans.ts";

/** Matches the separator after the name in a title, before the site, a section or a qualifier in brackets. */
const SUFFIX = /\s+[-|–—·•:»›]\s|\s*[(|]|:\s/u;

/**
 * Returns a function that maps a page's title to the name the page is about: the asked name that makes up the
 * title ("Ada Lovelace - Wikipedia"), or null. If snippets of such pages start with pronouns that cannot all
 * refer to one person, it returns null, because one of the pages is about someone else.
 */
export function findPageSubjects(
  evidence: readonly Pick<EvidenceQuote, "title" | "text">[],
  names: readonly string[],
  language: Language,
): (title: string) => string | null {
  const subjects = new Map<string, string | null>();
  const pronouns = new Map<string, Set<string>>();
  for (const { title, text } of evidence) {
    const subject = subjects.get(title) ?? findNameInTitle(title, names, language);
    subjects.set(title, subject);
    if (subject === null || !startsWithAnyPronoun(text, language)) continue;
    pronouns.set(subject, (pronouns.get(subject) ?? new Set()).add(classifyPronoun(text)));
  }
  const isConsistent = (subject: string) => {
    const kinds = pronouns.get(subject) ?? new Set();
    return kinds.size < 2 && !(kinds.has("it") && looksLikePerson(subject));
  };
  return (title) => {
    const subject = subjects.get(title) ?? null;
    return subject !== null && isConsistent(subject) ? subject : null;
  };
}

function findNameInTitle(title: string, names: readonly string[], language: Language): string | null {
  const [head = ""] = title.trim().split(SUFFIX);
  const words = tokenize(head).length;
  const isWholeHead = (start: number, end: number) => tokenize(head.slice(start, end)).length === words;
  const fillsTitle = (name: string) =>
    findNameMentions(head, name, language).some(({ start, end }) => isWholeHead(start, end));
  return names.find(fillsTitle) ?? null;
}

const PRONOUNS: readonly (readonly [kind: string, words: RegExp])[] = [
  ["he", /^(?:he|his|him)$/],
  ["she", /^(?:she|her|hers)$/],
  ["it", /^(?:it|its)$/],
  ["they", /^(?:they|their|them)$/],
];

/** Returns the kind of pronoun that a text starts with, or its first word if that is no pronoun. */
function classifyPronoun(text: string): string {
  const word = tokenize(text)[0]?.word ?? "";
  return PRONOUNS.find(([, words]) => words.test(word))?.[0] ?? word;
}
