import { scoreWord } from "./cover.ts";
import { isParticiple, isPastForm } from "./past-forms.ts";
import type { ReadSentence } from "./read-sentence.ts";
import { type ReadWord, sentenceParts } from "./sentence-parts.ts";
import { maySameName, readNameWords, readSubject } from "./subject.ts";

const AUXILIARY = new Set("is are was were be been being get got".split(" "));
/** Verbs for which the order of the participants does not matter. */
const SYMMETRIC_VERBS = new Set(
  "marri wed met meet divorc friend play collabor rival join share sign fought fight".split(" "),
);

/**
 * Returns whether the evidence says the same about a different subject: the subject of another clause, the
 * object, or the agent.
 */
export function agentDiffers(said: ReadSentence, source: ReadSentence): boolean {
  return isOnlyInOpening(said, source) || swapsRoles(said, source);
}

const OPENING = /^(?:unlike|like|besides|with|without|instead|according|despite|compared)$/;

/**
 * Returns whether the statement's subject occurs only in an opening phrase of the source: "Unlike ibuprofen,
 * aspirin …".
 */
function isOnlyInOpening(said: ReadSentence, source: ReadSentence): boolean {
  const [opening, ...others] = sentenceParts(source);
  const [first] = source.words;
  const subject = sentenceParts(said)[0]?.words[0];
  if (!opening || !first || !subject || !OPENING.test(first.word)) return false;
  const comma = source.text.indexOf(",");
  const isMain = others.some((part) => part.words.some(({ stem }) => stem === subject.stem));
  const [, second] = said.words;
  const own = [subject, ...(second?.capital ? [second] : [])];
  return (
    !isMain &&
    source.words.some(({ stem, end }) => end <= comma && stem === subject.stem) &&
    own.every(
      ({ stop, stem }) => stop || source.words.some((word) => word.end <= comma && word.stem === stem),
    )
  );
}

interface Deed {
  verb: ReadWord;
  isPassive: boolean;
  at: number;
}

/** Returns whether the statement says that someone did what was done to them, or the reverse. */
function swapsRoles(said: ReadSentence, source: ReadSentence): boolean {
  const [deed] = listDeeds(said);
  if (deed === undefined || (SYMMETRIC_VERBS.has(deed.verb.stem) && said.facts.names.length > 1))
    return false;
  const subject = listSubjectWords(deed, said);
  const known = listDeeds(source).filter(({ verb }) => verb.stem === deed.verb.stem);
  const [one, ...others] = known;
  if (one === undefined || others.length > 0) return false;
  const places = source.words.flatMap((word, at) =>
    !word.stop && subject.some(({ stem }) => word.stem === stem) ? [at] : [],
  );
  if (places.length === 0) return false;
  const isBefore = places.some((place) => place < one.at);
  const isBehind = places.some((place) => place > one.at);
  return deed.isPassive === one.isPassive ? !isBefore : !isBehind;
}

/** Returns the content words before a verb, without an opening phrase such as "In 1932,". */
function listSubjectWords({ at, verb }: Deed, { words, text }: ReadSentence): ReadWord[] {
  const auxiliary = words.findIndex(({ word }, place) => place >= at - 2 && AUXILIARY.has(word));
  const ends = auxiliary >= 0 && auxiliary < at ? auxiliary : at;
  const before = words.slice(0, ends).filter(({ stop, word }) => !stop && !/^\d/.test(word));
  const comma = text.lastIndexOf(",", verb.start);
  const behind = before.filter(({ start }) => start > comma);
  return behind.length > 0 ? behind : before;
}

/** Returns the verbs of a sentence in a past form or participle, in order. */
function listDeeds(read: ReadSentence): Deed[] {
  return read.words.flatMap((verb, at) => {
    if (!isVerb(verb, read)) return [];
    const before = read.words.slice(Math.max(0, at - 2), at);
    const isPassive = before.some(({ word }) => AUXILIARY.has(word)) || isReduced(verb, read.words[at + 1]);
    return [{ verb, isPassive, at }];
  });
}

/**
 * Returns whether a verb is a passive without its auxiliary: "A database written in Rust", "a play staged by
 * Vall".
 */
function isReduced({ word }: ReadWord, next: ReadWord | undefined): boolean {
  return (
    /^(?:by|under)$/.test(next?.word ?? "") ||
    (isParticiple(word) && /^(?:in|on|at|for|from)$/.test(next?.word ?? ""))
  );
}

function isVerb(word: ReadWord | undefined, { facts }: ReadSentence): boolean {
  if (word === undefined || word.stop || word.capital) return false;
  const isNamed = facts.names.some(({ written }) => readNameWords(written).includes(word.word));
  return !isNamed && isPastForm(word.word);
}

/**
 * Returns whether the evidence uses the statement's description for someone else: "the architect Per Lund".
 */
export function describedPersonDiffers(said: ReadSentence, source: ReadSentence): boolean {
  const noun = /\b(?:is|was|are|were)\s(?:an?|the)\s(?:[\p{L}-]+\s){0,2}?(?<noun>\p{Ll}+)[.!]*$/u.exec(
    said.text,
  )?.groups?.noun;
  const own = said.words.find(({ word }) => word === noun);
  if (own === undefined) return false;
  const places = source.words.filter(({ stem }) => stem === own.stem);
  return (
    places.length > 0 &&
    places.every(({ end }) => {
      const named = source.facts.names.find(({ written, end: until }) => until - written.length === end + 1);
      const subject = readSubject(said).words;
      return named !== undefined && !sharesName(readNameWords(named.written), subject, said);
    })
  );
}

/**
 * Returns whether names may belong to one person. A bare surname may belong to anyone with that name; with
 * two given names, they are two people.
 */
function sharesName(name: readonly string[], subject: readonly string[], { words }: ReadSentence): boolean {
  if (subject.length > 1) return maySameName(name, subject);
  return name.some((word) => words.some((one) => one.word === word));
}

/**
 * Returns whether the statement is about something that belongs to its subject and that the source does not
 * mention: "Strand's father".
 */
export function namesUnmentionedPossession(said: ReadSentence, source: ReadSentence): boolean {
  const owned = /^(?:\p{Lu}[\p{L}-]*(?:\s\p{Lu}[\p{L}-]*)*['’]s?|His|Her|Its|Their)\s(?<noun>\p{Ll}+)/u.exec(
    said.text,
  )?.groups?.noun;
  const noun = said.words.find(({ word }) => word === owned);
  return noun !== undefined && !noun.stop && scoreWord(noun, [source]) === 0;
}
