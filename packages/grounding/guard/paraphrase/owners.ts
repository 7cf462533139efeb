import { listContentStems } from "../../lexicon/stems.ts";
import { RARE_WEIGHT } from "../name-book.ts";
import { isPastForm } from "./past-forms.ts";
import type { ReadSentence } from "./read-sentence.ts";
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

const GAPPED =
  /(?:\band|[,;])\s+(?<name>(?:\p{Lu}[\p{L}.'’-]+\s+){1,3})(?:the|an?|his|her|its|their)\s+(?<what>[^,;]+)/gu;

/**
 * Returns whether a thing stands after another name that shares the verb: "Tessa Wynn wrote the music" of
 * "Tessa Wynn wrote the lyrics and Omar Dray the music".
 */
export function gappedNameDiffers({ words, content, facts }: ReadSentence, source: ReadSentence): boolean {
  if (facts.names.length === 0) return false;
  return Array.from(source.text.matchAll(GAPPED)).some(({ groups }) => {
    const name = readNameWords(groups?.name ?? "").at(-1);
    if (words.some(({ word }) => word === name)) return false;
    return listContentStems(groups?.what ?? "", "en").some((stem) => content.has(stem));
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
