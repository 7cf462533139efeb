import type { Language } from "../../lexicon/language.ts";
import { type Country, type Field, ROLES } from "../../lexicon/people.ts";
import { wordsOf } from "../../lexicon/word-lists.ts";
import { weighTerm } from "../../text/tokens.ts";
import { isUnspaced, type PersonWord, type StemmedToken } from "./person-words.ts";

const NAME_WEIGHT = 1.5;

function add<Key>(weights: Map<Key, number>, key: Key, weight: number): void {
  weights.set(key, (weights.get(key) ?? 0) + weight);
}

/** A word that says what somebody is tells the field more surely than a word that is merely used in it. */
const ROLE_WEIGHT = 3;

/** Tells how much of a passage belongs to each field of work, and to each country. */
export function weighFieldsAndPlaces(words: readonly PersonWord[]) {
  const fields = new Map<Field, number>();
  const places = new Map<Country, number>();
  for (const word of words) {
    for (const role of word.roles) {
      const field = ROLES[role];
      if (field !== null) add(fields, field, ROLE_WEIGHT);
    }
    for (const field of word.fields) add(fields, field, 1 / word.fields.length);
    for (const country of word.countries) add(places, country, 1);
  }
  return { fields, places };
}

/**
 * Returns the words that tell what a passage is about, the rarer the heavier: nothing short, no function
 * words.
 */
export function weighVocabulary(
  tokens: readonly StemmedToken[],
  language: Language,
  own: ReadonlySet<string>,
  said: readonly PersonWord[],
): Map<string, number> {
  // What somebody does is compared by its field; counted here as well it would tie all politicians together.
  const skipped = new Set(
    said
      .filter(({ roles, countries, kinship }) => roles.length + countries.length > 0 || kinship)
      .flatMap(({ from, to }) => tokens.slice(from, to)),
  );
  const telling = tokens.filter((token) => !own.has(token.word) && !skipped.has(token));
  return isUnspaced(language) ? characterPairs(telling) : stemWeights(telling, language);
}

const PAIR_WEIGHT = 3;

function characterPairs(tokens: readonly StemmedToken[]): Map<string, number> {
  const pairs = new Map<string, number>();
  for (const [index, token] of tokens.entries()) {
    const next = tokens[index + 1];
    if (next?.start === token.end) pairs.set(token.stem + next.stem, PAIR_WEIGHT);
  }
  return pairs;
}

const SHORTEST_WORD = 3;
const LEAST_WEIGHT = 2;

function stemWeights(tokens: readonly StemmedToken[], language: Language): Map<string, number> {
  const { stopWords } = wordsOf(language);
  const weights = new Map<string, number>();
  for (const { word, raw, stem } of tokens) {
    if (word.length < SHORTEST_WORD || stopWords.has(word)) continue;
    const weight = weightOf(word, language);
    if (weight >= LEAST_WEIGHT) weights.set(stem, weight * (/^\p{Lu}/u.test(raw) ? NAME_WEIGHT : 1));
  }
  return weights;
}

/** Only English words have a table of their weights; of other languages the longer ones are the rarer. */
function weightOf(word: string, language: Language): number {
  if (language === "en") return weighTerm(word);
  return word.length < 5 ? 2 : 4;
}

/** Finds runs of two or more capitalised words that have none of the person's own. */
export function findOtherNames(
  text: string,
  tokens: readonly StemmedToken[],
  own: ReadonlySet<string>,
): Set<string> {
  const names = new Set<string>();
  let run: StemmedToken[] = [];
  const close = () => {
    if (run.length > 1 && !run.some(({ word }) => own.has(word)))
      names.add(run.map(({ word }) => word).join(" "));
    run = [];
  };
  for (const token of tokens) {
    const last = run.at(-1);
    if (last !== undefined && !/^(?: |\. ?|-)$/.test(text.slice(last.end, token.start))) close();
    if (/^\p{Lu}/u.test(token.raw)) run.push(token);
    else close();
  }
  close();
  return names;
}
