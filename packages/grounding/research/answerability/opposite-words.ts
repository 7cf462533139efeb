import { wordSet } from "../../lexicon/language.ts";
import { ENGLISH } from "../../lexicon/lexicon.ts";
import type { Qualifier } from "./qualifier.ts";
import type { Word } from "./words.ts";

/** The alternatives of one kind, each with its synonyms: {youngest}, {oldest, eldest}. */
type Kind = readonly ReadonlySet<string>[];

const readKinds = (lines: readonly string[]): readonly Kind[] =>
  lines.map((line) => line.split(" | ").map(wordSet));

let kinds: Readonly<Record<"anywhere" | "beforeNoun" | "mutual", readonly Kind[]>> | undefined;

/**
 * Returns the alternatives that a question selects: the "youngest" son. If it names two of a kind ("his
 * mother and father"), neither is selected. `person` is the name that the question is about, as stems.
 */
export function findAlternatives(words: readonly Word[], person: readonly string[]): Qualifier[] {
  kinds ??= {
    anywhere: readKinds(ENGLISH.contrasts.alternatives),
    beforeNoun: readKinds(ENGLISH.contrasts.beforeNoun),
    mutual: readKinds(ENGLISH.contrasts.mutualRelatives),
  };
  const isOwn: IsRival = (text, at) => isOwned(text, at, person);
  return [
    ...kinds.anywhere.flatMap((kind) => pickOf(kind, words, () => () => true)),
    // A sister's brother: relatives are alternatives only if both are the person's.
    ...kinds.mutual.flatMap((kind) => pickOf(kind, words, () => isOwn)),
    ...kinds.beforeNoun.flatMap((kind) =>
      pickOf(kind, words, (at) => {
        const noun = words[at + 1];
        return noun === undefined || noun.stop ? null : (text, place) => text[place + 1]?.stem === noun.stem;
      }),
    ),
  ];
}

/** Returns whether another word of the kind, at a position in a text, distinguishes the same thing. */
type IsRival = (text: readonly Word[], at: number) => boolean;

/**
 * Returns the alternative of a kind that a question selects. `createTest` gets its position in the question,
 * and returns null if the alternative distinguishes nothing there.
 */
function pickOf(kind: Kind, words: readonly Word[], createTest: (at: number) => IsRival | null): Qualifier[] {
  const asked = kind.filter((same) => words.some((word) => isOneOf(same, word)));
  const [same] = asked;
  if (same === undefined || asked.length > 1) return [];
  const at = words.findIndex((word) => isOneOf(same, word));
  const isRival = createTest(at);
  if (isRival === null) return [];
  const others = new Set(kind.filter((one) => one !== same).flatMap((one) => [...one]));
  return [
    {
      stem: words[at]?.stem,
      has: (text) => text.some((word) => isOneOf(same, word)),
      hasOther: (text) => text.some((word, place) => isOneOf(others, word) && isRival(text, place)),
      continues: "any",
    },
  ];
}

/** Returns whether a word is in the set, including its possessive form: "mother's" counts as "mother". */
function isOneOf(same: ReadonlySet<string>, { word }: Word): boolean {
  return same.has(word) || same.has(removePossessive(word));
}

/** Returns a word without its possessive ending. */
export function removePossessive(word: string): string {
  return word.replace(/['’]s?$/, "");
}

const POSSESSIVES = new Set("his her their its".split(" "));
const OWNER_REACH = 3;

/**
 * Returns whether a relative is that of the person or of a pronoun. "Ann is the sister of Karl" answers for
 * Ann's brother, whereas "Ann's sister" does not.
 */
function isOwned(words: readonly Word[], at: number, person: readonly string[]): boolean {
  const before = words.slice(Math.max(0, at - OWNER_REACH), at);
  if (before.some(({ word, raw }) => POSSESSIVES.has(word) || /['’]s?$/.test(raw))) return true;
  const owner = words[at + 1]?.word === "of" ? words[at + 2]?.stem : undefined;
  return owner !== undefined && (owner === person[0] || owner === person.at(-1));
}
