import type { Question } from "../question/question.ts";
import { findNameMentions } from "../text/name-mentions.ts";
import type { ScoredSentence } from "./answerability/rank-sentences.ts";
import type { BackendResponse, SearchResponse } from "./backends/search-backend.ts";
import { citeClaimed, citeEvidence, explainSentences } from "./citations.ts";
import { collectEvidence, type EvidenceQuote } from "./evidence/collect-evidence.ts";
import type { EvidencePage } from "./evidence/evidence-pages.ts";
import { findBareFamilyName } from "./identity/bare-name.ts";
import { distinguishThings } from "./identity/same-named-things.ts";
import {
  findBackendOf,
  findMostQuoted,
  type MergedAnswer,
  mergeAnswers,
  summarize,
} from "./merge-answers.ts";
import {
  type BackendName,
  chooseAnswer,
  groupByDomain,
  type ResearchOutcome,
  refuseOutcome,
} from "./outcome.ts";
import {
  findRelevantPieces,
  isFurther,
  isLifeStory,
  type PickedClaim,
  pickClaims,
  sortByYear,
} from "./rank-evidence.ts";
import { type Reading, readAnswerEvidence } from "./read-evidence.ts";
import { explainAmbiguousName, explainInsufficientEvidence } from "./refusals.ts";
import { noteDoubts, noteRelatedQuotes, noteSingleSource, noteTimeConflict } from "./unverified-notes.ts";

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
  return { found, answer, reading: readAnswerEvidence(question, collectEvidence(answer.hits), personOf) };
}

/**
 * Judges what was found. `tried` is the outcome so far: unanswered, with the backends asked. `provider_used`
 * is the backend with the most cited quotes or, in a refusal, the most quotes found.
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
  /** A refusal has no citations. */
  const citesNothing = () => undefined;

  if (people.verdict === "ambiguous") {
    const refusal = explainAmbiguousName(
      question.subjects[0] ?? findBareFamilyName(question.text, reading.all) ?? question.text,
      people.people,
      listFirstPieces(reading),
    );
    return addExplanation(refuseOutcome(measured, refusal), citesNothing);
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
    return addExplanation(refuseOutcome({ ...measured, unverified_notes: notes }, refusal), citesNothing);
  }

  const kept = keepTied(reading);
  const answering = pickClaims(kept, pages, maxClaims);
  const things = question.subjects.length > 0 ? null : separateClaimedThings(question, answering, reading);
  if (things !== null && things.meant === null) {
    const namesakes = things.firstPieces.flatMap((piece) => evidence[piece] ?? []);
    const refusal = explainAmbiguousName(things.name, namesakes.length, namesakes, "things");
    const disambiguation_candidates = namesakes.map(({ url, title, domain }) => ({ url, title, domain }));
    return addExplanation(refuseOutcome({ ...measured, disambiguation_candidates }, refusal), citesNothing);
  }
  const picked = things?.meant?.claims ?? answering;
  const isStory = isLifeStory(question);
  const claims = isStory ? sortByYear(picked) : picked;
  const { cited, citationOf } = citeClaimed(evidence, findRelevantPieces(question, kept, pages), claims);
  const citations = citeEvidence(cited, now);
  const quoted = claims.map((claim) => ({
    text: claim.text,
    citation_index: citationOf(claim.piece),
    ...(claim.subject !== undefined && { subject: claim.subject }),
    ...(!isStory && isFurther(question, claim, claims) && { further: true as const }),
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

/**
 * Returns the first piece of evidence about each thing that the claims are about, and the claims about the
 * one that the question describes, if any. Returns null if the claims are about one thing.
 */
function separateClaimedThings(question: Question, claims: readonly PickedClaim[], { evidence }: Reading) {
  const passages = claims.flatMap((claim) => {
    const found = evidence[claim.piece];
    return found === undefined ? [] : [{ ...found, sentence: claim.text, claim }];
  });
  const found = distinguishThings(question, passages);
  if (found === null) return null;
  const listClaims = (indexes: readonly number[]) => indexes.flatMap((index) => passages[index]?.claim ?? []);
  const firstPieces = found.things.flatMap((thing) =>
    listClaims(thing.slice(0, 1)).map(({ piece }) => piece),
  );
  return { name: found.name, firstPieces, meant: found.meant && { claims: listClaims(found.meant) } };
}

/** Returns the number of pieces of evidence that name the person asked about but may be about a namesake. */
function countNamesakePieces({ all, people: { chosen, groups } }: Reading): number {
  const others = groups.flat().filter((index) => !chosen.includes(index));
  return others.flatMap((index) => all[index]?.pieces ?? []).length;
}

function listFirstPieces({ people, evidence, all }: Reading): EvidenceQuote[] {
  return people.candidates.flatMap((index) => evidence[all[index]?.pieces[0] ?? -1] ?? []);
}

function listCandidates(reading: Reading): ResearchOutcome["disambiguation_candidates"] {
  return listFirstPieces(reading).map(({ url, title, domain }) => ({ url, title, domain }));
}
