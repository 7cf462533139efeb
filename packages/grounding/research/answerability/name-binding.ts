import { FORMS_OF_ADDRESS } from "../../lexicon/names.ts";
import { isNonPersonWord } from "../../text/names.ts";
import { isSameGivenName } from "../../text/same-names.ts";
import type { PageIndex, PageSentence } from "./read-page.ts";
import type { Word } from "./words.ts";

/** Words before a name that is mentioned for comparison and is not the subject. */
const COMPARING = new Set(
  "before after than like unlike besides beside alongside behind ahead against over though unlikely anders als vor nach wie que como".split(
    " ",
  ),
);
/** Words that also precede a name mentioned in passing, if the sentence starts with another name. */
const ATTACHING = new Set("of with under to about by for from and".split(" "));
export const ARTICLES = new Set("the a an".split(" "));
const AUXILIARIES = new Set("is was are were has had have".split(" "));
const FORM_LETTERS = 5;
/** Maximum number of words between a comparison and its name: "a year after the telephone". */
const COMPARISON_REACH = 2;

/**
 * Returns whether a name is in a sentence, its title or the sentence before. A last name is enough if the
 * rest is on the page.
 */
export function occursNear(name: readonly string[], page: PageIndex, index: number): boolean {
  const near = [page.sentences[index], page.sentences[index - 1], page.title].flatMap((one) => one ?? []);
  const holds = (stem: string) => near.some(({ stems }) => stems.has(stem) || hasForm(stems, stem));
  if (name.every(holds)) return true;
  const last = name.at(-1) ?? "";
  return (
    name.length > 1 && holds(last) && name.every((stem) => page.stems.has(stem) || page.title.stems.has(stem))
  );
}

/** Returns whether a long name occurs in another inflected form: "Варшаве", "варшавская". */
function hasForm(stems: ReadonlySet<string>, stem: string): boolean {
  if (stem.length <= FORM_LETTERS) return false;
  const head = stem.slice(0, FORM_LETTERS);
  for (const other of stems) if (other.startsWith(head)) return true;
  return false;
}

/**
 * Returns whether a sentence mentions what was asked about only in a comparison: "a year after the
 * telephone". Returns false if the sentence does not contain it at all.
 */
export function isOnlyBeside(asked: readonly string[], { words }: PageSentence): boolean {
  const last = asked.at(-1) ?? "";
  const places = words.flatMap(({ stem }, at) => (stem === last ? [at] : []));
  if (places.length === 0) return false;
  return places.every((at) => isCompared(words, at, asked));
}

function isCompared(words: readonly Word[], at: number, asked: readonly string[]): boolean {
  const from = startOfName(words, at, asked);
  const before = words
    .slice(Math.max(0, from - COMPARISON_REACH), from)
    .filter(({ word }) => !ARTICLES.has(word));
  return COMPARING.has(before.at(-1)?.word ?? "");
}

/**
 * Returns the start of a name that ends at `at`. Function words inside it are part of it: "University of
 * Bologna".
 */
function startOfName(words: readonly Word[], at: number, name: readonly string[]): number {
  let from = at;
  for (let place = at - 1; place >= 0 && at - place <= 2 * name.length; place -= 1) {
    const word = words[place];
    if (word === undefined || !(name.includes(word.stem) || (word.stop && !COMPARING.has(word.word)))) break;
    if (name.includes(word.stem)) from = place;
  }
  return from;
}

/** Words for naming something after a person, and words between them and the name. */
const NAMING = new Set(
  "named renamed honor honour honors honours memory tribute dedicated namesake".split(" "),
);
const NAMED_BY = new Set("after for of to".split(" "));
const NAMING_REACH = 4;

/**
 * Returns whether a person's name occurs only as a namesake: "Grace Hopper College is named for Grace
 * Hopper". Returns false if the sentence does not contain the name.
 */
export function isOnlyNamesake(person: readonly string[], { text, words }: PageSentence): boolean {
  const places = words.flatMap(({ stem }, at) => (stem === person.at(-1) ? [at] : []));
  return (
    person.length > 1 &&
    places.length > 0 &&
    places.every((at) => namesAThing(text, words, at) || isGiven(words, at, person))
  );
}

/** Returns whether a capitalised noun continues the name: "… Hopper College". */
function namesAThing(text: string, words: readonly Word[], at: number): boolean {
  const next = words[at + 1];
  const isJoined = next !== undefined && text.slice(words[at]?.end, next.start) === " ";
  return isJoined && next.capital && !next.stop && isNonPersonWord(next.raw);
}

/** Returns whether a name follows "named after …" or "in honor of …". */
function isGiven(words: readonly Word[], at: number, name: readonly string[]): boolean {
  const from = startOfName(words, at, name);
  const before = words.slice(Math.max(0, from - NAMING_REACH), from);
  return NAMED_BY.has(before.at(-1)?.word ?? "") && before.some(({ word }) => NAMING.has(word));
}

/**
 * Returns whether a sentence starts with another name, and mentions the one asked about only in passing:
 * "Djokovic, ahead of Federer, has won …".
 */
export function isSaidOfAnother(
  primary: readonly string[],
  predicate: ReadonlySet<string>,
  sentence: PageSentence,
): boolean {
  if (!opensWithOtherName(primary, predicate, sentence)) return false;
  const { words } = sentence;
  return findNamePositions(primary, words).every((at) => {
    if (isDoneBy(words, at, primary, predicate) || isOfAsked(words, at, primary, predicate)) return false;
    const before = words
      .slice(Math.max(0, at - primary.length - 1), at)
      .filter(({ word }) => !ARTICLES.has(word));
    return before.some(({ word }) => COMPARING.has(word) || ATTACHING.has(word));
  });
}

/** Returns whether a name follows what is asked about it: "Wangchuck, the third king of Bhutan, …". */
function isOfAsked(
  words: readonly Word[],
  at: number,
  name: readonly string[],
  predicate: ReadonlySet<string>,
): boolean {
  const of = startOfName(words, at, name) - 1;
  return words[of]?.word === "of" && predicate.has(words[of - 1]?.stem ?? "");
}

const DOING_REACH = 5;

/**
 * Returns whether a name is the agent after "by", which makes it the subject: "Shopify was founded in 2006 by
 * …".
 */
function isDoneBy(
  words: readonly Word[],
  at: number,
  name: readonly string[],
  predicate: ReadonlySet<string>,
): boolean {
  const by = startOfName(words, at, name) - 1;
  if (words[by]?.word !== "by") return false;
  return words.slice(Math.max(0, by - DOING_REACH), by).some(({ stem }) => predicate.has(stem));
}

/**
 * Returns the positions of a name, by its last word. With another given name before it, it is another name.
 */
function findNamePositions(name: readonly string[], words: readonly Word[]): number[] {
  return words.flatMap(({ stem }, at) => {
    const before = words[at - 1];
    const isOther =
      name.length > 1 &&
      before?.capital === true &&
      !before.stop &&
      !name.includes(before.stem) &&
      !opensWithGivenName(words, at, name);
    return stem === name.at(-1) && !isOther ? [at] : [];
  });
}

function opensWithOtherName(
  primary: readonly string[],
  predicate: ReadonlySet<string>,
  { text, words }: PageSentence,
): boolean {
  const run = readOpeningName(words);
  if (run.length === 0) return false;
  const stems = run.map(({ stem }) => stem);
  // The last name alone, with an additional middle name, or with a title is still the same name.
  if (primary.every((stem) => stems.includes(stem)) || stems.every((stem) => primary.includes(stem)))
    return false;
  if (run.length === 1 && predicate.has(stems[0] ?? "")) return false;
  if (run.length > 1) return !primary.includes(stems[0] ?? "") && !isFormalName(run, primary);
  const next = words[words.indexOf(run[0] as Word) + 1];
  if (next === undefined || primary.includes(stems[0] ?? "")) return false;
  const isApposed = /^,\s/.test(text.slice(run[0]?.end ?? 0));
  return isApposed || isPossessive(run[0]) || predicate.has(next.stem) || AUXILIARIES.has(next.word);
}

/** Maximum number of given and middle names before a last name. */
const MAX_GIVEN_NAMES = 3;

/** Returns whether a longer form of the name starts here: "Timothy Donald Cook" is Tim Cook. */
function opensWithGivenName(words: readonly Word[], last: number, name: readonly string[]): boolean {
  let from = last;
  while (from > 0 && last - from < MAX_GIVEN_NAMES && words[from - 1]?.capital === true) from -= 1;
  return from < last && words.slice(from, last).some(({ word }) => isSameGiven(word, name[0] ?? ""));
}

/**
 * Returns whether a page starts with the formal name of the person in its title: "Edith Mary Vane …" on
 * "Peggy Vane".
 */
export function opensWithFormalName(name: readonly string[], page: PageIndex, index: number): boolean {
  const words = page.sentences[index]?.words ?? [];
  const run = readOpeningName(words);
  const { title } = page;
  const isTitle =
    name.every((stem, at) => title.words[at]?.stem === stem) &&
    /^\s*(?:$|[-–—|,:(])/u.test(title.text.slice(title.words[name.length - 1]?.end));
  if (index > 0 || name.length < 2 || !isTitle || words.some(({ stem }) => stem === name[0])) return false;
  return run.length > 1 && run.at(-1)?.stem === name.at(-1);
}

/** Returns whether capitalised words are the asked name with its given name in another common form. */
function isFormalName(run: readonly Word[], name: readonly string[]): boolean {
  const last = run.findIndex(({ stem }) => stem === name.at(-1));
  return name.length > 1 && last > 0 && isSameGiven(run[0]?.word ?? "", name[0] ?? "");
}

function isSameGiven(word: string, stem: string): boolean {
  return word.length > 1 && stem.length > 1 && isSameGivenName(word, stem);
}

/**
 * Returns the consecutive capitalised words at the start of a sentence. Empty if it starts with a function
 * word. A preceding form of address is part of the name: "Mme. Curie".
 */
function readOpeningName(words: readonly Word[]): readonly Word[] {
  const named = FORMS_OF_ADDRESS.has(words[0]?.word ?? "") ? words.slice(1) : words;
  const end = named.findIndex(({ capital, stop }) => !capital || stop);
  return named.slice(0, end < 0 ? 4 : end).slice(0, 4);
}

export function isPossessive(word: Word | undefined): boolean {
  return /['’]s$/.test(word?.raw ?? "");
}
