import { cutText } from "@plumbline/core/text/unicode.ts";
import { isNonPersonWord, looksLikePerson, PARTICLES, type ProperName, properNames } from "./names.ts";
import { STOP_WORDS, termWeight, tokenize, words } from "./tokens.ts";

/** What a name follows in a question about somebody. */
const ABOUT =
  /\b(?:tell (?:me|us)(?: more| something| everything)? about|(?:an? )?(?:short |brief |quick |full )?(?:bio(?:graphy)?|profile|life(?: story)?|background|life and work|career) of|who(?:'s|’s| is| was| are| were)|what (?:do you|does anyone) know about|heard of|do you know(?: who)?|(?:information|info|details|facts) (?:about|on)|how old (?:is|was)|how tall (?:is|was)|(?<weak>what did|where (?:was|did|does|is)|when (?:was|did|does|is)))\s+/giu;

/** What people alone do; after "when did …" only one of these shows that the words before it, in lower case, are somebody. */
const LIFE_VERBS = new Set(
  "born buried die died live lived marry married grow grew study studied work retire do say invent discover".split(
    " ",
  ),
);

/** Where the name ends when no capital shows it: a verb, a preposition, a question word. */
const NAME_END = new Set(
  (
    "is was are were born die died do does did live lived work works worked from in at on by for with to and or who what when where why how as now " +
    "today currently married marry win won play plays played sing sings write wrote invent invented go went known famous best the a an that " +
    "this my your our their his her its me you us it he she they we i please there here not called named have has had buried study studied retire " +
    "grow grew say invent discover discovered " +
    "get got become became come came make made start started find found leave left"
  ).split(" "),
);

/** The weight from which a word is no everyday English; a lower-case name does not begin with an everyday word. */
const RARE = 4;

const DESCRIBED =
  /^(?:president|king|queen|prime|minister|ceo|founder|author|director|actor|actress|singer|captain|first|last|oldest|youngest|current|head|owner|winner)$/;

/** How far a lower-case name is looked for: five words are never longer. */
const REACH = 200;

/**
 * The name a question is put about, found by where it stands ("who is …", "biography of …"), so that a wholly lower-case prompt
 * works as well. Null when the position holds a description ("who is the king of spain") or nothing name-like.
 */
export function askedName(prompt: string): string | null {
  return namesAskedFor(prompt).next().value?.text ?? null;
}

/**
 * The person a question is put about by its form, where the name alone does not tell: a single word ("Who is Beyoncé?", "Where was
 * Plato born?") or lower case. Null for a description, an acronym or a thing ("When was CERN founded?").
 */
export function askedPerson(prompt: string): ProperName | null {
  for (const name of namesAskedFor(prompt)) if (isPersonByForm(name)) return name;
  return null;
}

/** A name with what shows that it is somebody's. */
interface AskedFor extends ProperName {
  /** The form asks for things as well: "when was …". */
  weak: boolean;
  /** The word behind the name, folded; empty at the end. */
  next: string;
}

function* namesAskedFor(prompt: string): Generator<AskedFor, undefined> {
  const cased = new Map(properNames(prompt).map((name) => [name.start, name]));
  for (const match of prompt.matchAll(ABOUT)) {
    const start = match.index + match[0].length;
    const weak = match.groups?.weak !== undefined;
    const rest = prompt.slice(start, start + REACH);
    const text = cased.get(start)?.text ?? lowerCaseName(rest, weak);
    if (text !== null)
      yield { text, start, end: start + text.length, weak, next: firstWord(rest.slice(text.length)) };
  }
}

function firstWord(text: string): string {
  return tokenize(text.slice(0, 40))[0]?.word ?? "";
}

function isPersonByForm({ text, weak, next }: AskedFor): boolean {
  if (tokenize(text).length > 1) return looksLikePerson(text);
  return !isAcronym(text) && !isNonPersonWord(text) && (!weak || LIFE_VERBS.has(next));
}

function isAcronym(text: string): boolean {
  return text.length > 1 && text === text.toUpperCase() && text !== text.toLowerCase();
}

function lowerCaseName(rest: string, needsLifeVerb: boolean): string | null {
  if (/^\p{Lu}/u.test(rest)) return null;
  const clause = /^(?:[^,.;:?!()"\n]|(?<=\b\p{L})\.)*/u.exec(rest)?.[0] ?? "";
  const tokens = tokenize(clause);
  const stop = tokens.findIndex(
    (token, at) => NAME_END.has(token.word) || (at === 0 && DESCRIBED.test(token.word)),
  );
  const named = stop === -1 ? tokens : tokens.slice(0, stop);
  if (needsLifeVerb && !LIFE_VERBS.has(tokens[stop]?.word ?? "")) return null;
  while (named.length > 0 && PARTICLES.has(named.at(-1)?.word ?? "")) named.pop();
  const first = named[0];
  const last = named.at(-1);
  if (first === undefined || last === undefined || named.length > 5) return null;
  // A script without capitals (Korean, Chinese, Arabic) writes a full name as one word.
  if (named.length < 2 && !/^\p{Lo}/u.test(first.raw)) return null;
  if (named.some((token) => /\d/.test(token.word)) || termWeight(first.word) < RARE) return null;
  return clause.slice(first.start, last.end).replace(/['’]s$/, "");
}

/** The longest query a search takes. */
interface QueryLimits {
  /** UTF-16 code units, as the providers count no more than these. */
  characters: number;
  words?: number;
}

/** What every search backend takes: Brave's 50 words, Tavily's "under 400" characters. */
export const NARROWEST_LIMITS = { characters: 399, words: 50 } satisfies QueryLimits;

/** What a query must not lose, and what it gains. */
interface QueryExtras {
  /** The name it is about, given up last of all, whatever its case. */
  subject?: string | null;
  /** Words to append as far as there is room, those left out that the query says itself. */
  context?: string;
}

/**
 * A query on one line within the limits, cut by whole words: of one that is too long stop words go first, then words from the end,
 * then names, and what it is about last. A single word longer than the limit is cut inside.
 */
export function fitQuery(
  query: string,
  limits: QueryLimits,
  { subject, context = "" }: QueryExtras = {},
): string {
  const parts = split(query);
  const fitted = fits(parts, limits) ? parts : giveUp(parts, limits, subject ?? "");
  const said = new Set(words(fitted.join(" ")));
  for (const part of split(context)) {
    if (words(part).every((word) => said.has(word))) continue;
    if (!fits([...fitted, part], limits)) break;
    fitted.push(part);
  }
  return cutText(fitted.join(" "), limits.characters);
}

function split(text: string): string[] {
  return text.split(/\s+/).filter((part) => part !== "");
}

function fits(parts: readonly string[], limits: QueryLimits): boolean {
  return parts.length <= (limits.words ?? parts.length) && parts.join(" ").length <= limits.characters;
}

/** The parts that stay, at least one. */
function giveUp(parts: readonly string[], limits: QueryLimits, subject: string): string[] {
  const named = new Set(properNames(parts.join(" ")).flatMap((name) => words(name.text)));
  const about = new Set(words(subject));
  const worth = (part: string): number => {
    const said = words(part);
    if (said.some((word) => about.has(word))) return 3;
    if (said.some((word) => named.has(word))) return 2;
    return said.every((word) => STOP_WORDS.has(word)) ? 0 : 1;
  };
  const expendable = parts
    .map((part, place) => ({ part, place, worth: worth(part) }))
    .toSorted((one, other) => one.worth - other.worth || other.place - one.place);
  const dropped = new Set<number>();
  let count = parts.length;
  let length = parts.join(" ").length;
  for (const { part, place } of expendable) {
    if (count === 1 || (count <= (limits.words ?? count) && length <= limits.characters)) break;
    dropped.add(place);
    count -= 1;
    length -= part.length + 1;
  }
  return parts.filter((_, place) => !dropped.has(place));
}
