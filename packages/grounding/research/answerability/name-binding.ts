import { FORMS_OF_ADDRESS } from "../../lexicon/name-words.ts";
import { isNonPersonWord } from "../../text/names.ts";
import { sameGivenName } from "../../text/same-names.ts";
import type { PageSentence, ReadPage } from "./read-page.ts";
import type { Word } from "./words.ts";

/** Words before a name that stands beside what is said, and is not what it is said of. */
const COMPARING = new Set(
  "before after than like unlike besides beside alongside behind ahead against over though unlikely anders als vor nach wie que como".split(
    " ",
  ),
);
/** Words that also stand before a name that is only mentioned, where the sentence opens with another. */
const ATTACHING = new Set("of with under to about by for from and".split(" "));
const OWNING = new Set("of at for in to from".split(" "));
const ARTICLES = new Set("the a an".split(" "));
const RELATIVE = new Set("who which whose whom that where".split(" "));
const AUXILIARIES = new Set("is was are were has had have".split(" "));
const FORM_LETTERS = 5;
/** Limits how many words before a name a comparison is looked for: "a year after the telephone". */
const COMPARISON_REACH = 2;

/**
 * Tells whether a name stands in a sentence, its title or the sentence before; a last name will do where the
 * rest is on the page.
 */
export function standsNear(name: readonly string[], page: ReadPage, index: number): boolean {
  const near = [page.sentences[index], page.sentences[index - 1], page.title].flatMap((one) => one ?? []);
  const holds = (stem: string) => near.some(({ stems }) => stems.has(stem) || hasForm(stems, stem));
  if (name.every(holds)) return true;
  const last = name.at(-1) ?? "";
  return (
    name.length > 1 && holds(last) && name.every((stem) => page.stems.has(stem) || page.title.stems.has(stem))
  );
}

/** Another form of a long name, as inflection makes them: "Варшаве", "варшавская". */
function hasForm(stems: ReadonlySet<string>, stem: string): boolean {
  if (stem.length <= FORM_LETTERS) return false;
  const head = stem.slice(0, FORM_LETTERS);
  for (const other of stems) if (other.startsWith(head)) return true;
  return false;
}

/**
 * Tells whether a sentence has what was asked about only beside what it says: compared with it ("a year after
 * the telephone"), or in a clause of its own ("Frank Gehry, who admired the Opera House, designed …"). False
 * where it does not have it at all.
 */
export function isOnlyBeside(
  asked: readonly string[],
  predicate: ReadonlySet<string>,
  { text, words }: PageSentence,
): boolean {
  const last = asked.at(-1) ?? "";
  const places = words.flatMap(({ stem }, at) => (stem === last ? [at] : []));
  if (places.length === 0) return false;
  return places.every((at) => isCompared(words, at, asked) || isInOwnClause(text, words, at, predicate));
}

function isCompared(words: readonly Word[], at: number, asked: readonly string[]): boolean {
  const from = startOfName(words, at, asked);
  const before = words
    .slice(Math.max(0, from - COMPARISON_REACH), from)
    .filter(({ word }) => !ARTICLES.has(word));
  return COMPARING.has(before.at(-1)?.word ?? "");
}

/**
 * Finds where a name begins that ends at `at`; function words inside it belong to it: "University of
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

/** Words that give somebody's name to something else, and what stands between them and the name. */
const NAMING = new Set(
  "named renamed honor honour honors honours memory tribute dedicated namesake".split(" "),
);
const NAMED_BY = new Set("after for of to".split(" "));
const NAMING_REACH = 4;

/**
 * Tells whether a person's name is only what something else is called: "Grace Hopper College is named for
 * Grace Hopper". False where the sentence does not have the name.
 */
export function isOnlyNamesake(person: readonly string[], { text, words }: PageSentence): boolean {
  const places = words.flatMap(({ stem }, at) => (stem === person.at(-1) ? [at] : []));
  return (
    person.length > 1 &&
    places.length > 0 &&
    places.every((at) => namesAThing(text, words, at) || isGiven(words, at, person))
  );
}

/** "… Hopper College": a noun with a capital carries the name on. */
function namesAThing(text: string, words: readonly Word[], at: number): boolean {
  const next = words[at + 1];
  const isJoined = next !== undefined && text.slice(words[at]?.end, next.start) === " ";
  return isJoined && next.capital && !next.stop && isNonPersonWord(next.raw);
}

/** "named after …", "in honor of …". */
function isGiven(words: readonly Word[], at: number, name: readonly string[]): boolean {
  const from = startOfName(words, at, name);
  const before = words.slice(Math.max(0, from - NAMING_REACH), from);
  return NAMED_BY.has(before.at(-1)?.word ?? "") && before.some(({ word }) => NAMING.has(word));
}

/** Between commas behind "who" or "which", while what is asked is said outside. */
function isInOwnClause(
  text: string,
  words: readonly Word[],
  at: number,
  predicate: ReadonlySet<string>,
): boolean {
  const place = words[at]?.start ?? 0;
  const opens = text.lastIndexOf(",", place);
  const closes = text.indexOf(",", place);
  if (opens < 0 || closes < 0) return false;
  const first = words.find(({ start }) => start > opens);
  if (first === undefined || !RELATIVE.has(first.word)) return false;
  const inside = words.some(({ stem, start }) => start > opens && start < closes && predicate.has(stem));
  return !inside && words.some(({ stem }) => predicate.has(stem));
}

/**
 * Tells whether a sentence opens with another name, and has the one asked about only in passing: "Djokovic,
 * ahead of Federer, has won …".
 */
export function isSaidOfAnother(
  primary: readonly string[],
  predicate: ReadonlySet<string>,
  sentence: PageSentence,
): boolean {
  if (!opensWithOtherName(primary, predicate, sentence)) return false;
  const { words } = sentence;
  return placesOf(primary, words).every((at) => {
    if (isDoneBy(words, at, primary, predicate)) return false;
    const before = words
      .slice(Math.max(0, at - primary.length - 1), at)
      .filter(({ word }) => !ARTICLES.has(word));
    return before.some(({ word }) => COMPARING.has(word) || ATTACHING.has(word));
  });
}

const DOING_REACH = 5;

/** "Shopify was founded in 2006 by …": what is done by somebody is said of them. */
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

/** Finds where a name stands, by its last word; another given name before it makes another name. */
function placesOf(name: readonly string[], words: readonly Word[]): number[] {
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
  const run = openingRun(words);
  if (run.length === 0) return false;
  const stems = run.map(({ stem }) => stem);
  // Their last name alone, a middle name more, or a title before it: still the same.
  if (primary.every((stem) => stems.includes(stem)) || stems.every((stem) => primary.includes(stem)))
    return false;
  if (run.length === 1 && predicate.has(stems[0] ?? "")) return false;
  if (run.length > 1) return !primary.includes(stems[0] ?? "") && !isFormalName(run, primary);
  const next = words[words.indexOf(run[0] as Word) + 1];
  if (next === undefined || primary.includes(stems[0] ?? "")) return false;
  const isApposed = /^,\s/.test(text.slice(run[0]?.end ?? 0));
  return isApposed || isPossessive(run[0]) || predicate.has(next.stem) || AUXILIARIES.has(next.word);
}

/** Given and middle names ahead of a last name. */
const MOST_GIVEN_NAMES = 3;

/** "Timothy Donald Cook" is a name of Tim Cook. */
function opensWithGivenName(words: readonly Word[], last: number, name: readonly string[]): boolean {
  let from = last;
  while (from > 0 && last - from < MOST_GIVEN_NAMES && words[from - 1]?.capital === true) from -= 1;
  return from < last && words.slice(from, last).some(({ word }) => isSameGiven(word, name[0] ?? ""));
}

/**
 * Tells whether a page opens with the formal name of the one whose name is its title: "Edith Mary Vane …" on
 * "Peggy Vane".
 */
export function opensWithFormalName(name: readonly string[], page: ReadPage, index: number): boolean {
  const words = page.sentences[index]?.words ?? [];
  const run = openingRun(words);
  const { title } = page;
  const isTitle =
    name.every((stem, at) => title.words[at]?.stem === stem) &&
    /^\s*(?:$|[-–—|,:(])/u.test(title.text.slice(title.words[name.length - 1]?.end));
  if (index > 0 || name.length < 2 || !isTitle || words.some(({ stem }) => stem === name[0])) return false;
  return run.length > 1 && run.at(-1)?.stem === name.at(-1);
}

/** Tells whether capitalised words are the asked name with its given name in another usual form. */
function isFormalName(run: readonly Word[], name: readonly string[]): boolean {
  const last = run.findIndex(({ stem }) => stem === name.at(-1));
  return name.length > 1 && last > 0 && isSameGiven(run[0]?.word ?? "", name[0] ?? "");
}

function isSameGiven(word: string, stem: string): boolean {
  return word.length > 1 && stem.length > 1 && sameGivenName(word, stem);
}

/**
 * Returns the capitalised words at the beginning of a sentence, as far as they follow each other; none when a
 * function word opens it. A form of address ahead of them belongs to the name: "Mme. Curie".
 */
function openingRun(words: readonly Word[]): readonly Word[] {
  const named = FORMS_OF_ADDRESS.has(words[0]?.word ?? "") ? words.slice(1) : words;
  const end = named.findIndex(({ capital, stop }) => !capital || stop);
  return named.slice(0, end < 0 ? 4 : end).slice(0, 4);
}

function isPossessive(word: Word | undefined): boolean {
  return /['’]s$/.test(word?.raw ?? "");
}

/**
 * Tells whether what somebody has or holds is said of another: "CEO of Anthropic" and "Bezos's net worth" do
 * not answer for OpenAI and Musk. False where the sentence does not say whose it is.
 */
export function belongsToAnother(
  noun: readonly string[],
  owner: readonly string[],
  { words }: PageSentence,
): boolean {
  const head = noun.at(-1) ?? "";
  const owners = words.flatMap(({ stem }, at) => (stem === head ? [ownerAt(words, at, owner)] : []));
  return owners.includes("other") && !owners.includes("own");
}

const JOINING = new Set("and or then later also".split(" "));
const SECOND_OWNER_REACH = 12;

/** "mayor of Leeds in 1998 and of York in 2004": the noun is not repeated for a second owner. */
function isOwnedToo(words: readonly Word[], at: number, owner: readonly string[]): boolean {
  const behind = words.slice(at + 1, at + 1 + SECOND_OWNER_REACH).filter(({ word }) => !ARTICLES.has(word));
  return behind.some(
    ({ word }, place) =>
      OWNING.has(word) &&
      JOINING.has(behind[place - 1]?.word ?? "") &&
      owner.includes(behind[place + 1]?.stem ?? ""),
  );
}

function ownerAt(words: readonly Word[], at: number, owner: readonly string[]): "own" | "other" | null {
  const behind = words.slice(at + 1, at + 8);
  if (OWNING.has(behind[0]?.word ?? "")) {
    const run = behind
      .slice(1)
      .filter(({ word }) => !ARTICLES.has(word))
      .slice(0, owner.length + 1);
    if (run.some(({ stem }) => owner.includes(stem))) return "own";
    if (isOwnedToo(words, at, owner)) return "own";
    if (run[0]?.capital === true) return "other";
  }
  const before = words.slice(Math.max(0, at - 5), at);
  if (before.some(({ stem }) => owner.includes(stem))) return "own";
  return isPossessive(before.findLast(isPossessive)) && before.findLast(isPossessive)?.capital === true
    ? "other"
    : null;
}
