import { IRREGULAR } from "../../lexicon/en/irregular.ts";

/** "Wrote" and "given": forms that are not the verb's own base. */
const PAST = new Set(
  IRREGULAR.trim()
    .split("\n")
    .flatMap((line) => {
      const [base, ...forms] = line.trim().split(" ");
      return forms.filter((form) => form !== base);
    }),
);

/** "Given", where the past is "gave": forms that only a participle has. */
const PARTICIPLES = new Set(
  IRREGULAR.trim()
    .split("\n")
    .flatMap((line) => line.trim().split(" ").slice(2, 3))
    .filter((form) => /ne?$/.test(form)),
);

export function isParticiple(word: string): boolean {
  return PARTICIPLES.has(word);
}

/**
 * Returns true if a word, in lower case, has the form of an English verb in the past, or of its participle.
 */
export function isPastForm(word: string): boolean {
  return PAST.has(word) || /[a-z]{2}ed$/.test(word);
}
