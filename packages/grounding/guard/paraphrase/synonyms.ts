import { synonymClasses } from "../../lexicon/stems.ts";

/** Returns true if two stems may stand for each other. */
export function areSynonyms(one: string, other: string): boolean {
  const classes = synonymClasses(other, "en");
  return synonymClasses(one, "en").some((shared) => classes.includes(shared));
}
