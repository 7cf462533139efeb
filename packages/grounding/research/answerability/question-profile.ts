import type { Language } from "../../lexicon/language.ts";
import { idiomStems, synonymClasses } from "../../lexicon/stems.ts";
import { questionPatterns } from "../../question/parse-question.ts";
import type { ExpectedAnswer } from "../../question/question.ts";
import { type AskedForm, findAskedForms } from "./answer-form.ts";
import { type AskedLifeEvent, findAskedLifeEvent } from "./life-event.ts";
import { findPossession, type Possession } from "./possession.ts";
import { findQualifiers, NO_QUALIFIERS, type Qualifiers } from "./qualifiers.ts";
import { namesRelative } from "./relatives.ts";
import { findSlots, type Slot } from "./slots.ts";
import { listPairs, listTrigrams, type Word, type WordReader, weighWord } from "./words.ts";

/** One word that a question asks about, each stem once. */
export interface AskedWord {
  stem: string;
  weight: number;
  /** Part of a proper name. */
  name: boolean;
  /** The classes of words that say the same ("founded", "established"). */
  synonyms: readonly number[];
}

/** A question as every sentence is compared with it. */
export interface QuestionProfile {
  language: Language;
  asked: readonly AskedWord[];
  byStem: ReadonlyMap<string, AskedWord>;
  /** Stems of all its words, the function words too. */
  allStems: ReadonlySet<string>;
  /** Sum of all weights, more than 0. */
  weight: number;
  /** Pairs of neighbouring content stems, joined by a space. */
  pairs: ReadonlySet<string>;
  classes: ReadonlySet<number>;
  expected: ExpectedAnswer;
  years: ReadonlySet<string>;
  /** Written with capitals, so that its names can be told. */
  cased: boolean;
  /**
   * Holds what a sentence has to say whatever else it says: the verb that is asked, and the measure of "how
   * long".
   */
  required: readonly AskedWord[];
  /**
   * Names those one of which is the answer: a sentence that tells of them need not say which is the first.
   */
  givesChoice: boolean;
  /** Asks for the first or the last of its kind. */
  order: AskedWord | null;
  /** The stems of each proper name, as far as names can be told by capitals. */
  names: readonly (readonly string[])[];
  /** The name that the question is about, among them. */
  primary: readonly string[] | null;
  /** It is a person's. */
  ofPerson: boolean;
  /** It asks for a relative of somebody: "his mother". */
  ofRelative: boolean;
  /** That name is the subject of what is asked: "did Ada Lovelace …". */
  asksOfSubject: boolean;
  /** Holds what somebody is asked to have or hold: the net worth of Elon Musk, OpenAI's CEO. */
  possession: Possession | null;
  /** Holds what is asked about the names: the words beside them that say something. */
  predicate: readonly AskedWord[];
  /** The events of a life that it asks for: "when did NAME die". */
  lifeEvent: AskedLifeEvent | null;
  /** The forms that an answer must have: a place for "where", a price for "how much". */
  forms: readonly AskedForm[];
  /** Holds what tells the thing asked about from others of its kind: season 2, the youngest son. */
  qualifiers: Qualifiers;
  /** Stem of the noun behind "what" or "which": "which city". */
  head: string | null;
  /** Holds what an answer must fill. */
  slots: readonly Slot[];
  /** Characters in threes, of the content words: what is left of a word whose form no stemmer knows. */
  trigrams: ReadonlySet<number>;
}

const YEAR = /^(?:1\d{3}|20\d{2})$/;
/** Of a longer question the first words say what it asks. */
const MAX_WORDS = 60;

export interface ProfileOptions {
  reader: WordReader;
  language: Language;
  names: readonly string[];
  /** The one the question is about, where it is known. */
  subject: string | null;
  expected: ExpectedAnswer;
}

/** Returns what a question asks about; `names` are its proper names as written. */
export function profileQuestion(
  text: string,
  { reader, language, names, subject, expected }: ProfileOptions,
): QuestionProfile {
  const words = reader.read(text).slice(0, MAX_WORDS);
  const named = names.filter((name) => subject === name || !isOnlyOpening(name, text, language));
  const inNames = new Set(named.flatMap((name) => reader.read(name).map(({ stem }) => stem)));
  const content = words.filter(({ stop }) => !stop);
  // A question of function words alone ("Who are The Who?") is still about its words.
  const told = content.length > 0 ? content : words;
  const byStem = new Map<string, AskedWord>();
  for (const { stem, word } of told) {
    if (byStem.has(stem)) continue;
    byStem.set(stem, {
      stem,
      weight: weighWord(stem, word, language),
      name: inNames.has(stem),
      synonyms: synonymClasses(stem, language),
    });
  }
  for (const stem of idiomStems(text, language)) {
    if (byStem.has(stem)) continue;
    const weight = weighWord(stem, stem, language);
    byStem.set(stem, { stem, weight, name: false, synonyms: synonymClasses(stem, language) });
  }
  const asked = [...byStem.values()];
  const added = addedStems(text, reader);
  const nameStems = named
    .map((name) =>
      reader
        .read(name)
        .filter(({ stop }) => !stop)
        .map(({ stem }) => stem),
    )
    .filter((stems) => stems.length > 0);
  const head = headOf(words);
  const givesChoice = CHOICE.test(text);
  const stems = requiredStems(
    words,
    named.map((name) => reader.read(name).map(({ stem }) => stem)),
  );
  const possession = findPossession(words, nameStems);
  const about = subject === null ? [] : reader.read(subject).map(({ stem }) => stem);
  const asSubject = behindAuxiliary(words, nameStems);
  const primary =
    nameStems.find((name) => name.some((stem) => about.includes(stem))) ??
    asSubject ??
    possession?.owner ??
    nameStems[0] ??
    null;
  const { nonPersonNouns, roles } = questionPatterns(language);
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
    forms: language === "en" ? findAskedForms({ text, expected, lifeEvent, primary, ofPerson }) : [],
    primary,
    ofPerson,
    ofRelative: namesRelative(words),
    asksOfSubject: asSubject !== null && asSubject === primary,
    possession,
    predicate: asked.filter(
      ({ name, stem }) =>
        !name && !GENERIC.has(stem) && !YEAR.test(stem) && stem !== head && !added.has(stem),
    ),
    required: asked.filter(({ stem }) => stems.has(stem)),
    givesChoice,
    order: givesChoice ? null : (asked.find(({ stem, name }) => !name && ORDERS.has(stem)) ?? null),
    language,
    asked,
    byStem,
    allStems: new Set(words.map(({ stem }) => stem)),
    weight: Math.max(0.1, sum(asked.map(({ weight }) => weight))),
    pairs: listPairs(told),
    classes: new Set(asked.flatMap(({ synonyms }) => synonyms)),
    expected,
    years: new Set(told.filter(({ word }) => YEAR.test(word)).map(({ word }) => word)),
    cased: /\p{Lu}/u.test(text) || subject !== null,
    trigrams: listTrigrams(told),
    qualifiers: language === "en" ? findQualifiers(words) : NO_QUALIFIERS,
    head,
  };
  return { ...profile, slots: findSlots(profile, text, words) };
}

/**
 * Tells whether a single word has its capital from opening the question. English openers are known by a list,
 * so that none is taken for a name.
 */
function isOnlyOpening(name: string, text: string, language: Language): boolean {
  return language !== "en" && !/\s/.test(name) && text.replace(/^[\s¿¡"“«]+/u, "").startsWith(name);
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

const MEASURES = new Set("long tall high deep wide far heavy fast old".split(" "));
const DO = new Set("did does do".split(" "));

/**
 * Stems of the verb of "why did NAME lose …" and "what caused …", and of the measure in "how long": a
 * sentence without them, or words that say the same, is about something else.
 */
function requiredStems(words: readonly Word[], names: readonly (readonly string[])[]): Set<string> {
  const required = new Set<string>();
  const [first, second] = words;
  if (first?.word === "how" && MEASURES.has(second?.word ?? "") && second !== undefined)
    required.add(second.stem);
  const isVerb = first?.word === "who" || (first?.word === "what" && second?.word.endsWith("ed") === true);
  if (isVerb && second !== undefined && !second.stop && !second.capital) required.add(second.stem);
  const auxiliary = words.findIndex(({ word }) => DO.has(word));
  const inName = (stem: string) => names.some((name) => name.includes(stem));
  const verb =
    auxiliary < 0
      ? undefined
      : words.slice(auxiliary + 1).find(({ stem, stop, word }) => !inName(stem) && !(stop && !DO.has(word)));
  if (verb !== undefined && names.some((name) => name.includes(words[auxiliary + 1]?.stem ?? "")))
    required.add(verb.stem);
  return new Set([...required].filter((stem) => !GENERIC.has(stem)));
}

const WHICH = new Set("what which welche welcher welches qué cuál какой какая какое hangi".split(" "));

function headOf(words: readonly Word[]): string | null {
  const asks = words.findIndex(({ word }) => WHICH.has(word));
  const next = words[asks + 1];
  return asks < 0 || next === undefined || next.stop ? null : next.stem;
}

/** Words of questions that no answer needs to repeat. */
const GENERIC = new Set(
  (
    "year date day time name kind type sort thing person place peopl man woman mani much tell know fact first last exact " +
    "current currentli today now latest recent total number amount differ actual real full call happen way come get use"
  ).split(" "),
);

const ORDERS = new Set(["first", "last"]);
/** "Who was born first, Ada Lovelace or Grace Hopper?" */
const CHOICE = /[,:] \p{Lu}[^,?]* or \p{Lu}[^,?]*\?/u;

/**
 * Words that a follow-up takes from its conversation stand in brackets at its end: what they are about need
 * not be said again.
 */
function addedStems(text: string, reader: WordReader): Set<string> {
  const [, question = text, added = ""] = /^(.*?)\s\(([^()]*)\)\s*$/su.exec(text) ?? [];
  const own = new Set(reader.read(question).map(({ stem }) => stem));
  return new Set(reader.read(added).flatMap(({ stem }) => (own.has(stem) ? [] : [stem])));
}

const AUXILIARY = new Set("did was were is are has have had does do will".split(" "));

/** Returns the name right behind an auxiliary: "did Ada Lovelace". */
function behindAuxiliary(
  words: readonly Word[],
  names: readonly (readonly string[])[],
): readonly string[] | null {
  for (const [at, { word }] of words.entries()) {
    const named = AUXILIARY.has(word) ? names.find((name) => name[0] === words[at + 1]?.stem) : undefined;
    if (named !== undefined) return named;
  }
  return null;
}
