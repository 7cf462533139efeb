import { detectLanguage } from "../lexicon/detect-language.ts";
import type { Language } from "../lexicon/language.ts";
import { GIVEN_NAMES } from "../lexicon/names.ts";
import { listContentStems } from "../lexicon/stems.ts";
import type { ExpectedAnswer, Question } from "../question/question.ts";
import { findDates } from "../text/dates.ts";
import { findIdentifyingWords, findNameMentions } from "../text/name-mentions.ts";
import { findProperNames, looksLikePerson } from "../text/names.ts";
import { isSameNameWord } from "../text/same-names.ts";
import { splitWords, toBareWords, tokenize } from "../text/tokens.ts";
import { rankSentences, type ScoredSentence } from "./answerability/rank-sentences.ts";
import { addYearToTitle, dateText } from "./asked-years.ts";
import { type EvidencePage, groupByPage } from "./evidence/evidence-pages.ts";
import type { ResearchOutcome } from "./outcome.ts";
import { defines, scoreLifeStory } from "./score-biography.ts";

/** Returns whether a question asks who someone is, and nothing specific about them. */
export function isLifeStory({ expected, subjects }: Question): boolean {
  return expected === "biography" && subjects.length === 1;
}

/** Returns every sentence of the pages, the best answer first. */
export function rankPages(
  question: Question,
  pages: readonly EvidencePage[],
  language: Language,
): readonly ScoredSentence[] {
  const asksOfYear = question.constraints.years.length > 0;
  const texts = pages.map(({ sentences, ...page }) => ({
    title: asksOfYear ? addYearToTitle(page) : page.title,
    sentences: sentences.map(({ text }) => (asksOfYear ? dateText(text, page.published) : text)),
  }));
  const [subject = null] = question.subjects;
  if (isLifeStory(question) && subject !== null) return scoreLifeStory(subject, pages, language);
  const { text, expected } = question;
  const names = listAskedNames(question);
  const ranked = rankSentences({ text, expected, names, subject, language }, texts);
  const thing = findDescribedThing(question, language);
  return thing === null ? ranked : putDescriptionsFirst(ranked, thing, pages);
}

/** Returns the name in a question that says nothing else ("What is CERN?", "What does CERN do?"), or null. */
function findDescribedThing({ text, expected }: Question, language: Language): string | null {
  const [name, ...others] = findProperNames(text);
  if (!DESCRIBING.includes(expected) || name === undefined || others.length > 0) return null;
  const around = `${text.slice(0, name.start)} ${text.slice(name.end)}`;
  return listContentStems(around, language).length === 0 ? name.text : null;
}

const DESCRIBING: readonly ExpectedAnswer[] = ["description", "thing", "place"];

/**
 * Moves the sentences that describe a thing before the others, with the best score: first those that say what
 * it is, then those without a date of which it is the subject. The name is the only content of such a
 * question, so all sentences with the name score alike. Lowers the others, so that they are not part of the
 * answer.
 */
function putDescriptionsFirst(
  ranked: readonly ScoredSentence[],
  thing: string,
  pages: readonly EvidencePage[],
): readonly ScoredSentence[] {
  const [best] = ranked;
  const quoteOf = ({ page, sentence, contradictions }: ScoredSentence) =>
    contradictions.length > 0 ? "" : (pages[page]?.sentences[sentence]?.quote ?? "");
  const definitions = ranked.filter((one) => defines(quoteOf(one), thing));
  const describes = (quote: string) => isSubject(thing, quote) && findDates(quote).length === 0;
  const others = ranked.filter((one) => !definitions.includes(one));
  const answers = [...definitions, ...others.filter((one) => describes(quoteOf(one)))];
  if (best === undefined || answers.length === 0) return ranked;
  const { score, logOdds } = best;
  const lower = (one: ScoredSentence) => ({
    ...one,
    score: fromLogOdds(toLogOdds(one.score) - MENTION_DISTANCE),
  });
  return [
    ...answers.map((one) => ({ ...one, score, logOdds })),
    ...others.filter((one) => !answers.includes(one)).map(lower),
  ];
}

/** Returns whether a sentence opens with a name, after an article at most. */
function isSubject(name: string, text: string): boolean {
  const [first] = findNameMentions(text, name);
  return first !== undefined && splitWords(text.slice(0, first.start)).length <= 1;
}

/** Returns the names in a question: its subjects, and other names. */
export function listAskedNames({ text, subjects }: Pick<Question, "text" | "subjects">): string[] {
  const isLonger = (name: string) => subjects.some((one) => name.startsWith(`${one} `));
  const others = findProperNames(text).flatMap((name) => (isLonger(name.text) ? [] : name.text));
  return [...new Set([...others, ...subjects])];
}

/** Returns the score of the best quotable sentence, or 0 if there is no quotable sentence. */
export function findBestScore(ranked: readonly ScoredSentence[], pages: readonly EvidencePage[]): number {
  return ranked.find(({ page, sentence }) => pages[page]?.sentences[sentence]?.quote != null)?.score ?? 0;
}

/** Returns the first year in a sentence. Sentences without a date sort last. */
function findFirstYear(text: string): number {
  return findDates(text)[0]?.year ?? Number.POSITIVE_INFINITY;
}

/** Scripts in which names of other scripts cannot be found. Han is combined with Japanese's own two. */
const SCRIPTS = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Arabic}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Devanagari}/u,
  /\p{Script=Thai}/u,
  /\p{Script=Hangul}/u,
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
];

/**
 * Removes quotes that name only people who were not asked about, in the sentence or in the page's title:
 * a page about Mary Somerville may continue with "Tom Hale died in 1871". If the question asks for a person,
 * such a sentence may be the answer. A sentence without a common script with the question may name anyone,
 * because names are not found across scripts.
 */
export function dropQuotesOfOthers(
  { text: asking, subjects, expected }: Question,
  pages: readonly EvidencePage[],
): readonly EvidencePage[] {
  if (subjects.length === 0 || expected === "person") return pages;
  const asked = subjects.flatMap(findIdentifyingWords);
  const isAsked = (text: string) =>
    tokenize(text).some(({ word }) => asked.some((one) => isSameNameWord(one, word)));
  return pages.map((page) => {
    if (isAsked(page.title)) return page;
    const isOfAnother = namesSomebody(page.title);
    const sentences = page.sentences.map((sentence) => {
      const { quote } = sentence;
      if (quote === null || isAsked(quote)) return sentence;
      if (!isOfAnother && !namesSomebody(quote) && sharesScript(asking, quote)) return sentence;
      return { ...sentence, quote: null };
    });
    return { ...page, sentences };
  });
}

function sharesScript(one: string, other: string): boolean {
  return SCRIPTS.some((script) => script.test(one) && script.test(other));
}

function namesSomebody(text: string): boolean {
  return findProperNames(text).some(({ text: name }) => {
    const words = findIdentifyingWords(name);
    return words.length > 1 && GIVEN_NAMES.has(words[0] ?? "") && looksLikePerson(name);
  });
}

/**
 * Returns how well the citations of an outcome answer a question, in [0, 1], by research's own score: less
 * than 0.15 is no answer. Returns 0 for a refused outcome, which cites nothing.
 */
export function scoreAnswer(question: Question, { ok, citations }: ResearchOutcome): number {
  if (!ok) return 0;
  const language = question.language ?? detectLanguage(citations[0]?.snippet ?? "") ?? "en";
  const pages = groupByPage(
    citations.map(({ url, title, snippet, domain }) => ({ url, title, domain, text: snippet })),
    language,
    listAskedNames(question),
  );
  return findBestScore(rankPages(question, pages, language), pages);
}

/** A claimed sentence. `text` is verbatim from the piece of evidence at `piece`. */
export interface PickedClaim {
  text: string;
  piece: number;
  score: number;
  subject?: string | undefined;
}

/** Minimum score of a claim, except for the best three. */
const MIN_SCORE = 0.05;

const ALWAYS_KEPT = 3;

/** Returns the best claims, best first. Repeated claims, or claims within another claim, occur once. */
export function pickClaims(
  ranked: readonly ScoredSentence[],
  pages: readonly EvidencePage[],
  most: number,
): PickedClaim[] {
  const picked: PickedClaim[] = [];
  for (const { page, sentence, score, contradictions } of ranked) {
    if (picked.length >= most) break;
    if (contradictions.length > 0 || (score < MIN_SCORE && picked.length >= ALWAYS_KEPT)) continue;
    const found = pages[page]?.sentences[sentence];
    if (found?.quote == null) continue;
    const { quote: text, piece, subject } = found;
    const same = picked.findIndex(
      (other) => saysTheSame(other.text, text) && (other.subject ?? subject) === (subject ?? other.subject),
    );
    if (same < 0) picked.push({ text, piece, score, subject });
    // A sentence with a pronoun includes the one before. If that one is already claimed, the two become
    // one claim.
    else if (picked[same]?.piece === piece && text.includes(picked[same]?.text ?? ""))
      picked[same] = { text, piece, score: picked[same]?.score ?? score, subject };
  }
  return picked;
}

/**
 * Returns the pieces of evidence that are about the subject: those of each page that contains all names asked
 * about or a sentence that may answer. `pages` are those about the person asked about.
 */
export function findRelevantPieces(
  question: Question,
  ranked: readonly ScoredSentence[],
  pages: readonly EvidencePage[],
): number[] {
  const names = listAskedNames(question);
  const answering = new Set(
    ranked
      .filter(({ score, contradictions }) => score >= MIN_SCORE && contradictions.length === 0)
      .map(({ page }) => page),
  );
  const isAbout = ({ title, text }: EvidencePage) =>
    names.length > 0 && names.every((name) => findNameMentions(`${title}\n${text}`, name).length > 0);
  return pages.flatMap((page, index) => (answering.has(index) || isAbout(page) ? page.pieces : []));
}

/**
 * Maximum distance from the first claim's score, as log-odds, of a claim that belongs to the answer. In the
 * evaluation's 386 answered questions, the limit drops a third of the claims and one correct answer.
 */
const MAX_DISTANCE = 2.5;
/** Distance that keeps sentences that only mention a thing out of the answer. */
const MENTION_DISTANCE = MAX_DISTANCE + 0.5;

/**
 * Returns whether a claim is not part of the answer: it scores so much lower than the first one, or lacks the
 * date that is asked for and that the first one has.
 */
export function isFurther(
  { expected }: Pick<Question, "expected">,
  { score, text }: PickedClaim,
  [first]: readonly PickedClaim[],
): boolean {
  if (first === undefined) return false;
  const lacksDate = expected === "date" && findDates(text).length === 0 && findDates(first.text).length > 0;
  return lacksDate || toLogOdds(first.score) - toLogOdds(score) > MAX_DISTANCE;
}

function fromLogOdds(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}

function toLogOdds(score: number): number {
  const bounded = Math.min(Math.max(score, 1e-6), 1 - 1e-6);
  return Math.log(bounded / (1 - bounded));
}

/** Sorts the claims of a biography: who the person is, then the rest by year. */
export function sortByYear([lead, ...facts]: readonly PickedClaim[]): PickedClaim[] {
  if (lead === undefined) return [];
  return [
    lead,
    ...facts.toSorted((one, other) => compareYears(findFirstYear(one.text), findFirstYear(other.text))),
  ];
}

function compareYears(one: number, other: number): number {
  return one === other ? 0 : one - other;
}

/** Returns whether one of two texts says everything that the other says, ignoring punctuation and case. */
export function saysTheSame(one: string, other: string): boolean {
  const [a, b] = [toBareWords(one), toBareWords(other)];
  return a.includes(b) || b.includes(a);
}
