import { detectLanguage } from "../lexicon/detect-language.ts";
import type { Language } from "../lexicon/language.ts";
import { speaksToReader } from "../lexicon/orders.ts";
import { dropOpenerOfName } from "../question/openers.ts";
import { getQuestionPatterns } from "../question/parse-question.ts";
import type { Question } from "../question/question.ts";
import { findNameMentions } from "../text/name-mentions.ts";
import type { ScoredSentence } from "./answerability/rank-sentences.ts";
import { keepAskedYears } from "./asked-years.ts";
import type { BackendResponse, SearchResponse } from "./backends/search-backend.ts";
import {
  citeClaimed,
  citeEvidence,
  explainSentences,
  noteDoubts,
  noteRelatedQuotes,
  noteSingleSource,
  noteTimeConflict,
} from "./citations.ts";
import { preferDenials } from "./denials-first.ts";
import { collectEvidence, type EvidenceQuote } from "./evidence/collect-evidence.ts";
import { findBareFamilyName } from "./identity/bare-name.ts";
import { type IdentifiedPeople, identifyPeople } from "./identity/identify-people.ts";
import { distinguishThings } from "./identity/same-named-things.ts";
import {
  findBackendOf,
  findMostQuoted,
  type MergedAnswer,
  mergeAnswers,
  summarize,
} from "./merge-answers.ts";
import { preferNewest, type TimeConflict } from "./newest-statements.ts";
import {
  type BackendName,
  chooseAnswer,
  groupByDomain,
  type ResearchOutcome,
  refuseOutcome,
} from "./outcome.ts";
import {
  dropQuotesOfOthers,
  type EvidencePage,
  findBearingPieces,
  findBestScore,
  groupByPage,
  isLifeStory,
  listAskedNames,
  type PickedClaim,
  pickClaims,
  rankPages,
  sortByYear,
} from "./rank-evidence.ts";
import { explainAmbiguousName, explainInsufficientEvidence } from "./refusals.ts";

/** The answers of one or two backends, read as one body of evidence. */
export interface FoundReading {
  found: readonly [BackendResponse, ...BackendResponse[]];
  answer: MergedAnswer;
  reading: Reading;
}

/**
 * Reads what one or two backends found for a question. `personOf` maps the URL of a page to the number of its
 * person, if a reader grouped the pages by person.
 */
export function readFound(
  question: Question,
  found: readonly [BackendResponse, ...BackendResponse[]],
  personOf: ReadonlyMap<string, number> = new Map(),
): FoundReading {
  const answer = mergeAnswers(found);
  return { found, answer, reading: readEvidence(question, collectEvidence(answer.hits), personOf) };
}

/**
 * Judges what was found. `provider_used` is the backend with the most cited quotes or, in a refusal, the most
 * quotes found.
 */
export function judgeFound(
  question: Question,
  tried: ResearchOutcome,
  { found, answer, reading }: FoundReading,
  options: JudgeOptions,
): ResearchOutcome {
  const quoted = answer.hits.flatMap(({ backend, quotes }) => quotes.map(() => backend));
  const backend = findMostQuoted(found, quoted);
  const outcome = judgeReading(question, tried, { backend, answer, reading }, options);
  if (!outcome.ok || found.length === 1) return outcome;
  const cited = outcome.citations.flatMap((citation) => findBackendOf(citation, answer.hits) ?? []);
  const provider_used = findMostQuoted(found, cited);
  if (provider_used === outcome.provider_used) return outcome;
  return { ...outcome, provider_used, summary: summarize(outcome.citations, provider_used) };
}

/**
 * Minimum coverage of the question by the evidence, according to the specification. Below it, research
 * refuses.
 */
export const COVERAGE_THRESHOLD = 0.15;

export interface JudgeOptions {
  /** Milliseconds since the epoch. */
  now: number;
  /** Maximum number of claims in the outcome. */
  maxClaims: number;
}

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

/** Returns the outcome of the backends' answers: cited claims, best first, or a refusal with its coverage. */
function judgeReading(
  question: Question,
  tried: ResearchOutcome,
  { backend, answer, reading }: { backend: BackendName; answer: SearchResponse; reading: Reading },
  { now, maxClaims }: JudgeOptions,
): ResearchOutcome {
  const { evidence, pages, people, ranked, coverage } = reading;
  const measured: ResearchOutcome = {
    ...tried,
    summary: summarize(evidence, backend),
    unverified_notes: [...answer.notes],
    disambiguation_candidates: people.verdict === "one" ? [] : listCandidates(reading),
    coverage_score: coverage,
    provider_used: backend,
  };
  const addExplanation = (outcome: ResearchOutcome, citationOf: (piece: number) => number | undefined) =>
    outcome.explanation === undefined
      ? outcome
      : { ...outcome, explanation: explainSentences(outcome.explanation, ranked, pages, citationOf) };
  const removeUncited = () => undefined;

  if (people.verdict === "ambiguous") {
    const refusal = explainAmbiguousName(
      question.subjects[0] ?? findBareFamilyName(question.text, reading.all) ?? question.text,
      people.people,
      listFirstPieces(reading),
    );
    return addExplanation(refuseOutcome(measured, refusal), removeUncited);
  }
  if (coverage < COVERAGE_THRESHOLD) {
    // Quotes about other people could be mistaken for an answer.
    const related = people.verdict === "unnamed" ? [] : noteRelatedQuotes(question, ranked, pages);
    const notes = [...answer.notes, ...related];
    const refusal = explainInsufficientEvidence(question, {
      people,
      named: question.subjects.filter((subject) => pages.some((page) => isNamedOn(page, subject))),
      titles: pages.map(({ title }) => title),
    });
    return addExplanation(refuseOutcome({ ...measured, unverified_notes: notes }, refusal), removeUncited);
  }

  const kept = keepTied(reading);
  const picked = pickClaims(kept, pages, maxClaims);
  const things = question.subjects.length > 0 ? null : separateClaimedThings(question, picked, reading);
  if (things !== null) {
    const namesakes = things.pieces.flatMap((piece) => evidence[piece] ?? []);
    const refusal = explainAmbiguousName(things.name, things.pieces.length, namesakes, "things");
    const disambiguation_candidates = namesakes.map(({ url, title, domain }) => ({ url, title, domain }));
    return addExplanation(refuseOutcome({ ...measured, disambiguation_candidates }, refusal), removeUncited);
  }
  const claims = isLifeStory(question) ? sortByYear(picked) : picked;
  const { cited, citationOf } = citeClaimed(evidence, findBearingPieces(question, kept, pages), claims);
  const citations = citeEvidence(cited, now);
  const quoted = claims.map(({ text, piece, subject }) => ({
    text,
    citation_index: citationOf(piece),
    ...(subject !== undefined && { subject }),
  }));
  const sections = groupByDomain(quoted, citations);
  const leftOut = countNamesakePieces(reading);
  const outcome: ResearchOutcome = {
    ...measured,
    ok: true,
    summary: summarize(cited, backend),
    answer: chooseAnswer(sections),
    sections,
    citations,
    unverified_notes: [
      ...answer.notes,
      ...noteSingleSource(sections),
      ...noteDoubts(question, cited, leftOut, now),
      ...noteTimeConflict(reading.timeConflict, evidence, citationOf),
    ],
  };
  return addExplanation(outcome, (piece) => (citationOf(piece) < 0 ? undefined : citationOf(piece)));
}

function readEvidence(
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

/** Removes sentences addressed to the reader, which say nothing about a person. */
function dropSpeechToReader(page: EvidencePage): EvidencePage {
  const sentences = page.sentences.map((one) =>
    one.quote !== null && speaksToReader(one.text) ? { ...one, quote: null } : one,
  );
  return { ...page, sentences };
}

function isNamedOn({ title, text }: EvidencePage, subject: string): boolean {
  return findNameMentions(`${title}\n${text}`, subject).length > 0;
}

/** Removes the sentences of pages that are not about the same person as the page that answers best. */
function keepTied({ all, pages, people, ranked }: Reading): readonly ScoredSentence[] {
  const best = ranked.find(({ page, sentence }) => pages[page]?.sentences[sentence]?.quote != null);
  const answering = pages[best?.page ?? -1]?.url;
  const tied = people.groups.find((group) => group.some((index) => all[index]?.url === answering));
  const urls = new Set(tied?.map((index) => all[index]?.url));
  return tied === undefined ? ranked : ranked.filter(({ page }) => urls.has(pages[page]?.url));
}

/** Returns one piece of evidence per thing that the claims are about, or null if they are about one thing. */
function separateClaimedThings(
  { text }: Question,
  claims: readonly PickedClaim[],
  { evidence }: Reading,
): { name: string; pieces: readonly number[] } | null {
  const passages = claims.flatMap(({ piece, text: sentence }) => {
    const found = evidence[piece];
    return found === undefined ? [] : [{ ...found, sentence, piece }];
  });
  const apart = distinguishThings(text, passages);
  return apart && { name: apart.name, pieces: apart.things.flatMap((index) => passages[index]?.piece ?? []) };
}

/** Returns the number of pieces of evidence that name the person asked about but may be about a namesake. */
function countNamesakePieces({ all, people: { chosen, groups } }: Reading): number {
  const others = groups.flat().filter((index) => !chosen.includes(index));
  return others.flatMap((index) => all[index]?.pieces ?? []).length;
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

function listFirstPieces({ people, evidence, all }: Reading): EvidenceQuote[] {
  return people.candidates.flatMap((index) => evidence[all[index]?.pieces[0] ?? -1] ?? []);
}

function listCandidates(reading: Reading): ResearchOutcome["disambiguation_candidates"] {
  return listFirstPieces(reading).map(({ url, title, domain }) => ({ url, title, domain }));
}
