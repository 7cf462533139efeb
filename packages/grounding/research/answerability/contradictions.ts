import { LANGUAGES } from "../../lexicon/language.ts";
import type { FormVerdict } from "./answer-form.ts";
import { lacksLifeEvent } from "./life-event.ts";
import {
  belongsToAnother,
  isOnlyBeside,
  isOnlyNamesake,
  isSaidOfAnother,
  opensWithFormalName,
  standsNear,
} from "./name-binding.ts";
import { isOfAnotherKind, saysOtherwise } from "./qualifiers.ts";
import type { AskedWord, QuestionProfile } from "./question-profile.ts";
import type { PageSentence, ReadPage } from "./read-page.ts";
import { isOfRelative } from "./relatives.ts";
import { type Slot, sharesRoot } from "./slots.ts";

/** Why a sentence does not answer a question, by what it says itself. */
type RuledContradiction =
  | "name"
  | "year"
  | "form"
  | "predicate"
  | "event"
  | "order"
  | "qualifier"
  | "possession"
  | "beside"
  | "subject";

/**
 * Why a sentence does not answer a question, however many of its words it has. `outdated`: a newer page says
 * otherwise.
 */
export type Contradiction = RuledContradiction | "slot" | "outdated";

/**
 * Languages in which each rule holds; where one is not listed, word order or inflection make the rule wrong
 * too often.
 */
const RULES: Readonly<Record<RuledContradiction, readonly string[]>> = {
  name: ["en", "es", "ru", "tr", "de"],
  year: ["en", "de", "es", "ru", "tr", "ar", "zh"],
  form: ["en"],
  predicate: ["en", "es"],
  event: LANGUAGES,
  order: ["en"],
  qualifier: ["en"],
  possession: ["en"],
  beside: ["en"],
  subject: ["en", "es", "de"],
};

/**
 * Returns what speaks against a sentence as an answer. Slots come first, in every language and spelling. The
 * other rules need questions written with capitals, because names cannot be recognised without them. All
 * rules must hold at once: no likeness score tells "Djokovic has won 24 titles" from an answer about Federer.
 */
export function findContradictions(
  profile: QuestionProfile,
  page: ReadPage,
  index: number,
  form: FormVerdict = null,
): Contradiction[] {
  const sentence = page.sentences[index];
  if (sentence === undefined) return [];
  const open = profile.slots.find(
    ({ kind, isFilled }) =>
      !(kind === "filler" && form === "gives") && !isFilled(sentence, page, page.sentences[index - 1]),
  );
  if (open !== undefined) return [OF_ANOTHER.includes(open.kind) ? "qualifier" : "slot"];
  if (!holdsAnyWord(profile, page, sentence)) return ["predicate"];
  const isOther = isOfAnotherKind(profile.qualifiers, profile.primary ?? [], page, index);
  if (!profile.cased) {
    if (tellsOtherEvent(profile, page, index)) return ["event"];
    if (form === "lacks") return ["form"];
    return isOther ? ["qualifier"] : [];
  }
  const { possession, primary } = profile;
  const about = primary ?? lastAsked(profile);
  const said = new Set(profile.predicate.map(({ stem }) => stem));
  const holds: Readonly<Record<RuledContradiction, () => boolean>> = {
    name: () => lacksName(profile, page, index),
    year: () => lacksYear(profile, page, index),
    form: () => form === "lacks",
    predicate: () => form !== "gives" && lacksPredicate(profile, page, index),
    event: () => tellsOtherEvent(profile, page, index),
    order: () =>
      profile.order !== null &&
      !isSaid(profile.order, sentence) &&
      !isSaid(profile.order, page.sentences[index - 1]),
    qualifier: () => isOther,
    possession: () => possession !== null && belongsToAnother(possession.noun, possession.owner, sentence),
    beside: () =>
      about.length > 0 &&
      (isOnlyBeside(about, said, sentence) || (isOfOnePerson(profile) && isOnlyNamesake(about, sentence))),
    subject: () =>
      primary !== null &&
      (isOfAnother(profile, primary, page, index) || tellsOfRelative(profile, primary, sentence)),
  };
  return (Object.keys(RULES) as RuledContradiction[]).filter(
    (rule) => RULES[rule].includes(profile.language) && holds[rule](),
  );
}

/** Slots that are filled with a value of something else. */
const OF_ANOTHER: readonly Slot["kind"][] = ["number", "superlative", "order", "held", "doer"];

/** Numbers alone say nothing of what is asked: a word must be there as well. */
function holdsAnyWord({ asked }: QuestionProfile, page: ReadPage, sentence: PageSentence): boolean {
  const words = asked.filter(({ stem }) => !/^\d+$/.test(stem));
  return (
    words.length === 0 ||
    words.some(
      (word) => isSaid(word, sentence) || page.stems.has(word.stem) || page.title.stems.has(word.stem),
    )
  );
}

/**
 * In German every noun has a capital: one of them will do. Of several names the one asked about must be near,
 * the others on the page.
 */
function lacksName(profile: QuestionProfile, page: ReadPage, index: number): boolean {
  const { primary, language, qualifiers } = profile;
  if (profile.names.length === 0) return false;
  if (language === "de")
    return !profile.names.some((name) => name.some((stem) => standsNear([stem], page, index)));
  const words = page.sentences[index]?.words ?? [];
  const said = (name: readonly string[]) =>
    withoutHonour(name).filter((stem) => !saysOtherwise(qualifiers, stem, words));
  const isNear = (name: readonly string[]) => standsNear(said(name), page, index);
  if (profile.names.length === 1 || primary === null) return !profile.names.every(isNear);
  const onPage = (stem: string) => page.stems.has(stem) || page.title.stems.has(stem);
  return !isNear(primary) || !profile.names.every((name) => said(name).every(onPage) || isNear(name));
}

/** "the Chemistry Nobel" is a Nobel Prize. */
function withoutHonour(name: readonly string[]): readonly string[] {
  return name.length > 1 && HONOUR_STEMS.has(name.at(-1) ?? "") ? name.slice(0, -1) : name;
}

const HONOUR_STEMS = new Set(["prize", "medal"]);

/** Tells whether it asks about a person, and not what bears that person's name. */
function isOfOnePerson({ ofPerson, allStems }: QuestionProfile): boolean {
  return ofPerson && !NAMING_STEMS.some((stem) => allStems.has(stem));
}

const NAMING_STEMS = ["name", "renam", "honor", "memori", "namesak", "call"];

/** Returns what is asked about where nothing has a name: the last word that says something. */
function lastAsked({ asked }: QuestionProfile): readonly string[] {
  const last = asked.at(-1);
  return last === undefined ? [] : [last.stem];
}

/** Tells whether the sentence, or the one before its pronoun, speaks of somebody else. */
function isOfAnother(
  profile: QuestionProfile,
  primary: readonly string[],
  page: ReadPage,
  index: number,
): boolean {
  if (!profile.asksOfSubject && !["number", "date", "yes_no", "reason"].includes(profile.expected))
    return false;
  const said = new Set(profile.predicate.map(({ stem }) => stem));
  const sentence = page.sentences[index];
  const meant = sentence?.pronoun === true ? page.sentences[index - 1] : undefined;
  return [sentence, meant].some(
    (one, back) =>
      one !== undefined &&
      isSaidOfAnother(primary, said, one) &&
      !opensWithFormalName(primary, page, index - back),
  );
}

/** Tells whether a sentence gives a relative's birth or death where the person's own is asked for. */
function tellsOfRelative(
  { lifeEvent, ofRelative, language }: QuestionProfile,
  primary: readonly string[],
  sentence: PageSentence,
): boolean {
  return language === "en" && lifeEvent !== null && !ofRelative && isOfRelative(primary, sentence);
}

function lacksYear({ years }: QuestionProfile, page: ReadPage, index: number): boolean {
  if (years.size === 0) return false;
  const near = [page.sentences[index], page.sentences[index - 1], page.title].flatMap((one) => one ?? []);
  return ![...years].some((year) =>
    near.some(({ stems, text }) => stems.has(year) || spansYear(text, Number(year))),
  );
}

const SPAN =
  /(1\d{3}|20\d{2})\s?(?:to|until|till|and|bis|und|a|al|y|по|–|-|—)\s?(1\d{3}|20\d{2}|present|today|now)/gu;

/** "from 1979 to 1990" speaks of 1985. */
function spansYear(text: string, year: number): boolean {
  return Array.from(text.matchAll(SPAN)).some(
    ([, from, to]) => Number(from) <= year && (year <= Number(to) || Number.isNaN(Number(to))),
  );
}

/** Of several words asked about a name a sentence and its title must have this share by weight. */
const MIN_SHARE_SAID = 0.34;

function lacksPredicate(profile: QuestionProfile, page: ReadPage, index: number): boolean {
  const { predicate, qualifiers } = profile;
  const sentence = page.sentences[index];
  if (predicate.length === 0 || sentence === undefined || profile.lifeEvent?.alone === true) return false;
  const previous = sentence.pronoun ? page.sentences[index - 1] : undefined;
  const isSaidHere = (word: AskedWord) =>
    isSaid(word, sentence) || saysOtherwise(qualifiers, word.stem, sentence.words);
  const isRooted = ({ stem }: AskedWord) => Array.from(sentence.stems).some((one) => sharesRoot(one, stem));
  const isTold = (word: AskedWord) => isSaidHere(word) || isSaid(word, previous) || isRooted(word);
  if (!profile.required.every(isTold)) return true;
  let total = 0;
  let said = 0;
  let saidHere = 0;
  for (const asked of predicate) {
    total += asked.weight;
    if (isSaidHere(asked) || isRooted(asked)) saidHere += asked.weight;
    if (isTold(asked) || page.title.stems.has(asked.stem)) said += asked.weight;
  }
  return saidHere === 0 || said / total < MIN_SHARE_SAID;
}

function isSaid({ stem, synonyms }: AskedWord, sentence: PageSentence | undefined): boolean {
  if (sentence === undefined) return false;
  return sentence.stems.has(stem) || synonyms.some((one) => sentence.classes.has(one));
}

/**
 * Tells of another event of a life than the one asked for; of the sentence before a pronoun both are read.
 */
function tellsOtherEvent({ lifeEvent, language }: QuestionProfile, page: ReadPage, index: number): boolean {
  const sentence = page.sentences[index];
  if (lifeEvent === null || sentence === undefined) return false;
  const previous = sentence.pronoun ? (page.sentences[index - 1]?.text ?? "") : "";
  return lacksLifeEvent(lifeEvent, `${previous} ${sentence.text}`, language);
}
