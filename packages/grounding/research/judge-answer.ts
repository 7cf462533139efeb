import { detectLanguage } from "../lexicon/detect-language.ts";
import type { Language } from "../lexicon/language.ts";
import { speaksToReader } from "../lexicon/orders.ts";
import type { Question } from "../question/question.ts";
import { nameMentions } from "../text/name-mentions.ts";
import { answerOf } from "./answer.ts";
import { bearingPieces, inOrderOfTime, pickClaims } from "./answer-claims.ts";
import type { ScoredSentence } from "./answerability/rank-sentences.ts";
import { evidenceOfAskedYears } from "./asked-years.ts";
import type { SearchAnswer } from "./backends/search-backend.ts";
import { citeEvidence } from "./citations.ts";
import { citeClaimed } from "./cited-evidence.ts";
import { collectEvidence, type Evidence } from "./evidence/collect-evidence.ts";
import { evidenceNotes } from "./evidence-notes.ts";
import { type EvidencePage, pagesOf } from "./evidence-pages.ts";
import { explainSentences } from "./explain-sentences.ts";
import { type IdentifiedPeople, identifyPeople } from "./identity/identify-people.ts";
import type { BackendName, ResearchOutcome } from "./outcome.ts";
import { bestScore, isLifeStory, rankPages } from "./rank-pages.ts";
import { ambiguousName, insufficientEvidence } from "./refusals.ts";
import { refuse } from "./refused-outcome.ts";
import { relatedNotes } from "./related-notes.ts";
import { withoutQuotesOfOthers } from "./said-of-others.ts";
import { sectionsByDomain } from "./sections.ts";
import { summarise } from "./summary.ts";

/** SPEC.md: evidence that covers less of the question than this is refused. */
export const COVERAGE_THRESHOLD = 0.15;

export interface JudgeOptions {
  /** Milliseconds since the epoch. */
  now: number;
  /** Claims of the outcome at most. */
  maxClaims: number;
}

/** What the evidence says of a question, before it is known whether that answers it. */
interface Reading {
  evidence: readonly Evidence[];
  /** Every page found. */
  all: readonly EvidencePage[];
  /** The pages about whom was asked, or all pages where none is. */
  pages: readonly EvidencePage[];
  people: IdentifiedPeople;
  ranked: readonly ScoredSentence[];
  /** How far the evidence answers, in [0, 1]. */
  coverage: number;
}

/** What the backends' answers amount to: cited claims, the best first, or a refusal with the coverage it was measured at. */
export function judgeAnswer(
  question: Question,
  tried: ResearchOutcome,
  { backend, answer }: { backend: BackendName; answer: SearchAnswer },
  { now, maxClaims }: JudgeOptions,
): ResearchOutcome {
  const evidence = collectEvidence(answer.hits);
  const reading = readEvidence(question, evidence);
  const { pages, people, ranked, coverage } = reading;
  const measured: ResearchOutcome = {
    ...tried,
    summary: summarise(evidence, backend),
    unverified_notes: [...answer.notes],
    disambiguation_candidates: people.verdict === "one" ? [] : candidatesOf(reading),
    coverage_score: coverage,
    provider_used: backend,
  };
  const explained = (outcome: ResearchOutcome, citationOf: (piece: number) => number | undefined) =>
    outcome.explanation === undefined
      ? outcome
      : { ...outcome, explanation: explainSentences(outcome.explanation, ranked, pages, citationOf) };
  const uncited = () => undefined;

  if (people.verdict === "ambiguous") {
    const refusal = ambiguousName(
      question.subjects[0] ?? question.text,
      people.groups.length,
      firstPieces(reading),
    );
    return explained(refuse(measured, refusal), uncited);
  }
  if (coverage < COVERAGE_THRESHOLD) {
    // Quotes about other people would only be taken for an answer.
    const related = people.verdict === "unnamed" ? [] : relatedNotes(question, ranked, pages);
    const notes = [...answer.notes, ...related];
    const refusal = insufficientEvidence(question, {
      people,
      named: question.subjects.filter((subject) => pages.some((page) => names(page, subject))),
      titles: pages.map(({ title }) => title),
    });
    return explained(refuse({ ...measured, unverified_notes: notes }, refusal), uncited);
  }

  const picked = pickClaims(ranked, pages, maxClaims);
  const claims = isLifeStory(question) ? inOrderOfTime(picked) : picked;
  const { cited, citationOf } = citeClaimed(evidence, bearingPieces(ranked, pages), claims);
  const citations = citeEvidence(cited, now);
  const quoted = claims.map(({ text, piece }) => ({ text, citation_index: citationOf(piece) }));
  const sections = sectionsByDomain(quoted, citations);
  const leftOut = namesakePieces(reading);
  const outcome: ResearchOutcome = {
    ...measured,
    ok: true,
    summary: summarise(cited, backend),
    answer: answerOf(sections),
    sections,
    citations,
    unverified_notes: [...answer.notes, ...evidenceNotes(question, cited, leftOut, now)],
  };
  return explained(outcome, (piece) => (citationOf(piece) < 0 ? undefined : citationOf(piece)));
}

function readEvidence(question: Question, evidence: readonly Evidence[]): Reading {
  const language = question.language ?? detectLanguage(evidence[0]?.text ?? "") ?? "en";
  const read = pagesOf(evidence, language);
  const all = question.subjects.length > 0 ? read.map(withoutSpeechToReader) : read;
  const people = identify(question, all, language);
  const chosen = new Set(people.chosen);
  const theirs = all.filter((_, index) => chosen.has(index));
  const isTheirs = people.verdict === "one";
  const pages = isTheirs ? withoutQuotesOfOthers(question, evidenceOfAskedYears(question.text, theirs)) : all;
  const ranked = rankPages(question, pages, language);
  const best = bestScore(ranked, pages);
  const isAbout = isTheirs || people.verdict === "ambiguous";
  return { evidence, all, pages, people, ranked, coverage: isAbout ? best : 0 };
}

/** What a page says to its reader tells nothing of a person. */
function withoutSpeechToReader(page: EvidencePage): EvidencePage {
  const sentences = page.sentences.map((one) =>
    one.quote !== null && speaksToReader(one.text) ? { ...one, quote: null } : one,
  );
  return { ...page, sentences };
}

function names({ title, text }: EvidencePage, subject: string): boolean {
  return nameMentions(`${title}\n${text}`, subject).length > 0;
}

/** How many pieces of evidence name the person asked about, but may speak of another bearer of the name. */
function namesakePieces({ all, people: { chosen, groups } }: Reading): number {
  const others = groups.flat().filter((index) => !chosen.includes(index));
  return others.flatMap((index) => all[index]?.pieces ?? []).length;
}

/**
 * In German every noun has a capital, so a run of them may be no person: unless the question asks who that is, one that nothing found
 * names is not taken for a person. The sentences are then held against its words.
 */
function identify(question: Question, pages: readonly EvidencePage[], language: Language): IdentifiedPeople {
  const people = identifyPeople(question, pages);
  if (people.verdict !== "unnamed" || language !== "de" || question.expected === "biography") return people;
  return identifyPeople({ ...question, subjects: [] }, pages);
}

function firstPieces({ people, evidence, all }: Reading): Evidence[] {
  return people.candidates.flatMap((index) => evidence[all[index]?.pieces[0] ?? -1] ?? []);
}

function candidatesOf(reading: Reading): ResearchOutcome["disambiguation_candidates"] {
  return firstPieces(reading).map(({ url, title, domain }) => ({ url, title, domain }));
}
