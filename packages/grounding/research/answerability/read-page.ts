import { detectLanguage } from "../../lexicon/detect-language.ts";
import type { Language } from "../../lexicon/language.ts";
import { listSynonymClasses } from "../../lexicon/stems.ts";
import { startsWithPronoun } from "../evidence/quotable-spans.ts";
import { findRoleClasses } from "./role-classes.ts";
import { listPairs, listTrigrams, type Word, type WordReader } from "./words.ts";

/** A text with the properties that the features use. */
export interface TextWords {
  text: string;
  words: readonly Word[];
  stems: ReadonlySet<string>;
  /** Pairs of neighbouring content stems. */
  pairs: ReadonlySet<string>;
  trigrams: ReadonlySet<number>;
}

export interface PageSentence extends TextWords {
  /** Synonym classes of its words, and of the roles that it gives in another language than the question's. */
  classes: ReadonlySet<number>;
  /** True if it starts with a pronoun that refers to an earlier sentence. */
  refersBack: boolean;
}

/** One page's title and the sentences of its quotes, in order. */
export interface PageIndex {
  title: TextWords;
  sentences: readonly PageSentence[];
  stems: ReadonlySet<string>;
  trigrams: ReadonlySet<number>;
}

export function readPage(
  title: string,
  sentences: readonly string[],
  { reader, language }: { reader: WordReader; language: Language },
): PageIndex {
  const written = detectLanguage([title, ...sentences].join(" ")) ?? language;
  const read = sentences.map((text): PageSentence => {
    const plain = readText(text, reader);
    // No word of another language is a synonym, but its words for roles are known.
    const roles = written === language ? [] : [...findRoleClasses(text, written).values()].flat();
    return {
      ...plain,
      classes: new Set([...plain.words.flatMap(({ stem }) => listSynonymClasses(stem, language)), ...roles]),
      refersBack: startsWithPronoun(text, language),
    };
  });
  return {
    title: readText(title, reader),
    sentences: read,
    stems: unite(read.map(({ stems }) => stems)),
    trigrams: unite(read.map(({ trigrams }) => trigrams)),
  };
}

function readText(text: string, reader: WordReader): TextWords {
  const words = reader.read(text);
  const content = words.filter(({ stop }) => !stop);
  return {
    text,
    words,
    stems: new Set(words.map(({ stem }) => stem)),
    pairs: listPairs(content),
    trigrams: listTrigrams(content),
  };
}

function unite<Item>(sets: readonly ReadonlySet<Item>[]): Set<Item> {
  const all = new Set<Item>();
  for (const one of sets) for (const item of one) all.add(item);
  return all;
}
