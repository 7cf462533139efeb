import type { ReadSentence } from "./read-sentence.ts";
import { maySameName, nameWords } from "./subject.ts";
import type { ReadWord } from "./tokens.ts";
import { isPastForm } from "./verb-forms.ts";
import { OWNERS } from "./word-classes.ts";

/** A noun and the name of its owner; null where a pronoun stands for the name. */
interface Owned {
  noun: ReadWord;
  owner: readonly string[] | null;
}

/** The weight of a word that no table of common words has. */
const RARE = 7;
/** Words between an owner and what is owned: "Orion's chief legal officer". */
const REACH = 3;

/**
 * Returns true if a statement gives a thing or a person another owner than the evidence: "Orion's founder" of
 * "Orion's chairman praised Vela's founder".
 */
export function ownerDiffers(said: ReadSentence, source: ReadSentence): boolean {
  const theirs = ownedIn(source);
  return ownedIn(said).some(({ noun, owner }) => {
    const same = theirs.filter((one) => one.noun.stem === noun.stem);
    if (owner === null || same.length === 0) return false;
    return same.every((one) => one.owner !== null && !maySameName(one.owner, owner));
  });
}

/** "Vela's founder", "the founder of Vela" and "Vela founder Paul Iyer". */
function ownedIn(sentence: ReadSentence): Owned[] {
  return sentence.words.flatMap((word, at): Owned[] => {
    if (OWNERS.has(word.word)) return nounsFrom(at + 1, sentence).map((noun) => ({ noun, owner: null }));
    if (word.capital && /['’]s?$/.test(word.raw)) {
      const owner = nameAt(word, sentence) ?? [word.word];
      return nounsFrom(at + 1, sentence).map((noun) => ({ noun, owner }));
    }
    if (word.stop || word.capital || isPastForm(word.word)) return [];
    const owner = ownerBehind(at, sentence) ?? ownerAhead(at, sentence);
    return owner === undefined ? [] : [{ noun: word, owner }];
  });
}

/** "The founder of Vela". */
function ownerBehind(at: number, sentence: ReadSentence): readonly string[] | undefined {
  const { words, text } = sentence;
  const behind = words[at + 2]?.word === "the" ? words[at + 3] : words[at + 2];
  const noun = words[at];
  if (words[at + 1]?.word !== "of" || !noun || !behind?.capital || !isTight(text, noun, behind))
    return undefined;
  return nameAt(behind, sentence);
}

/** "Vela founder Paul Iyer". */
function ownerAhead(at: number, sentence: ReadSentence): readonly string[] | undefined {
  const { words, text, content } = sentence;
  const [before, next] = [words[at - 1], words[at + 1]];
  if (!before?.capital || !next?.capital || !isTight(text, before, next)) return undefined;
  if (nameAt(next, sentence) === undefined) return undefined;
  const isRare = (content.get(before.stem)?.weight ?? 0) >= RARE;
  return nameAt(before, sentence) ?? (isRare ? [before.word] : undefined);
}

function nameAt(word: ReadWord, { facts }: ReadSentence): string[] | undefined {
  const run = facts.names.find(({ written, end }) => word.start >= end - written.length && word.start < end);
  return run && nameWords(run.written);
}

const isTight = (text: string, one: ReadWord, other: ReadWord) =>
  !/[,;:()–—]/.test(text.slice(one.end, other.start));

/** The nouns right behind an owner, up to a name, a verb or a comma. */
function nounsFrom(from: number, { words, text }: Pick<ReadSentence, "words" | "text">): ReadWord[] {
  const nouns: ReadWord[] = [];
  for (let at = from; at < from + REACH; at += 1) {
    const word = words[at];
    const before = words[at - 1];
    if (!word || !before || word.stop || word.capital || !isTight(text, before, word)) break;
    nouns.push(word);
  }
  return nouns;
}
