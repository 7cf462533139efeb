import { stemEnglish } from "../../lexicon/stems.ts";
import { isAdverb, isDeterminer } from "./light-words.ts";
import type { ReadSentence } from "./read-sentence.ts";

const set = (text: string): ReadonlySet<string> => new Set(text.split(" "));
/** Returns stems in comparable form. A function word such as "before" stays unchanged. */
const toStems = (text: string): ReadonlySet<string> =>
  new Set(text.split(" ").flatMap((word) => [stemEnglish(word), word]));

const NEGATIONS = set("not never no nor neither none without cannot nobody nothing hardly");
const CONTRACTED = /n['’]t$/i;
/** Words after which a statement is denied, attempted, planned or only claimed. */
const DOUBTS = toStems(
  "deny denied refuse fail failed decline reject dispute unable lack accuse accused allege alleged allegedly suspect suspected claim rumour " +
    "rumor reportedly supposedly purportedly plan planned intend attempt try tried hope want propose proposed consider expect expected " +
    "nearly almost unsuccessfully falsely false acquit acquitted myth untrue hypothetical fictional pretend threaten cancel cancelled " +
    "drop dropped discontinue discontinued abandon abandoned cease ceased",
);
/**
 * Words that soften or discredit a statement. A sentence must neither add one to what the evidence states as
 * a fact nor drop one.
 */
const HEDGES = set(
  "allegedly alleged reportedly supposedly purportedly probably possibly perhaps nearly almost apparently rumoured rumored unsuccessfully falsely " +
    "retracted fabricated forged forgery hoax debunked discredited disproved satirical",
);
const FORMER = set("former formerly ex retired previously past onetime");
const NO_LONGER = set("former formerly ex retired previously past was were had until served been");
/** Words for what is unique, first, last or extreme. Each set holds synonyms. */
const SINGULAR: readonly ReadonlySet<string>[] = [
  set("first earliest original 1st inaugural debut initially"),
  set("last final latest"),
  set("only sole solely"),
  FORMER,
  set("youngest"),
  set("oldest eldest"),
  set("largest biggest"),
  set("smallest"),
  set("highest tallest"),
  set("longest"),
  set("fastest"),
  set("always"),
];

interface Negations {
  any: boolean;
  /** Stems after a negation: the next three content words, up to a comma or a joining word. */
  denied: ReadonlySet<string>;
  /** Stems that each negation denies: the next one, or all in a clause with "that". */
  first: ReadonlySet<string>;
}

function findNegations({ words, text }: ReadSentence): Negations {
  const found = new Set<string>();
  const first = new Set<string>();
  let any = false;
  for (const [at, { end }] of words.entries()) {
    if (!isNegation(words, at)) continue;
    any = true;
    const denied = listDenied({ words, text }, at);
    for (const stem of deniesClause({ words }, end, denied) ? denied : denied.slice(0, 1)) first.add(stem);
    for (const stem of denied) found.add(stem);
  }
  return { any, denied: found, first };
}

/** Returns whether a word negates what follows: not in "not only", "no longer" and "No. 5". */
function isNegation(words: ReadSentence["words"], at: number): boolean {
  const { word = "", raw = "" } = words[at] ?? {};
  const next = words[at + 1];
  if (!NEGATIONS.has(word) && !CONTRACTED.test(raw)) return false;
  if (next?.word === "only" || next?.word === "longer") return false;
  return word !== "no" || !/^\d/.test(next?.raw ?? "");
}

/** Returns the stems that the negation at a position denies. */
function listDenied({ words, text }: Pick<ReadSentence, "words" | "text">, at: number): readonly string[] {
  const following = listStems({ words, text }, at + 1, words[at]?.end ?? 0, 3);
  // "Cyclists may, but pedestrians may not": it denies what comes before it.
  const before = words.findLast(({ stop }, place) => place < at && !stop);
  return following.length > 0 || before === undefined ? following : [before.stem];
}

/** Returns whether what is denied is a clause: "did not show that one causes the other". */
function deniesClause(
  { words }: Pick<ReadSentence, "words">,
  from: number,
  [first]: readonly string[],
): boolean {
  const verb = words.findIndex(({ start, stem }) => start >= from && stem === first);
  return verb >= 0 && words[verb + 1]?.word === "that";
}

/** Returns the stems after each negation, up to the end of its clause. */
export function findDeniedStems({ words, text }: ReadSentence): string[][] {
  return words.flatMap(({ end }, at) =>
    isNegation(words, at) ? [listStems({ words, text }, at + 1, end, MAX_WORDS)] : [],
  );
}

const MAX_WORDS = 10;
const JOINING = set("but and although though while however");

function listStems(
  { words, text }: Pick<ReadSentence, "words" | "text">,
  from: number,
  end: number,
  most: number,
): string[] {
  const found: string[] = [];
  let last = end;
  for (const word of words.slice(from)) {
    if (found.length === most || JOINING.has(word.word) || /[,;:()]/.test(text.slice(last, word.start)))
      break;
    if (!word.stop && !isAdverb(word.word)) found.push(word.stem);
    last = word.end;
  }
  return found;
}

/** Returns whether the statement denies something that the source states, or the reverse. */
export function negationDiffers(said: ReadSentence, source: ReadSentence): boolean {
  const [inSaid, inSource] = [findNegations(said), findNegations(source)];
  if (!inSaid.any && !inSource.any) return false;
  if (inSaid.any && !inSource.any) return true;
  // The statement denies what the source states, or states what the source denies.
  for (const stem of inSaid.denied) if (source.content.has(stem) && !inSource.denied.has(stem)) return true;
  const isDenied = (stem: string) => said.content.has(stem) && !inSaid.denied.has(stem);
  if ([...inSource.first].some(isDenied)) return true;
  // "Was awarded the prize" contradicts "did not win the prize".
  return !inSaid.any && [...inSource.first].some((stem) => GAINS.has(stem)) && [...GAINS].some(isDenied);
}

/** Words for obtaining something: a person who did not win a prize was not awarded it. */
const GAINS = toStems("win won receive award awarded obtain earn secure");

const DOUBT_REACH = 2;
const GIVEN_UP = toStems("drop dropped");

/** Returns whether one states as a fact what the other only doubts, plans, alleges or denies. */
export function certaintyDiffers(said: ReadSentence, source: ReadSentence): boolean {
  const hasWord = (read: ReadSentence, word: string) => read.words.some((one) => one.word === word);
  if (said.words.some(({ word }) => HEDGES.has(word) && !source.words.some((one) => HEDGES.has(one.word))))
    return true;
  const hedged = source.words.some(({ word }, at) => {
    if (!HEDGES.has(word) || hasWord(said, word)) return false;
    // "Nearly 80,000 people and 14 schools": of the schools, nothing is uncertain.
    const next = source.words[at + 1]?.word ?? "";
    return !/^\d/.test(next) || hasWord(said, next);
  });
  if (hedged && !said.words.some(({ word, stem }) => HEDGES.has(word) || DOUBTS.has(stem))) return true;
  return addsDoubt(said, source) || addsDoubt(source, said);
}

/** Returns whether `one` doubts something that `other` states without doubt. */
function addsDoubt(one: ReadSentence, other: ReadSentence): boolean {
  return one.words.some(({ stem, end }, at) => {
    if (!DOUBTS.has(stem) || other.content.has(stem)) return false;
    // "Dropped support" denies it, "dropped by a third" does not.
    const next = one.words[at + 1];
    if (GIVEN_UP.has(stem) && next?.stop !== false && !isDeterminer(next?.word)) return false;
    if ([...other.content.keys()].some((held) => DOUBTS.has(held))) return false;
    return listStems(one, at + 1, end, DOUBT_REACH).some((doubted) => other.content.has(doubted));
  });
}

/**
 * Returns whether a statement says first, only, former or similar and the evidence does not. Also returns
 * true if it omits that the evidence calls someone former.
 */
export function statusDiffers(said: ReadSentence, sources: readonly ReadSentence[]): boolean {
  const has = (read: ReadSentence, words: ReadonlySet<string>) =>
    read.words.some(({ word }) => words.has(word));
  const isNew = said.words.some(({ word, end }, at) => {
    const words = SINGULAR.find((singular) => singular.has(word));
    if (words === undefined) return false;
    if (sources.some((source) => has(source, words === FORMER ? NO_LONGER : words))) return false;
    const [noun = ""] = listStems(said, at + 1, end, 1);
    return words === FORMER || sources.some((source) => source.content.has(noun));
  });
  if (isNew || dropsRestriction(said, sources) || dropsRank(said, sources)) return true;
  const [source] = sources;
  if (source === undefined || has(said, NO_LONGER)) return false;
  return source.words.some(
    ({ word, end }, at) =>
      FORMER.has(word) && listStems(source, at + 1, end, 3).some((stem) => said.content.has(stem)),
  );
}

const RANK = /^(?:one|among|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|\d+(?:st|nd|rd|th))$/;
const SUPERLATIVE = /[a-z]{2}est$|^(?:most|least)$/;

/**
 * Returns whether a statement drops what stands before a superlative: "the largest" of "the second-largest"
 * or of "one of the largest".
 */
function dropsRank(said: ReadSentence, sources: readonly ReadSentence[]): boolean {
  const findRank = ({ words }: ReadSentence, at: number) =>
    words.slice(Math.max(0, at - 3), at).findLast(({ word }) => RANK.test(word))?.word;
  return said.words.some(({ word }, at) => {
    if (!SUPERLATIVE.test(word)) return false;
    const ranks = sources.flatMap((source) =>
      source.words.flatMap((one, place) => (one.word === word ? [findRank(source, place)] : [])),
    );
    return ranks.length > 0 && !ranks.includes(findRank(said, at));
  });
}

/**
 * Returns whether a statement drops a restriction of what is first, last or longest: "The first bypass" where
 * the evidence says "the first keyhole bypass".
 */
function dropsRestriction(said: ReadSentence, sources: readonly ReadSentence[]): boolean {
  return said.words.some(({ word, end }, at) => {
    const same = SINGULAR.find((singular) => singular.has(word) && singular !== FORMER);
    const [noun] = same === undefined ? [] : listStems(said, at + 1, end, 1);
    if (same === undefined || noun === undefined) return false;
    const places = sources.flatMap((source) =>
      source.words.flatMap((one, place) =>
        same.has(one.word) ? [listStems(source, place + 1, one.end, 4)] : [],
      ),
    );
    return (
      places.length > 0 &&
      places.every((behind) => {
        const skipped = behind.slice(0, Math.max(0, behind.indexOf(noun)));
        return skipped.some((stem) => !said.content.has(stem));
      })
    );
  });
}
