import type { Language } from "../../lexicon/language.ts";
import { listIdiomStems, listSynonymClasses } from "../../lexicon/stems.ts";
import type { ExpectedAnswer } from "../../question/question.ts";
import { getQuestionPatterns } from "../../question/question-patterns.ts";
import { type AskedLifeEvent, findAskedLifeEvent } from "./life-event.ts";
import { findPossession, type Possession } from "./possession.ts";
import type { Qualifier } from "./qualifier.ts";
import { findQualifiers } from "./qualifiers.ts";
import { namesRelative } from "./relatives.ts";
import { findRoleClasses } from "./role-classes.ts";
import type { Slot } from "./slot.ts";
import { findSlots } from "./slots.ts";
import { type AskedWord, listPairs, listTrigrams, type Word, type WordReader, weighWord } from "./words.ts";

/** A question in the form with which every sentence is compared. */
export interface QuestionProfile {
  language: Language;
  asked: readonly AskedWord[];
  byStem: ReadonlyMap<string, AskedWord>;
  /** Stems of all its words, including function words. */
  allStems: ReadonlySet<string>;
  /** Sum of all weights, more than 0. */
  weight: number;
  /** Pairs of neighbouring content stems, joined by a space. */
  pairs: ReadonlySet<string>;
  expected: ExpectedAnswer;
  years: ReadonlySet<string>;
  /** True if it is written with capitals, so that its names can be recognised. */
  cased: boolean;
  /** The word for a deed that the question asks a person about: "when did NAME resign". */
  deed: AskedWord | null;
  /** True if it offers a choice of names. A sentence about them need not say which is the first. */
  givesChoice: boolean;
  /** The word "first" or "last", if the question asks for the first or last of its kind. */
  order: AskedWord | null;
  /** The stems of each proper name that its capitals show. */
  names: readonly (readonly string[])[];
  /** The one of `names` that the question is about. */
  primary: readonly string[] | null;
  /** True if `primary` is a person's name. */
  ofPerson: boolean;
  /** True if it asks about someone's relative: "his mother". */
  ofRelative: boolean;
  /** True if `primary` is the subject of the question: "did Ada Lovelace …". */
  asksOfSubject: boolean;
  /** The thing asked about and its owner: the net worth of Elon Musk, OpenAI's CEO. */
  possession: Possession | null;
  /** The content words other than names, which are what is asked about the names. */
  predicate: readonly AskedWord[];
  /** The life events asked about: "when did NAME die". */
  lifeEvent: AskedLifeEvent | null;
  /** Words that single out one of several similar things: season 2, the youngest son. */
  qualifiers: readonly Qualifier[];
  /** Stem of the noun after "what" or "which": "which city". */
  head: string | null;
  /** Slots that an answer must fill. */
  slots: readonly Slot[];
  /** Sequences of three characters in the content words, for word forms that no stemmer knows. */
  trigrams: ReadonlySet<number>;
}

const YEAR = /^(?:1\d{3}|20\d{2})$/;
/** Maximum number of words to read. The first words of a longer question say what it asks. */
const MAX_WORDS = 60;

export interface ProfileOptions {
  reader: WordReader;
  language: Language;
  names: readonly string[];
  /** The name that the question is about, or null if unknown. */
  subject: string | null;
  expected: ExpectedAnswer;
}

/** Parses what a question asks about. `names` are its proper names as written. */
export function profileQuestion(
  text: string,
  { reader, language, names, subject, expected }: ProfileOptions,
): QuestionProfile {
  const words = reader.read(text).slice(0, MAX_WORDS);
  const named = names.filter((name) => subject === name || !isOnlyOpening(name, text, language));
  const nameWords = named.map((name) => reader.read(name));
  const inNames = new Set(nameWords.flat().map(({ stem }) => stem));
  const content = words.filter(({ stop }) => !stop);
  // A question of only function words ("Who are The Who?") is about those words.
  const relevant = content.length > 0 ? content : words;
  const byStem = indexWords(text, relevant, inNames, language);
  const asked = [...byStem.values()];
  const added = listAddedStems(text, reader);
  const nameStems = nameWords
    .map((name) => name.flatMap(({ stop, stem }) => (stop ? [] : [stem])))
    .filter((stems) => stems.length > 0);
  const head = findHead(words);
  const givesChoice = CHOICE.test(text);
  const possession = findPossession(words, nameStems);
  const about = subject === null ? [] : reader.read(subject).map(({ stem }) => stem);
  const asSubject = findNameAfterAuxiliary(words, nameStems);
  const primary =
    nameStems.find((name) => name.some((stem) => about.includes(stem))) ??
    asSubject ??
    possession?.owner ??
    nameStems[0] ??
    null;
  const { nonPersonNouns, roles } = getQuestionPatterns(language);
  const isPlain = ({ stop, stem, word }: Word) =>
    stop || GENERIC.has(stem) || YEAR.test(word) || stem === head;
  const saysMore = (word: Word) =>
    !isPlain(word) &&
    !inNames.has(word.stem) &&
    !added.has(word.stem) &&
    !nonPersonNouns.has(word.word) &&
    !roles.has(word.word);
  const lifeEvent = findAskedLifeEvent({
    text,
    names: named,
    expected,
    language,
    asksMore: (rest) => reader.read(rest).some(saysMore),
  });
  const ofPerson = primary?.some((stem) => about.includes(stem)) === true;
  const profile: Omit<QuestionProfile, "slots"> = {
    names: nameStems,
    lifeEvent,
    primary,
    ofPerson,
    ofRelative: namesRelative(words),
    asksOfSubject: asSubject !== null && asSubject === primary,
    possession,
    predicate: asked.filter(
      ({ name, stem }) =>
        !name && !GENERIC.has(stem) && !YEAR.test(stem) && stem !== head && !added.has(stem),
    ),
    deed: ofPerson ? (byStem.get(findDeed(words, primary ?? []) ?? "") ?? null) : null,
    givesChoice,
    order: givesChoice ? null : (asked.find(({ stem, name }) => !name && ORDERS.has(stem)) ?? null),
    language,
    asked,
    byStem,
    allStems: new Set(words.map(({ stem }) => stem)),
    weight: Math.max(0.1, sum(asked.map(({ weight }) => weight))),
    pairs: listPairs(relevant),
    expected,
    years: new Set(relevant.filter(({ word }) => YEAR.test(word)).map(({ word }) => word)),
    cased: /\p{Lu}/u.test(text) || subject !== null,
    trigrams: listTrigrams(relevant),
    qualifiers: language === "en" ? findQualifiers(words, primary ?? []) : [],
    head,
  };
  return { ...profile, slots: findSlots(profile, text, words) };
}

/** Returns the words of a question by stem, including those that its idioms stand for. */
function indexWords(
  text: string,
  relevant: readonly Word[],
  inNames: ReadonlySet<string>,
  language: Language,
): ReadonlyMap<string, AskedWord> {
  const idioms = listIdiomStems(text, language).map((stem) => ({ stem, word: stem, start: -1 }));
  const roleClasses = findRoleClasses(text, language);
  const byStem = new Map<string, AskedWord>();
  for (const { stem, word, start } of [...relevant, ...idioms]) {
    if (byStem.has(stem)) continue;
    const weight = weighWord(stem, word, language);
    const name = inNames.has(stem) && relevant.some((one) => one.stem === stem);
    const synonyms = [...listSynonymClasses(stem, language), ...(roleClasses.get(start) ?? [])];
    byStem.set(stem, { stem, weight, name, synonyms });
  }
  return byStem;
}

/**
 * Returns whether a single word is capitalized only because it starts the question. English has a list of
 * such words instead.
 */
function isOnlyOpening(name: string, text: string, language: Language): boolean {
  return language !== "en" && !/\s/.test(name) && text.replace(/^[\s¿¡"“«]+/u, "").startsWith(name);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

const DO = new Set("did does do".split(" "));

/** Returns the stem of the verb in "did NAME verb", unless every answer can leave it out ("get", "use"). */
function findDeed(words: readonly Word[], name: readonly string[]): string | undefined {
  const auxiliary = words.findIndex(({ word }) => DO.has(word));
  if (auxiliary < 0 || !name.includes(words[auxiliary + 1]?.stem ?? "")) return undefined;
  const verb = words.slice(auxiliary + 1).find(({ stem, stop }) => !name.includes(stem) && !stop);
  return verb === undefined || GENERIC.has(verb.stem) ? undefined : verb.stem;
}

const WHICH = new Set("what which welche welcher welches qué cuál какой какая какое hangi".split(" "));

function findHead(words: readonly Word[]): string | null {
  const asks = words.findIndex(({ word }) => WHICH.has(word));
  const next = words[asks + 1];
  return asks < 0 || next === undefined || next.stop ? null : next.stem;
}

/** Words of questions that no answer needs to repeat. */
const GENERIC = new Set(
  (
    "year date day time name kind type sort thing person place peopl man woman mani much tell know fact first last exact " +
    "current currentli today now latest recent total number amount differ actual real full call happen way come get use hold"
  ).split(" "),
);

const ORDERS = new Set(["first", "last"]);
/** Matches "Who was born first, Ada Lovelace or Grace Hopper?" */
const CHOICE = /[,:] \p{Lu}[^,?]* or \p{Lu}[^,?]*\?/u;

/**
 * Returns the stems of the words in parentheses at the end, which a follow-up takes from its conversation. An
 * answer need not repeat them.
 */
function listAddedStems(text: string, reader: WordReader): Set<string> {
  const [, question = text, added = ""] = /^(.*?)\s\(([^()]*)\)\s*$/su.exec(text) ?? [];
  const own = new Set(reader.read(question).map(({ stem }) => stem));
  return new Set(reader.read(added).flatMap(({ stem }) => (own.has(stem) ? [] : [stem])));
}

const AUXILIARY = new Set("did was were is are has have had does do will".split(" "));

/** Returns the name right after an auxiliary: "did Ada Lovelace". */
function findNameAfterAuxiliary(
  words: readonly Word[],
  names: readonly (readonly string[])[],
): readonly string[] | null {
  for (const [at, { word }] of words.entries()) {
    const named = AUXILIARY.has(word) ? names.find((name) => name[0] === words[at + 1]?.stem) : undefined;
    if (named !== undefined) return named;
  }
  return null;
}
