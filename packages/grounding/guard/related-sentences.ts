import { detectLanguage } from "../lexicon/detect-language.ts";
import { getWords } from "../lexicon/word-lists.ts";
import { splitWords } from "../text/tokens.ts";
import type { EvidenceSentence } from "./evidence-sentences.ts";

/** Number of letters by which words of one root are recognised in every language. */
const BEGINNING = 5;
/** Minimum number of shared content words for two sentences to be about the same matter. */
const MIN_SHARED = 3;
/** The same if a name or number is among them, or in the title of the page. */
const MIN_SHARED_WITH_NAME = 2;

/** Matches capitalised words and numbers. */
export const NAME_OR_NUMBER = /\p{Lu}[\p{L}\p{M}]*|\p{N}+/gu;

/**
 * Returns the sentences of the evidence that share the most content words with a text, in any language, the
 * closest first: at least three, or two with a name or number among them or in the title of the page. One of
 * them must not be a name. Words in the title decide between sentences that share equally many.
 */
export function findRelatedSentences(
  text: string,
  sentences: readonly EvidenceSentence[],
): readonly EvidenceSentence[] {
  const language = detectLanguage(text) ?? "en";
  const wanted = new Set(findBeginnings(text, getWords(language).stopWords));
  const named = new Set(findBeginnings((text.match(NAME_OR_NUMBER) ?? []).join(" ")));
  const isNamed = (word: string) => named.has(word);
  // A name alone says only who it is about. German capitalises every noun.
  const saysWhat = (word: string) => language === "de" || !isNamed(word) || /^\d/.test(word);
  return sentences
    .map((sentence) => {
      const shared = findBeginnings(sentence.text).filter((word) => wanted.has(word));
      const titled = findBeginnings(sentence.title).filter((word) => wanted.has(word));
      return { sentence, shared, titled };
    })
    .filter(
      ({ shared, titled }) =>
        shared.length >= ([...shared, ...titled].some(isNamed) ? MIN_SHARED_WITH_NAME : MIN_SHARED) &&
        shared.some(saysWhat),
    )
    .toSorted(
      (one, other) =>
        other.shared.length - one.shared.length ||
        other.titled.length - one.titled.length ||
        one.sentence.text.length - other.sentence.text.length,
    )
    .map(({ sentence }) => sentence);
}

/** Returns the beginnings of a text's words and numbers, each once, without stop words. */
function findBeginnings(text: string, stopWords: ReadonlySet<string> = new Set()): string[] {
  const words = splitWords(text).filter(
    (word) => (word.length > 2 || /\d/.test(word)) && !stopWords.has(word),
  );
  return [...new Set(words.map((word) => word.slice(0, BEGINNING)))];
}
