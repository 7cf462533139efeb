import { RARE_WEIGHT } from "../name-book.ts";
import { findClausesWithSubjects } from "./clause-subjects.ts";
import { isPastForm } from "./past-forms.ts";
import type { ReadSentence } from "./read-sentence.ts";
import { areSynonyms } from "./replaced.ts";
import type { ReadWord } from "./sentence-parts.ts";
import { maySameName, readNameWords, readSubject } from "./subject.ts";

/** A noun and the name of its owner, or null if a pronoun replaces the name. */
interface Owned {
  noun: ReadWord;
  owner: readonly string[] | null;
}

const PRONOUNS = new Set("his her its their our my".split(" "));
/** Maximum number of words between an owner and what is owned: "Orion's chief legal officer". */
const MAX_WORDS_BETWEEN = 3;

/**
 * Returns whether a thing or a person belongs to someone else in the evidence: "Orion's founder" of "Orion's
 * chairman praised Vela's founder".
 */
export function ownerDiffers(said: ReadSentence, source: ReadSentence): boolean {
  const theirs = findOwned(source);
  return findOwned(said).some(({ noun, owner }) => {
    const same = theirs.filter((one) => one.noun.stem === noun.stem);
    if (owner === null || same.length === 0) return false;
    return same.every((one) => one.owner !== null && !maySameName(one.owner, owner));
  });
}

/**
 * Returns the owned nouns in a sentence: "Vela's founder", "the founder of Vela" and "Vela founder Paul
 * Iyer".
 */
function findOwned(sentence: ReadSentence): Owned[] {
  return sentence.words.flatMap((word, at): Owned[] => {
    if (PRONOUNS.has(word.word)) return listNouns(at + 1, sentence).map((noun) => ({ noun, owner: null }));
    if (word.capital && /['’]s?$/.test(word.raw)) {
      const owner = findNameAt(word, sentence) ?? [word.word];
      return listNouns(at + 1, sentence).map((noun) => ({ noun, owner }));
    }
    if (word.stop || word.capital || isPastForm(word.word)) return [];
    const owner = findOwnerAfter(at, sentence) ?? findOwnerBefore(at, sentence);
    return owner === undefined ? [] : [{ noun: word, owner }];
  });
}

/** Returns the owner in "The founder of Vela". */
function findOwnerAfter(at: number, sentence: ReadSentence): readonly string[] | undefined {
  const { words, text } = sentence;
  const behind = words[at + 2]?.word === "the" ? words[at + 3] : words[at + 2];
  const noun = words[at];
  if (words[at + 1]?.word !== "of" || !noun || !behind?.capital || !isAdjacent(text, noun, behind))
    return undefined;
  return findNameAt(behind, sentence);
}

/** Returns the owner in "Vela founder Paul Iyer". */
function findOwnerBefore(at: number, sentence: ReadSentence): readonly string[] | undefined {
  const { words, text, content } = sentence;
  const [before, next] = [words[at - 1], words[at + 1]];
  if (!before?.capital || !next?.capital || !isAdjacent(text, before, next)) return undefined;
  if (findNameAt(next, sentence) === undefined) return undefined;
  const isRare = (content.get(before.stem)?.weight ?? 0) >= RARE_WEIGHT;
  return findNameAt(before, sentence) ?? (isRare ? [before.word] : undefined);
}

function findNameAt(word: ReadWord, { facts }: ReadSentence): string[] | undefined {
  const run = facts.names.find(({ written, end }) => word.start >= end - written.length && word.start < end);
  return run && readNameWords(run.written);
}

const isAdjacent = (text: string, one: ReadWord, other: ReadWord) =>
  !/[,;:()–—]/.test(text.slice(one.end, other.start));

/** Returns the nouns right after an owner, up to a name, a verb or a comma. */
function listNouns(from: number, { words, text }: Pick<ReadSentence, "words" | "text">): ReadWord[] {
  const nouns: ReadWord[] = [];
  for (let at = from; at < from + MAX_WORDS_BETWEEN; at += 1) {
    const word = words[at];
    const before = words[at - 1];
    if (!word || !before || word.stop || word.capital || !isAdjacent(text, before, word)) break;
    nouns.push(word);
  }
  return nouns;
}

/** Words between a verb and its object: "took over Vela", "the Danish firm Vela". */
const PARTICLES = new Set("over up out down off the a an".split(" "));
const PREPOSITIONS = new Set("from with for to against by of in at on through via behind under".split(" "));

/**
 * Returns whether the verb has a different object in the evidence, where the statement's object only follows
 * a preposition: "acquired Castor" of "acquired Vela from Castor".
 */
export function objectNameDiffers(said: ReadSentence, source: ReadSentence): boolean {
  return said.words.some((verb, at) => {
    if (verb.stop || verb.capital || !isPastForm(verb.word)) return false;
    const ours = findObject(said, at);
    if (ours === undefined) return false;
    const places = source.words.flatMap(({ stem, word }, place) =>
      isPastForm(word) && (stem === verb.stem || areSynonyms(stem, verb.stem)) ? [place] : [],
    );
    const theirs = places.flatMap((place) => findObject(source, place) ?? []);
    if (places.length !== 1 || theirs.length === 0 || theirs.some((word) => ours.includes(word)))
      return false;
    const [place = 0] = places;
    return isOnlyAfterPreposition(ours, source.words.slice(place + 1));
  });
}

/** Returns the words of the name right after a verb. */
function findObject(sentence: ReadSentence, verb: number): string[] | undefined {
  const { words, text } = sentence;
  let at = verb + 1;
  while (PARTICLES.has(words[at]?.word ?? "")) at += 1;
  const [first, before] = [words[at], words[verb]];
  if (!first?.capital || !before || !isAdjacent(text, before, first)) return undefined;
  return findNameAt(first, sentence);
}

/** Returns whether a name occurs only after prepositions. */
function isOnlyAfterPreposition(name: readonly string[], words: readonly ReadWord[]): boolean {
  const places = words.flatMap(({ word }, at) => (word === name[0] ? [at] : []));
  return places.length > 0 && places.every((at) => PREPOSITIONS.has(words[at - 1]?.word ?? ""));
}

/**
 * Returns whether a statement's verb ascribes to its subject the role that the evidence gives someone else:
 * "Maersk founded the line" of "Erik Halvorsen, the founder of the line, sells to Maersk".
 */
export function roleHolderDiffers(said: ReadSentence, source: ReadSentence): boolean {
  const [own] = findClausesWithSubjects(said);
  const { kind, words: name } = readSubject(said);
  if (own === undefined || own.kind !== "plain" || kind !== "name") return false;
  return findClausesWithSubjects(source).some((clause) => {
    const holder = clause.head.filter(({ capital }) => capital).map(({ word }) => word);
    const role = clause.head.find((word) => isAgentOf(word, own.verb));
    if (role === undefined || holder.length === 0 || maySameName(holder, name)) return false;
    const isThere = source.words.some(({ word }) => word === name.at(-1));
    const isPassive = /^(?:is|was|were|are|been)$/.test(own.verb.word);
    return isThere && !isPassive;
  });
}

/** Returns whether a noun is the agent of a verb: "founder" of "founded", "owner" of "owns". */
function isAgentOf({ word }: ReadWord, { stem, word: verb }: ReadWord): boolean {
  const root = word.replace(/(?:er|or)$/, "");
  return root.length > 2 && root !== word && (stem.startsWith(root) || verb.startsWith(root));
}
