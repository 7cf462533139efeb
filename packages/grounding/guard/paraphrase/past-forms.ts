import { ENGLISH } from "../../lexicon/lexicon.ts";

/** Forms other than the verb's own base: "wrote" and "given". */
const PAST = new Set(
  ENGLISH.irregular.flatMap((line) => {
    const [base, ...forms] = line.split(" ");
    return forms.filter((form) => form !== base);
  }),
);

/** Forms that only a participle has: "given", where the past is "gave". */
const PARTICIPLES = new Set(
  ENGLISH.irregular.flatMap((line) => line.split(" ").slice(2, 3)).filter((form) => /ne?$/.test(form)),
);

export function isParticiple(word: string): boolean {
  return PARTICIPLES.has(word);
}

/** Returns whether a lower-case word has the form of an English past tense or participle. */
export function isPastForm(word: string): boolean {
  return PAST.has(word) || /[a-z]{2}ed$/.test(word);
}
