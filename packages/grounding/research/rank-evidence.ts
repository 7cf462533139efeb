import { detectLanguage } from "../lexicon/detect-language.ts";
import type { Language } from "../lexicon/language.ts";
import { GIVEN_NAMES } from "../lexicon/names.ts";
import type { Question } from "../question/question.ts";
import { findDates } from "../text/dates.ts";
import { findIdentifyingWords, findNameMentions } from "../text/name-mentions.ts";
import { findProperNames, looksLikePerson } from "../text/names.ts";
import { isSameNameWord } from "../text/same-names.ts";
import { splitSentences, tokenize } from "../text/tokens.ts";
import { rankSentences, type ScoredSentence } from "./answerability/rank-sentences.ts";
import { addYearToTitle } from "./asked-years.ts";
import type { EvidenceQuote } from "./evidence/collect-evidence.ts";
import { findPageSubjects } from "./evidence/own-page.ts";
import {
  findQuotableSpans,
  findSpansOfSubject,
  startsWithAnyPronoun,
  startsWithPronoun,
} from "./evidence/quotable-spans.ts";
import type { ResearchOutcome } from "./outcome.ts";

/** One sentence of a page's evidence. */
interface PageSentence {
  text: string;
  /** Index of the piece of evidence that contains it. */
  piece: number;
  /**
   * Text to quote if the sentence is claimed: includes the one before if it starts with a pronoun. Null if it
   * cannot stand alone.
   */
  quote: string | null;
  /** The person or thing that the quote is about, if it starts with a pronoun. */
  subject?: string;
}

/**
 * All evidence of one page, read together, because two quotes of a page show better than one who it is about.
 */
export interface EvidencePage {
  url: string;
  title: string;
  /** When it was published, if the backend knew: YYYY-MM-DD. */
  published?: string | undefined;
  text: string;
  /** Indexes of its pieces of evidence. */
  pieces: readonly number[];
  /**
   * Name of the person that the page is about, according to its title, or null if that is nobody who was
   * asked about.
   */
  subject: string | null;
  sentences: readonly PageSentence[];
}

/**
 * Returns the evidence by page, in the order of each page's first piece. `names` are those asked about. On
 * their own pages, a snippet may start with a pronoun.
 */
export function groupByPage(
  evidence: readonly EvidenceQuote[],
  language: Language,
  names: readonly string[],
): EvidencePage[] {
  const places = new Map<string, number[]>();
  for (const [index, { url }] of evidence.entries()) places.set(url, [...(places.get(url) ?? []), index]);
  const subjectOf = findPageSubjects(evidence, names, language);
  return Array.from(places, ([url, pieces]): EvidencePage => {
    const texts = pieces.map((index) => evidence[index]?.text ?? "");
    const { title = "", published } = evidence[pieces[0] ?? 0] ?? {};
    const subject = subjectOf(title);
    return {
      url,
      title,
      published,
      text: texts.join(" "),
      pieces,
      subject,
      sentences: pieces.flatMap((piece, at) => readSentences(texts[at] ?? "", piece, language, subject)),
    };
  });
}

function readSentences(
  text: string,
  piece: number,
  language: Language,
  subject: string | null,
): PageSentence[] {
  const spans = subject === null ? findQuotableSpans(text, language) : findSpansOfSubject(text, language);
  const quotes = new Map(spans.map((span) => [span.end, span.text]));
  const isTold = subject !== null && startsWithAnyPronoun(text, language);
  let end = 0;
  return splitSentences(text, language).map((sentence): PageSentence => {
    end = text.indexOf(sentence, end) + sentence.length;
    const quote = quotes.get(end) ?? null;
    return {
      text: sentence,
      piece,
      quote,
      ...(isTold && quote !== null && text.startsWith(quote) && { subject }),
    };
  });
}

/** Returns whether a question asks who someone is, and nothing specific about them. */
export function isLifeStory({ expected, subjects }: Question): boolean {
  return expected === "biography" && subjects.length === 1;
}

/** Returns every sentence of the pages, the best answer first. */
export function rankPages(
  question: Question,
  pages: readonly EvidencePage[],
  language: Language,
): ScoredSentence[] {
  const asksOfYear = question.constraints.years.length > 0;
  const texts = pages.map(({ sentences, ...page }) => ({
    title: asksOfYear ? addYearToTitle(page) : page.title,
    sentences: sentences.map(({ text }) => text),
  }));
  const [subject = null] = question.subjects;
  if (isLifeStory(question) && subject !== null) return scoreLifeStory(subject, pages, language);
  const { text, expected } = question;
  const names = listAskedNames(question);
  return rankSentences({ text, expected, names, subject, language }, texts);
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

/** Scores of sentences in a biography. */
const SCORES = { defines: 0.95, names: 0.6, refersBack: 0.4, other: 0.01 };
/** Bonus for early sentences of a page, which say more about who someone is. */
const EARLIER = 0.01;
const LATEST = 9;
/** Maximum distance, in characters, between a name and its definition: "… is a", "… was an", "…, an". */
const DEFINITION_REACH = 160;
const DEFINES =
  /^(?:[\s,]*[([][^()[\]]*(?:\([^()]*\)[^()]*)*[)\]]|,[^,.;]{0,60},)?\s*,?\s*(?:(?:is|was)\s+(?:an?|the|one of)\b|(?:ist|war)\s+ein|(?:es|fue|era)\s+(?:una?|el|la)\b|(?:est|était|fut)\s+une?\b|(?:è|era|fu)\s+un|(?:é|foi|era)\s+um|(?:is|was)\s+een\b|[—–-]\s+\p{Ll}|,\s+(?:an?|the|der|die|el|la)\s+\p{Ll})/u;
/** Matches definitions in languages without articles, which use a comma, a dash or word order. */
const DEFINES_BARE = /^(?:[\s,]*[（([][^（）()[\]]*[）)\]])?\s*(?:是|は|هو|هي|—|–|\(.{0,60}\),|,\s)/u;

/**
 * Scores the sentences of pages about one person for "who is that": definitions first, then sentences that
 * name the person.
 */
function scoreLifeStory(
  subject: string,
  pages: readonly EvidencePage[],
  language: Language,
): ScoredSentence[] {
  const last = findIdentifyingWords(subject).at(-1) ?? "";
  return pages
    .flatMap(({ sentences, subject: own }, page) =>
      sentences.map(({ text }, sentence): ScoredSentence => {
        const before = sentences[sentence - 1]?.text ?? own ?? "";
        const told = scoreSentence(text, before, { subject, last, language });
        const score = told === null ? SCORES.other : told - EARLIER * Math.min(sentence, LATEST);
        return { page, sentence, logOdds: score, score, contradictions: told === null ? ["name"] : [] };
      }),
    )
    .toSorted((one, other) => other.score - one.score);
}

interface Person {
  subject: string;
  /** The last word of the name, folded. */
  last: string;
  language: Language;
}

/** Scores a sentence. Returns null if it is not about the person. */
function scoreSentence(text: string, before: string, { subject, last, language }: Person): number | null {
  const [first] = findNameMentions(text, subject);
  if (first !== undefined) {
    const behind = text.slice(first.end, first.end + DEFINITION_REACH);
    const opens = first.start < DEFINITION_REACH / 4;
    return opens && (DEFINES.test(behind) || DEFINES_BARE.test(behind)) ? SCORES.defines : SCORES.names;
  }
  const isNamed = (sentence: string) => tokenize(sentence).some(({ word }) => word === last);
  if (isNamed(text) || (startsWithPronoun(text, language) && isNamed(before))) return SCORES.refersBack;
  return null;
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
 * Removes quotes that name a person, in the sentence or in the page's title, but nobody who was asked about:
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
 * Returns everything found about the subject, as pieces of evidence: from each page that names what is asked
 * about, or has a relevant sentence. `pages` are those about the person asked about.
 */
export function findBearingPieces(
  question: Question,
  ranked: readonly ScoredSentence[],
  pages: readonly EvidencePage[],
): number[] {
  const names = listAskedNames(question);
  const bearing = new Set(
    ranked
      .filter(({ score, contradictions }) => score >= MIN_SCORE && contradictions.length === 0)
      .map(({ page }) => page),
  );
  const isAbout = ({ title, text }: EvidencePage) =>
    names.length > 0 && names.every((name) => findNameMentions(`${title}\n${text}`, name).length > 0);
  return pages.flatMap((page, index) => (bearing.has(index) || isAbout(page) ? page.pieces : []));
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
  const [a, b] = [foldText(one), foldText(other)];
  return a.includes(b) || b.includes(a);
}

function foldText(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
