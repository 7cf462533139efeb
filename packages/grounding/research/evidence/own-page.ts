import type { Language } from "../../lexicon/language.ts";
import { findNameMentions } from "../../text/name-mentions.ts";
import { looksLikePerson } from "../../text/names.ts";
import { tokenize } from "../../text/tokens.ts";
import type { Snippet } from "./collect-evidence.ts";
import { opensWithAnyPronoun } from "./quotable-spans.ts";

/** Matches text after the name in a title: the site, a section, a qualifier in brackets. */
const SUFFIX = /\s+[-|–—·•:»›]\s|\s*[(|]|:\s/u;

/**
 * Returns a function from a title to the name that the page is about: the asked name, if the title consists
 * of it ("Ada Lovelace - Wikipedia"), or null. If the snippets of someone's pages start with pronouns that
 * cannot all refer to one person, always null, because one of them refers to someone else.
 */
export function findPageSubjects(
  evidence: readonly Pick<Snippet, "title" | "text">[],
  names: readonly string[],
  language: Language,
): (title: string) => string | null {
  const subjects = new Map<string, string | null>();
  const pronouns = new Map<string, Set<string>>();
  for (const { title, text } of evidence) {
    const subject = subjects.get(title) ?? findNameOf(title, names, language);
    subjects.set(title, subject);
    if (subject === null || !opensWithAnyPronoun(text, language)) continue;
    pronouns.set(subject, (pronouns.get(subject) ?? new Set()).add(kindOfPronoun(text)));
  }
  const fits = (subject: string) => {
    const kinds = pronouns.get(subject) ?? new Set();
    return kinds.size < 2 && !(kinds.has("it") && looksLikePerson(subject));
  };
  return (title) => {
    const subject = subjects.get(title) ?? null;
    return subject !== null && fits(subject) ? subject : null;
  };
}

function findNameOf(title: string, names: readonly string[], language: Language): string | null {
  const [head = ""] = title.trim().split(SUFFIX);
  const words = tokenize(head).length;
  const isWhole = (start: number, end: number) => tokenize(head.slice(start, end)).length === words;
  const own = (name: string) =>
    findNameMentions(head, name, language).some(({ start, end }) => isWhole(start, end));
  return names.find(own) ?? null;
}

const KINDS: readonly (readonly [kind: string, words: RegExp])[] = [
  ["he", /^(?:he|his|him)$/],
  ["she", /^(?:she|her|hers)$/],
  ["it", /^(?:it|its)$/],
  ["they", /^(?:they|their|them)$/],
];

/** Returns the kind of pronoun that starts a text, or another first word unchanged. */
function kindOfPronoun(text: string): string {
  const word = tokenize(text)[0]?.word ?? "";
  return KINDS.find(([, words]) => words.test(word))?.[0] ?? word;
}
