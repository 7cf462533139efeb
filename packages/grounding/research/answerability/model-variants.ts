import { wordSet } from "../../lexicon/language.ts";
import { ENGLISH } from "../../lexicon/lexicon.ts";
import type { Qualifier } from "./qualifier.ts";
import type { Word } from "./words.ts";

/** A product with a number in its name: "Nova 10", or "Nova 10 Pro" with its variant. */
interface Model {
  /** Stem of the word before the number. */
  stem: string;
  number: string;
  /** The words after the number that make it another product. */
  variant: string;
}

const variants = wordSet(ENGLISH.contrasts.modelVariants);
const MAX_VARIANT_LENGTH = 3;

/** Returns the products in a question. The "Nova 10 Pro" is not the "Nova 10". */
export function findModels(words: readonly Word[]): Qualifier[] {
  return listModels(words).map(({ stem, number, variant }) => {
    const listVariants = (text: readonly Word[]) =>
      listModels(text).flatMap((one) => (one.stem === stem && one.number === number ? [one.variant] : []));
    return {
      has: (text) => listVariants(text).includes(variant),
      hasOther: (text) => listVariants(text).some((one) => one !== variant),
    };
  });
}

function listModels(words: readonly Word[]): Model[] {
  return words.flatMap((word, at) => {
    const next = words[at + 1];
    if (word.stop || next === undefined || !/^\p{L}?\d{1,3}\p{L}?$/u.test(next.word)) return [];
    return [{ stem: word.stem, number: next.word, variant: readVariant(words, at + 2) }];
  });
}

function readVariant(words: readonly Word[], from: number): string {
  const variant: string[] = [];
  for (const [at, { word, start }] of words.slice(from, from + MAX_VARIANT_LENGTH).entries()) {
    const before = words[from + at - 1];
    if (!variants.has(word) || (before !== undefined && start - before.end !== 1)) break;
    variant.push(word);
  }
  return variant.join(" ");
}
