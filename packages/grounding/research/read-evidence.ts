import { detectLanguage } from "../lexicon/detect-language.ts";
import type { Language } from "../lexicon/language.ts";
import { speaksToReader } from "../lexicon/orders.ts";
import { dropOpenerOfName } from "../question/openers.ts";
import type { Question } from "../question/question.ts";
import { getQuestionPatterns } from "../question/question-patterns.ts";
import type { ScoredSentence } from "./answerability/rank-sentences.ts";
import { keepAskedYears } from "./asked-years.ts";
import { preferDenials } from "./denials-first.ts";
import type { EvidenceQuote } from "./evidence/collect-evidence.ts";
import { type EvidencePage, groupByPage } from "./evidence/evidence-pages.ts";
import { findBareFamilyName } from "./identity/bare-name.ts";
import { type IdentifiedPeople, identifyPeople } from "./identity/identify-people.ts";
import { preferNewest, type TimeConflict } from "./newest-statements.ts";
import { dropQuotesOfOthers, findBestScore, listAskedNames, rankPages } from "./rank-evidence.ts";

/** The parsed evidence for a question, before it is known whether it answers. */
export interface Reading {
  evidence: readonly EvidenceQuote[];
  /** Every page found. */
  all: readonly EvidencePage[];
  /** The pages about the person asked about, or all pages if nobody is asked about. */
  pages: readonly EvidencePage[];
  people: IdentifiedPeople;
  ranked: readonly ScoredSentence[];
  /** A newer and an older statement, of which the newer applies, or null if there is no such conflict. */
  timeConflict: TimeConflict | null;
  /** Score of how well the evidence answers, from 0 to 1. */
  coverage: number;
}

/**
 * Groups the evidence by page, identifies the people, and ranks the sentences of the pages about the person
 * asked about. `personOf` maps page URLs to the numbers that a reader gave their people.
 */
export function readAnswerEvidence(
  question: Question,
  evidence: readonly EvidenceQuote[],
  personOf: ReadonlyMap<string, number>,
): Reading {
  const language = question.language ?? detectLanguage(evidence[0]?.text ?? "") ?? "en";
  const read = groupByPage(evidence, language, listAskedNames(question));
  const all = question.subjects.length > 0 ? read.map(dropSpeechToReader) : read;
  const grouped =
    personOf.size === 0 ? all : all.map((page) => ({ ...page, person: personOf.get(page.url) }));
  const people = identify(question, grouped, language);
  const chosen = new Set(people.chosen);
  const theirs = all.filter((_, index) => chosen.has(index));
  const isTheirs = people.verdict === "one";
  const pages = isTheirs ? dropQuotesOfOthers(question, keepAskedYears(question.text, theirs)) : all;
  const byTime = preferNewest(
    question,
    rankPages(question, pages, language),
    pages,
    (piece) => evidence[piece]?.published,
  );
  const { conflict: timeConflict } = byTime;
  const ranked = preferDenials(question, byTime.ranked, pages);
  const best = findBestScore(ranked, pages);
  const isAbout = isTheirs || people.verdict === "ambiguous";
  return { evidence, all, pages, people, ranked, timeConflict, coverage: isAbout ? best : 0 };
}

/**
 * Makes sentences unquotable that address the reader ("You can book …"), because they are not about a person.
 */
function dropSpeechToReader(page: EvidencePage): EvidencePage {
  const sentences = page.sentences.map((one) =>
    one.quote !== null && speaksToReader(one.text) ? { ...one, quote: null } : one,
  );
  return { ...page, sentences };
}

/**
 * Identifies the people that the question asks about. German capitalises every noun. A name that no page has
 * is therefore treated as ordinary words there, unless the question asks who that is. "McQueen" is a person
 * only if the pages are about several people with that name. If no page has "Hello Ada Lovelace", the
 * greeting is not part of the name.
 */
function identify(question: Question, pages: readonly EvidencePage[], language: Language): IdentifiedPeople {
  const named = question.subjects.length === 0 ? findBareFamilyName(question.text, pages) : null;
  if (named !== null) {
    const bearers = identifyPeople({ ...question, subjects: [named] }, pages);
    if (bearers.verdict === "ambiguous") return bearers;
  }
  const people = identifyPeople(question, pages);
  if (people.verdict === "unnamed") {
    const subjects = dropOpenersOfNames(question);
    if (subjects !== null) return identify({ ...question, subjects }, pages, language);
  }
  if (people.verdict !== "unnamed" || language !== "de" || question.expected === "biography") return people;
  return identifyPeople({ ...question, subjects: [] }, pages);
}

/** Returns the subjects without greetings at their start, or null if there is no greeting. */
function dropOpenersOfNames({ subjects, language }: Question): readonly string[] | null {
  const patterns = getQuestionPatterns(language);
  const dropped = subjects.map((subject) => dropOpenerOfName(subject, patterns));
  if (dropped.every((subject) => subject === null)) return null;
  return subjects.map((subject, index) => dropped[index] ?? subject);
}
