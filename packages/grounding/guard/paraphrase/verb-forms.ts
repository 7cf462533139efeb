import { IRREGULAR } from "../../lexicon/en/irregular.ts";

const LINES = IRREGULAR.trim()
  .split("\n")
  .map((line) => line.trim().split(" "));
const BASES = new Set([...LINES.map(([base]) => base), "remain"]);
/** "Wrote" and "given": forms that are not the verb's own base. */
const PAST = new Set(LINES.flatMap(([base, ...forms]) => forms.filter((form) => form !== base)));
/** Past forms that the table of irregular verbs leaves to other verbs or to function words. */
const ALSO_PAST = new Set(["said", "found", "born"]);
/** Behind these another clause may follow without a joint. */
const SAYS = new Set(
  "said say says told claim claims claimed alleged argued argue believe believes thought think thinks".split(
    " ",
  ),
);

/**
 * Returns true if a word, in lower case, has the form of an English verb in the past, or of its participle.
 */
export function isPastForm(word: string): boolean {
  return PAST.has(word) || /[a-z]{2}ed$/.test(word);
}

/** The same where a sentence is read for its verbs. */
export const isPastVerb = (word: string) => word !== "hundred" && (ALSO_PAST.has(word) || isPastForm(word));
export const isBaseForm = (word: string) => BASES.has(word) || SAYS.has(word);
export const isSaying = (word: string) => SAYS.has(word);
/** "Owns", "runs": also the form of a plural. */
export const isPresentForm = (word: string) => /[^s]s$/.test(word);
/** Small words that stand between a subject and its verb. */
export const isTimeWord = (word: string) => /^(?:now|later|soon|also|then|still|again)$/.test(word);
