import { COVER_FEATURES, coverFeatures } from "./cover-features.ts";
import { FORM_FEATURES, formFeatures } from "./form-features.ts";
import { KIND_FEATURES, kindFeatures } from "./kind-features.ts";
import type { QuestionProfile } from "./question-profile.ts";
import type { ReadPage } from "./read-page.ts";

/** What is measured of a sentence, in the order of the values. All are plain ratios, flags and counts. */
export const FEATURES: readonly string[] = [...COVER_FEATURES, ...KIND_FEATURES, ...FORM_FEATURES];

/** The features of one sentence of a page for a question. Nothing counts pages or compares with other pages. */
export function sentenceFeatures(profile: QuestionProfile, page: ReadPage, index: number): Float64Array {
  const sentence = page.sentences[index];
  if (sentence === undefined) throw new RangeError(`the page has no sentence ${index}`);
  return Float64Array.from([
    ...coverFeatures(profile, page, index),
    ...kindFeatures(profile, page, sentence),
    ...formFeatures(profile, page, sentence, index),
  ]);
}
