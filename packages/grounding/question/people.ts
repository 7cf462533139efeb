import { GIVEN_NAMES, PARTICLES } from "../lexicon/names.ts";
import { getWords } from "../lexicon/word-lists.ts";
import { findAskedPerson } from "../text/asked-name.ts";
import { findProperNames, isNonPersonWord, looksLikePerson, type ProperName } from "../text/names.ts";
import { foldWord, type Token, tokenize } from "../text/tokens.ts";
import type { QuestionPatterns } from "./question-patterns.ts";

/** Ranks by how closely a name relates to what is asked. The lowest comes first. */
const ASKED = 0;
const OWNER = 1;
const NAMED = 2;
const ATTRIBUTE = 3;

/** Nouns for what only a person has: "Plato's mother", "the husband of Beyoncé". */
const OF_PEOPLE =
  "(?:wife|husband|spouse|partner|mother|father|parents?|sons?|daughters?|children|child|kids?|brothers?|sisters?|siblings?|family|birthday|birthplace|nationality|childhood|career|net worth|biography|hometown|girlfriend|boyfriend|education|death|age|height)";
const OWNS = new RegExp(`^['’]s (?:\\p{Ll}+ )?${OF_PEOPLE}\\b`, "u");
const OWNED_BY = new RegExp(`\\b${OF_PEOPLE} of $`, "u");

/** Matches the words before the owner or the subject of a question: "did …", "the age of …". */
const OWNER_BEFORE =
  /(?:^|[\s(])(?:did|does|do|has|have|had|was|is|were|are|will|can|could|would|of|about|by|on|with)\s+(?:\p{Ll}+\s+){0,3}$/u;
const POSSESSIVE = /^['’]s?(?!\p{L})/u;
/** A noun right after a name that is not a verb form: "Grand Slam titles", "Taylor Swift songs". */
const ATTRIBUTIVE = /^ \p{Ll}{3,}s(?=[\s?.!]|$)(?<!is|was|has|does|ss)/u;

/** Maximum length of text to search for names. Questions are shorter. */
const READ_CHARACTERS = 1000;

/** Returns all people in a text without duplicates, the one asked about first. */
export function findPeople(text: string, patterns: QuestionPatterns): ProperName[] {
  const read = text.slice(0, READ_CHARACTERS);
  const names = findProperNames(read).map((name) => dropNeighbours(withoutOwner(name), read, patterns));
  const named = names.filter((name) => looksLikePerson(name.text) && !isCalledThing(read, name, patterns));
  const asked = findPersonByForm(read, patterns) ?? findNameAsked(read) ?? findOwnerByForm(read, names);
  const people = [
    ...(asked === null ? [] : [{ ...withoutOwner(asked), nearness: ASKED }]),
    ...named.map((name) => ({ ...name, nearness: measureNearness(read, name) })),
  ].toSorted((one, other) => one.nearness - other.nearness || one.start - other.start);
  const seen = new Set<string>();
  return people.flatMap(({ text: name, start, end }) => {
    const folded = foldWord(name);
    if (seen.has(folded)) return [];
    seen.add(folded);
    return [{ text: name, start, end }];
  });
}

/** "Who was chancellor before Olaf Scholz?" asks for a different person. */
function findNameAsked(text: string): ProperName | null {
  const asked = findAskedPerson(text);
  if (asked === null || asked.text === asked.text.toLowerCase()) return asked;
  return /^\p{Ll}+ .*\b(?:before|after|under|of) /u.test(asked.text) ? null : asked;
}

/**
 * Returns the person shown by the form of a question, if there is no capital or the name is a single word:
 * "谁是马云？", "Beyoncé kimdir?".
 */
function findPersonByForm(text: string, patterns: QuestionPatterns): ProperName | null {
  for (const pattern of [...patterns.whoIs.map((one) => one.pattern), ...patterns.personForms]) {
    const found = pattern.exec(text);
    if (/\p{L}/u.test(found?.groups?.rest ?? "")) continue;
    const name = untilStopWord(found?.groups?.name ?? "", patterns);
    if (found === null || !couldBeAsked(name, patterns)) continue;
    const start = text.indexOf(name, found.index);
    return { text: name, start, end: start + name.length };
  }
  return null;
}

/** Returns "Platón" of "Platón en Atenas?". */
function untilStopWord(name: string, { language }: QuestionPatterns): string {
  const { stopWords } = getWords(language);
  const stop = tokenize(name).find(({ word }, at) => at > 0 && stopWords.has(word) && !PARTICLES.has(word));
  return name.slice(0, stop?.start).replace(/^[\s¿¡"“'(]+|[\s"”')?？؟.!,;:،、]+$/gu, "");
}

const MAX_UNCASED_LENGTH = 24;

/**
 * Returns whether the words after "who is" are a name, and not a description such as "the king of Spain" or
 * "阿里巴巴的创始人".
 */
export function couldBeAsked(name: string, patterns: QuestionPatterns): boolean {
  if (name.length === 0 || name.length > MAX_UNCASED_LENGTH * 2) return false;
  const tokens = tokenize(name);
  const { stopWords } = getWords(patterns.language);
  if (/^\p{Lo}/u.test(name))
    return (
      name.length <= MAX_UNCASED_LENGTH &&
      tokens.length <= 4 &&
      !/[的の之]|\p{Script=Hangul}의\s/u.test(name) &&
      !patterns.questionWord.test(name) &&
      !tokens.some(({ word }) => stopWords.has(word))
    );
  if (patterns.language === "en") return false;
  if (tokens.some(({ word }) => (stopWords.has(word) && !PARTICLES.has(word)) || patterns.roles.has(word)))
    return false;
  if (tokens.length > 1)
    return looksLikePerson(name) && (isCased(name, tokens) || name === name.toLowerCase());
  return (
    /^\p{Lu}\p{Ll}/u.test(name) &&
    !isNonPersonWord(name) &&
    !patterns.nonPersonNouns.has(tokens[0]?.word ?? "")
  );
}

function isCased(name: string, tokens: readonly Token[]): boolean {
  return (
    name !== name.toLowerCase() &&
    tokens.every(({ word, raw }) => /^\p{Lu}/u.test(raw) || PARTICLES.has(word))
  );
}

/**
 * Removes words from a name that are only next to it, or attached by an apostrophe, because of the language's
 * grammar.
 */
function dropNeighbours(name: ProperName, text: string, patterns: QuestionPatterns): ProperName {
  const bare = patterns.language === "tr" ? name.text.replace(/['’]\p{Ll}+$/u, "") : name.text;
  const tokens = tokenize(bare);
  let from = 0;
  let to = tokens.length;
  const opensSentence = /(?:^|[.!?¿¡:“"(]\s*)$/u.test(text.slice(Math.max(0, name.start - 3), name.start));
  if (opensSentence && tokens.length > 1 && isOpener(tokens, text, patterns)) from = 1;
  if (patterns.capitalNouns) {
    while (from < to - 1 && patterns.roles.has(tokens[from]?.word ?? "")) from += 1;
    while (to > from + 1 && patterns.roles.has(tokens[to - 1]?.word ?? "")) to -= 1;
  }
  if (patterns.language === "en") to = Math.min(to, findNameBeforeOrigin(tokens, name, text));
  if (patterns.capitalNouns) to = Math.min(to, findFamilyNameEnd(bare, tokens, from));
  // "Chef von OpenAI" is not a name without its role.
  while (from > 0 && from < to && !/^\p{Lu}/u.test(tokens[from]?.raw ?? "")) from += 1;
  const first = tokens[from];
  const last = tokens[to - 1];
  if (first === undefined || last === undefined || (from === 0 && to === tokens.length))
    return { ...name, text: bare, end: name.start + bare.length };
  return {
    text: bare.slice(first.start, last.end),
    start: name.start + first.start,
    end: name.start + last.end,
  };
}

/** Also particles of names, but only after another one: "von der Leyen". */
const GERMAN_ARTICLE = /^(?:das|des|die|dem|den|der|du)$/;

/**
 * Returns where a name ends that is followed by a noun ("Angela Merkel Physik"): after two words, the first a
 * given name.
 */
function findFamilyNameEnd(name: string, tokens: readonly Token[], from: number): number {
  const article = tokens.findIndex(
    ({ raw }, at) => at > from && GERMAN_ARTICLE.test(raw) && !PARTICLES.has(tokens[at - 1]?.word ?? ""),
  );
  if (article !== -1) return article;
  const [given, family, noun] = tokens.slice(from);
  if (given === undefined || family === undefined || noun === undefined || name[family.end] !== " ")
    return tokens.length;
  const plain = GIVEN_NAMES.has(given.word) && !GIVEN_NAMES.has(family.word) && !PARTICLES.has(family.word);
  return plain && family.raw.length > 2 && /^\p{Lu}/u.test(noun.raw) ? from + 2 : tokens.length;
}

const IS = /^(?:is|are|was|were)\s+$/i;
const ENDS_QUESTION = /^(?:,? or \p{Lu}[^?]*)?[\s?!.]*$/u;
const ORIGIN = /(?:[ai]an|ese|ish|i)$|^(?:french|dutch|greek|swiss|welsh|czech|thai)$/u;

/** Returns where a name ends in "Is Keanu Reeves Canadian?", in which only the origin can be asked for. */
function findNameBeforeOrigin(tokens: readonly Token[], { start, end }: ProperName, text: string): number {
  const last = tokens.at(-1)?.word ?? "";
  const asksOrigin =
    IS.test(text.slice(0, start)) && ENDS_QUESTION.test(text.slice(end)) && ORIGIN.test(last);
  return asksOrigin && tokens.length > 1 ? tokens.length - 1 : tokens.length;
}

/** Languages whose questions can start with any verb. */
const VERB_FIRST: ReadonlySet<string> = new Set(["es", "it", "pt"]);

/**
 * Returns whether the first of several capitalized words only starts the sentence: "Hat Angela …", "Ganó
 * Rafael …".
 */
function isOpener(tokens: readonly Token[], text: string, patterns: QuestionPatterns): boolean {
  const [first, second] = tokens;
  if (first === undefined || GIVEN_NAMES.has(first.word)) return false;
  if (getWords(patterns.language).stopWords.has(first.word) || patterns.auxiliaryStart.test(first.raw))
    return true;
  return (
    VERB_FIRST.has(patterns.language) &&
    /[?¿]/.test(text) &&
    GIVEN_NAMES.has(second?.word ?? "") &&
    tokens.length > 2
  );
}

/** Returns a single name followed by what only people have: "Beyoncé's husband". */
function findOwnerByForm(text: string, names: readonly ProperName[]): ProperName | null {
  const owner = names.find(
    ({ text: name, start, end }) =>
      !name.includes(" ") &&
      !isNonPersonWord(name) &&
      (OWNS.test(text.slice(end, end + 40)) || OWNED_BY.test(text.slice(Math.max(0, start - 40), start))),
  );
  return owner ?? null;
}

/** Returns "Satya Nadella" of "Satya Nadella of Microsoft", which looks like a single name. */
function withoutOwner(name: ProperName): ProperName {
  const at = name.text.search(/ of /);
  const bearer = name.text.slice(0, at);
  return at > 0 && looksLikePerson(bearer)
    ? { ...name, text: bearer, end: name.start + bearer.length }
    : name;
}

/** "the film Annie Hall", "the band Pink Floyd". */
function isCalledThing(text: string, { start }: ProperName, { nonPersonNouns }: QuestionPatterns): boolean {
  const before = tokenize(text.slice(Math.max(0, start - 40), start)).at(-1);
  return (
    before !== undefined &&
    nonPersonNouns.has(before.word) &&
    /[\p{L}"“'«] ?["“«]?$/u.test(text.slice(0, start))
  );
}

function measureNearness(text: string, { start, end }: ProperName): number {
  const after = text.slice(end, end + 30);
  if (ATTRIBUTIVE.test(after)) return ATTRIBUTE;
  if (POSSESSIVE.test(after)) return OWNER;
  return OWNER_BEFORE.test(text.slice(Math.max(0, start - 60), start)) ? OWNER : NAMED;
}
