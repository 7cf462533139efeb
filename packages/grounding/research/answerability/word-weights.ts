import type { Language } from "../../lexicon/language.ts";
import { COMMON_STEMS } from "./common-stems.ts";

/** Of a word that is not among the common ones of its language. */
const RARE = 7.5;
/** Of every word in languages without a table. */
const PLAIN = 5;
/** Two digits or fewer are found in nearly every text; longer numbers, years among them, are telling. */
const SHORT_NUMBER = 3;

let weights: ReadonlyMap<string, number> | undefined;

function readWeights(): ReadonlyMap<string, number> {
  const lines = COMMON_STEMS.split("\n").filter((line) => line !== "");
  return new Map(
    lines.flatMap((line) => {
      const [weight = "", ...stems] = line.split(" ");
      return stems.map((stem): [string, number] => [stem, Number(weight)]);
    }),
  );
}

/** How much a content word says about what a text is about: the same for every set of results. */
export function wordWeight(stem: string, word: string, language: Language): number {
  if (/^\d{1,2}$/.test(word)) return SHORT_NUMBER;
  if (language !== "en") return PLAIN;
  weights ??= readWeights();
  return weights.get(stem) ?? RARE;
}
