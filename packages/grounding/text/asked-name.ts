import { LIFE_VERBS, NAME_END, PARTICLES } from "../lexicon/names.ts";
import { findProperNames, isNonPersonWord, looksLikePerson, type ProperName } from "./names.ts";
import { tokenize, weighTerm } from "./tokens.ts";

/** Matches the words before the name in a question about someone. */
const ABOUT =
  /\b(?:tell (?:me|us)(?: more| something| everything)? about|(?:an? )?(?:short |brief |quick |full )?(?:bio(?:graphy)?|profile|life(?: story)?|background|life and work|career) of|who(?:'s|’s| is| was| are| were)|what (?:do you|does anyone) know about|heard of|do you know(?: who)?|(?:information|info|details|facts) (?:about|on)|how old (?:is|was)|how tall (?:is|was)|(?<weak>what did|where (?:was|did|does|is)|when (?:was|did|does|is)))\s+/giu;

/** Minimum weight of an uncommon word. A lower-case name does not start with a common word. */
const RARE = 4;

/** Matches the first word of a description of somebody, which is not a name: "the king of spain". */
const DESCRIBED =
  /^(?:president|king|queen|prime|minister|ceo|founder|author|director|actor|actress|singer|captain|first|last|oldest|youngest|current|head|owner|winner)$/;

/** Maximum length of text to search for a lower-case name. Five words are shorter. */
const REACH = 200;

/**
 * Returns the name that a question is about, found by its position ("who is …", "biography of …"), so that
 * entirely lower-case prompts work too. Returns null if there is a description ("who is the king of spain")
 * or nothing like a name.
 */
export function findAskedName(prompt: string): string | null {
  return findAskedNames(prompt).next().value?.text ?? null;
}

/**
 * Returns the person that a question is about by its form, if the name alone does not show it: a single word
 * ("Who is Beyoncé?", "Where was Plato born?") or lower case. Returns null for a description, an acronym or a
 * thing ("When was CERN founded?").
 */
export function findAskedPerson(prompt: string): ProperName | null {
  for (const name of findAskedNames(prompt)) if (isPersonByForm(name)) return name;
  return null;
}

/** A name with evidence on whether it is a person's. */
interface AskedFor extends ProperName {
  /** True if the form also asks about things: "when was …". */
  weak: boolean;
  /** The word after the name, folded; empty at the end. */
  next: string;
}

/** Finds the names after the words of a question about someone, in order. */
function* findAskedNames(prompt: string): Generator<AskedFor, undefined> {
  const cased = new Map(findProperNames(prompt).map((name) => [name.start, name]));
  for (const match of prompt.matchAll(ABOUT)) {
    const start = match.index + match[0].length;
    const weak = match.groups?.weak !== undefined;
    const rest = prompt.slice(start, start + REACH);
    const text = cased.get(start)?.text ?? findLowerCaseName(rest, weak);
    if (text !== null)
      yield { text, start, end: start + text.length, weak, next: readFirstWord(rest.slice(text.length)) };
  }
}

function readFirstWord(text: string): string {
  return tokenize(text.slice(0, 40))[0]?.word ?? "";
}

function isPersonByForm({ text, weak, next }: AskedFor): boolean {
  if (tokenize(text).length > 1) return looksLikePerson(text);
  return !isAcronym(text) && !isNonPersonWord(text) && (!weak || LIFE_VERBS.has(next));
}

function isAcronym(text: string): boolean {
  return text.length > 1 && text === text.toUpperCase() && text !== text.toLowerCase();
}

function findLowerCaseName(rest: string, needsLifeVerb: boolean): string | null {
  if (/^\p{Lu}/u.test(rest)) return null;
  const clause = /^(?:[^,.;:?!()"\n]|(?<=\b\p{L})\.)*/u.exec(rest)?.[0] ?? "";
  const tokens = tokenize(clause);
  const stop = tokens.findIndex(
    (token, at) => NAME_END.has(token.word) || (at === 0 && DESCRIBED.test(token.word)),
  );
  const named = tokens.slice(0, stop === -1 ? tokens.length : stop);
  if (needsLifeVerb && !LIFE_VERBS.has(tokens[stop]?.word ?? "")) return null;
  while (named.length > 0 && PARTICLES.has(named.at(-1)?.word ?? "")) named.pop();
  const first = named[0];
  const last = named.at(-1);
  if (first === undefined || last === undefined || named.length > 5) return null;
  // Scripts without capitals (Korean, Chinese, Arabic) write a full name as one word.
  if (named.length < 2 && !/^\p{Lo}/u.test(first.raw)) return null;
  if (named.some((token) => /\d/.test(token.word)) || weighTerm(first.word) < RARE) return null;
  return clause.slice(first.start, last.end).replace(/['’]s$/, "");
}
