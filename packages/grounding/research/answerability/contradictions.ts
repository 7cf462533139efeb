import { LANGUAGES } from "../../lexicon/language.ts";
import { lacksLifeEvent, tellsLifeEvent } from "./life-event.ts";
import {
  isOnlyBeside,
  isOnlyNamesake,
  isSaidOfAnother,
  occursNear,
  opensWithFormalName,
} from "./name-binding.ts";
import { sharesRoot } from "./number-slots.ts";
import { belongsToAnother } from "./ownership.ts";
import { isOfAnotherKind, saysOtherwise } from "./qualifiers.ts";
import type { QuestionProfile } from "./question-profile.ts";
import type { PageIndex, PageSentence } from "./read-page.ts";
import { isSaidOfRelative } from "./relatives.ts";
import type { Slot } from "./slot.ts";
import type { AskedWord } from "./words.ts";

/**
 * Languages to which each rule applies. In other languages, word order or inflection makes the rule wrong too
 * often.
 */
const RULES = {
  name: ["en", "es", "ru", "tr", "de"],
  year: ["en", "de", "es", "ru", "tr", "ar", "zh"],
  predicate: ["en", "es", "fr", "it", "pt", "nl"],
  event: LANGUAGES,
  order: ["en"],
  qualifier: ["en"],
  possession: ["en"],
  beside: ["en"],
  subject: ["en", "es", "de"],
} satisfies Readonly<Record<string, readonly string[]>>;

/** Reason, in the sentence itself, why it does not answer a question. */
type RuledContradiction = keyof typeof RULES;

/**
 * Reason why a sentence does not answer a question, however many words they share. `outdated`: a newer page
 * contradicts it.
 */
export type Contradiction = RuledContradiction | "slot" | "outdated";

/**
 * Returns the reasons why a sentence does not answer. Slots are checked first, in every language and
 * spelling. Most other rules need questions with capitals, because names cannot be recognised without them.
 * One reason is enough: no similarity score can distinguish "Djokovic has won 24 titles" from an answer about
 * Federer.
 */
export function findContradictions(
  profile: QuestionProfile,
  page: PageIndex,
  index: number,
): Contradiction[] {
  const sentence = page.sentences[index];
  if (sentence === undefined) return [];
  const open = profile.slots.find(({ isFilled }) => !isFilled(sentence, page, page.sentences[index - 1]));
  if (open !== undefined) return [IDENTIFYING_SLOTS.includes(open.kind) ? "qualifier" : "slot"];
  if (!containsAnyWord(profile, page, sentence)) return ["predicate"];
  const isOther = isOfAnotherKind(profile.qualifiers, page, index);
  if (!profile.cased) {
    if (lacksAskedEvent(profile, page, index)) return ["event"];
    return isOther ? ["qualifier"] : [];
  }
  const { possession, primary } = profile;
  const about = primary ?? findLastContentWord(profile);
  const checks: Readonly<Record<RuledContradiction, () => boolean>> = {
    name: () => lacksName(profile, page, index),
    year: () => lacksYear(profile, page, index),
    predicate: () => lacksPredicate(profile, page, index),
    event: () => lacksAskedEvent(profile, page, index),
    order: () =>
      profile.order !== null &&
      !isSaid(profile.order, sentence) &&
      !isSaid(profile.order, page.sentences[index - 1]),
    qualifier: () => isOther,
    possession: () =>
      possession !== null &&
      (belongsToAnother(possession.noun, possession.owner, sentence) ||
        (profile.ofRelative && !isSaid(profile.byStem.get(possession.noun.at(-1) ?? ""), sentence))),
    beside: () =>
      about.length > 0 &&
      (isOnlyBeside(about, sentence) || (isAboutPerson(profile) && isOnlyNamesake(about, sentence))),
    subject: () =>
      primary !== null &&
      (isAboutSomeoneElse(profile, primary, page, index) || isAboutRelative(profile, primary, sentence)),
  };
  return (Object.keys(RULES) as RuledContradiction[]).filter(
    (rule) => RULES[rule].includes(profile.language) && checks[rule](),
  );
}

/** Kinds of slots whose absence shows that the sentence is about something else. */
const IDENTIFYING_SLOTS: readonly Slot["kind"][] = [
  "number",
  "order",
  "held",
  "doer",
  "restricted",
  "bearer",
];

/** Returns whether the page has a word of the question, because a shared number alone means nothing. */
function containsAnyWord({ asked }: QuestionProfile, page: PageIndex, sentence: PageSentence): boolean {
  const words = asked.filter(({ stem }) => !/^\d+$/.test(stem));
  return (
    words.length === 0 ||
    words.some(
      (word) => isSaid(word, sentence) || page.stems.has(word.stem) || page.title.stems.has(word.stem),
    )
  );
}

/**
 * Returns whether a name of the question is missing. The name asked about must be near the sentence, the
 * others on the page. German capitalizes every noun, so one word of any name is enough there.
 */
function lacksName(profile: QuestionProfile, page: PageIndex, index: number): boolean {
  const { primary, language, qualifiers } = profile;
  if (profile.names.length === 0) return false;
  if (language === "de")
    return !profile.names.some((name) => name.some((stem) => occursNear([stem], page, index)));
  const words = page.sentences[index]?.words ?? [];
  const said = (name: readonly string[]) =>
    dropHonour(name).filter((stem) => !saysOtherwise(qualifiers, stem, words));
  const isNear = (name: readonly string[]) => occursNear(said(name), page, index);
  if (profile.names.length === 1 || primary === null) return !profile.names.every(isNear);
  const onPage = (stem: string) => page.stems.has(stem) || page.title.stems.has(stem);
  return !isNear(primary) || !profile.names.every((name) => said(name).every(onPage) || isNear(name));
}

/** Drops a final "Prize" or "Medal" from a name, because "the Chemistry Nobel" is a Nobel Prize. */
function dropHonour(name: readonly string[]): readonly string[] {
  return name.length > 1 && HONOUR_STEMS.has(name.at(-1) ?? "") ? name.slice(0, -1) : name;
}

const HONOUR_STEMS = new Set(["prize", "medal"]);

/** Returns whether a question is about a person, and not about a thing named after that person. */
function isAboutPerson({ ofPerson, allStems }: QuestionProfile): boolean {
  return ofPerson && !NAMING_STEMS.some((stem) => allStems.has(stem));
}

const NAMING_STEMS = ["name", "renam", "honor", "memori", "namesak", "call"];

/** Returns the last content word, which is what a question without names is about. */
function findLastContentWord({ asked }: QuestionProfile): readonly string[] {
  const last = asked.at(-1);
  return last === undefined ? [] : [last.stem];
}

/** Returns whether the sentence, or the one that its pronoun refers to, is about someone else. */
function isAboutSomeoneElse(
  profile: QuestionProfile,
  primary: readonly string[],
  page: PageIndex,
  index: number,
): boolean {
  if (!profile.asksOfSubject && !["number", "date", "yes_no", "reason"].includes(profile.expected))
    return false;
  const said = new Set(profile.predicate.map(({ stem }) => stem));
  const sentence = page.sentences[index];
  const meant = sentence?.refersBack === true ? page.sentences[index - 1] : undefined;
  return [sentence, meant].some(
    (one, back) =>
      one !== undefined &&
      isSaidOfAnother(primary, said, one) &&
      !opensWithFormalName(primary, page, index - back),
  );
}

/** Returns whether a sentence states what is asked, or a life event, about a relative of the person. */
function isAboutRelative(
  { lifeEvent, ofRelative, language, expected, predicate }: QuestionProfile,
  primary: readonly string[],
  sentence: PageSentence,
): boolean {
  if (language !== "en" || ofRelative) return false;
  if (lifeEvent !== null)
    return isSaidOfRelative(primary, sentence, ({ raw }) => tellsLifeEvent(lifeEvent, raw));
  const asked = new Set(predicate.map(({ stem }) => stem));
  return (
    expected === "yes_no" &&
    isSaidOfRelative(primary, sentence, ({ stem, capital }) => !capital && asked.has(stem))
  );
}

function lacksYear({ years }: QuestionProfile, page: PageIndex, index: number): boolean {
  if (years.size === 0) return false;
  const near = [page.sentences[index], page.sentences[index - 1], page.title].flatMap((one) => one ?? []);
  return ![...years].some((year) =>
    near.some(({ stems, text }) => stems.has(year) || spansYear(text, Number(year))),
  );
}

const SPAN =
  /(1\d{3}|20\d{2})\s?(?:to|until|till|and|bis|und|a|al|y|по|–|-|—)\s?(1\d{3}|20\d{2}|present|today|now)/gu;

/** Returns whether a range includes a year: "from 1979 to 1990" includes 1985. */
function spansYear(text: string, year: number): boolean {
  return Array.from(text.matchAll(SPAN)).some(
    ([, from, to]) => Number(from) <= year && (year <= Number(to) || Number.isNaN(Number(to))),
  );
}

/** Minimum share, by weight, of the predicate's words that a sentence and its title must contain. */
const MIN_PREDICATE_SHARE = 0.34;

function lacksPredicate(profile: QuestionProfile, page: PageIndex, index: number): boolean {
  const { predicate, qualifiers } = profile;
  const sentence = page.sentences[index];
  if (predicate.length === 0 || sentence === undefined || profile.lifeEvent?.alone === true) return false;
  const previous = sentence.refersBack ? page.sentences[index - 1] : undefined;
  const isInSentence = (word: AskedWord) =>
    isSaid(word, sentence) || saysOtherwise(qualifiers, word.stem, sentence.words);
  const hasSameRoot = ({ stem }: AskedWord) =>
    Array.from(sentence.stems).some((one) => sharesRoot(one, stem));
  const isStated = (word: AskedWord) => isInSentence(word) || isSaid(word, previous) || hasSameRoot(word);
  if (profile.deed !== null && !isStated(profile.deed)) return true;
  let total = 0;
  let said = 0;
  let saidHere = 0;
  for (const asked of predicate) {
    total += asked.weight;
    if (isInSentence(asked) || hasSameRoot(asked)) saidHere += asked.weight;
    if (isStated(asked) || page.title.stems.has(asked.stem)) said += asked.weight;
  }
  return saidHere === 0 || said / total < MIN_PREDICATE_SHARE;
}

function isSaid(asked: AskedWord | undefined, sentence: PageSentence | undefined): boolean {
  if (asked === undefined || sentence === undefined) return false;
  const { stem, synonyms } = asked;
  return sentence.stems.has(stem) || synonyms.some((one) => sentence.classes.has(one));
}

/** Returns whether a sentence, with the one that its pronoun refers to, lacks the life event asked about. */
function lacksAskedEvent({ lifeEvent, language }: QuestionProfile, page: PageIndex, index: number): boolean {
  const sentence = page.sentences[index];
  if (lifeEvent === null || sentence === undefined) return false;
  const previous = sentence.refersBack ? (page.sentences[index - 1]?.text ?? "") : "";
  return lacksLifeEvent(lifeEvent, `${previous} ${sentence.text}`, language);
}
