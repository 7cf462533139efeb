import { type Word, WordReader, weighWord } from "../../research/answerability/words.ts";
import { splitWords } from "../../text/tokens.ts";
import {
  buildFactBook,
  type FactBook,
  type Facts,
  readFactsAndLinks,
  readSentenceFacts,
  type TextFacts,
} from "../fact-book.ts";
import { findLinks } from "../links.ts";
import { listEquivalents } from "./equivalents.ts";

/** A word with content. */
export interface ContentWord extends Word {
  /** Rarity: about 1 for a common word, 7.5 for one that is not in the table of common words. */
  weight: number;
}

/** The words of one text, in which the words of other texts are looked up. */
export interface Vocabulary {
  stems: Pick<ReadonlySet<string>, "has">;
  classes: ReadonlySet<number>;
  /** Prefixes of words with `BEGINNING` letters. Shorter words have no entry. */
  beginnings: ReadonlySet<string>;
}

export const PREFIX_LENGTH = 6;

export function findPrefixes(stems: Iterable<string>): ReadonlySet<string> {
  const beginnings = new Set<string>();
  for (const stem of stems) if (stem.length >= PREFIX_LENGTH) beginnings.add(stem.slice(0, PREFIX_LENGTH));
  return beginnings;
}

const MAX_CACHED_TEXTS = 5_000;
let reader = new WordReader("en");
let textsRead = 0;

/**
 * Returns the words of a text. Caches stems between texts. Clears the cache after 5,000 texts so that it
 * stays small.
 */
function readWords(text: string): Word[] {
  textsRead += 1;
  if (textsRead > MAX_CACHED_TEXTS) {
    reader = new WordReader("en");
    textsRead = 0;
  }
  return reader.read(text);
}

/**
 * One English sentence, or a part of one, in comparable form. Expensive properties are computed on first use.
 */
export class ReadSentence implements Vocabulary {
  readonly text: string;
  readonly words: readonly Word[];
  /** Each stem once, at its first occurrence. */
  readonly content: ReadonlyMap<string, ContentWord>;
  #classes: ReadonlySet<number> | undefined;
  #beginnings: ReadonlySet<string> | undefined;
  #facts: Facts | undefined;
  #book: FactBook | undefined;
  #plain: readonly ContentWord[] | undefined;

  constructor(text: string) {
    this.text = text;
    this.words = readWords(text);
    const content = new Map<string, ContentWord>();
    for (const word of this.words) {
      if (word.stop || content.has(word.stem)) continue;
      content.set(word.stem, { ...word, weight: weighWord(word.stem, word.word, "en") });
    }
    this.content = content;
  }

  /** Classes of equivalents of its words. */
  get classes(): ReadonlySet<number> {
    this.#classes ??= new Set([...this.content.keys()].flatMap((stem) => [...listEquivalents(stem)]));
    return this.#classes;
  }

  get stems(): Pick<ReadonlySet<string>, "has"> {
    return this.content;
  }

  get beginnings(): ReadonlySet<string> {
    this.#beginnings ??= findPrefixes(this.content.keys());
    return this.#beginnings;
  }

  get facts(): Facts {
    this.#facts ??= readSentenceFacts(this.text);
    return this.#facts;
  }

  /** The content words that are not part of a number or date, which are compared by value. */
  get plain(): readonly ContentWord[] {
    this.#plain ??= [...this.content.values()].filter(
      (word) =>
        ![...this.facts.dates, ...this.facts.numbers].some(
          ({ start, end }) => word.start >= start && word.end <= end,
        ),
    );
    return this.#plain;
  }

  get book(): FactBook {
    this.#book ??= buildFactBook([{ facts: this.facts, words: this.words.map(({ word }) => word) }]);
    return this.#book;
  }

  /** The facts of the sentence and its folded words, including addresses. */
  get asEvidence(): TextFacts {
    const isPlain = !/[^\0-\u02FF\u2010-\u2026]|\d['’]/.test(this.text);
    return {
      facts: findLinks(this.text).length > 0 ? readFactsAndLinks(this.text) : this.facts,
      words: isPlain ? this.words.map(({ word }) => word) : splitWords(this.text),
    };
  }
}

/** Reads each distinct text only once, because pages quote each other. */
export class SentenceReader {
  readonly #known = new Map<string, ReadSentence>();

  read(text: string): ReadSentence {
    const known = this.#known.get(text) ?? new ReadSentence(text);
    this.#known.set(text, known);
    return known;
  }
}
