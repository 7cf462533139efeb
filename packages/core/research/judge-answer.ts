import { coverage } from "./analysis/coverage.ts";
import { evidenceOfAskedYears } from "./asked-years.ts";
import type { SearchAnswer } from "./backends/search-backend.ts";
import { citeEvidence } from "./citations.ts";
import { pickClaims } from "./claims.ts";
import { collectEvidence, limitEvidence } from "./evidence.ts";
import { evidenceNotes } from "./evidence-notes.ts";
import { tellNamesakes } from "./namesakes.ts";
import type { BackendName, ResearchOutcome } from "./outcome.ts";
import type { Question } from "./question.ts";
import { ambiguousName, insufficientEvidence } from "./refusals.ts";
import { refuse } from "./refused-outcome.ts";
import { sectionsByDomain } from "./sections.ts";
import { nameInEvidence } from "./subject.ts";
import { summarise } from "./summary.ts";

/** SPEC.md: evidence that covers less of the question than this is refused. */
export const COVERAGE_THRESHOLD = 0.15;

/** What one backend's answer amounts to: cited claims, or a refusal with the coverage it was measured at. */
export function judgeAnswer(
  question: Question,
  tried: ResearchOutcome,
  { backend, answer }: { backend: BackendName; answer: SearchAnswer },
  now: number,
): ResearchOutcome {
  const { query, subject } = question;
  const evidence = collectEvidence(answer.hits);
  const { score, relevant } = coverage(query, subject, evidence);
  const measured: ResearchOutcome = {
    ...tried,
    summary: summarise(evidence, backend),
    unverified_notes: [...answer.notes],
    coverage_score: score,
    provider_used: backend,
  };
  if (score < COVERAGE_THRESHOLD) return refuse(measured, insufficientEvidence(score, COVERAGE_THRESHOLD));

  const found = relevant.flatMap((index) => evidence[index] ?? []);
  const named = { ...question, subject: subject ?? nameInEvidence(query, found) };
  const { ambiguous, people, candidates, chosen } = tellNamesakes(named, found);
  if (ambiguous) {
    const listed = candidates.map(({ url, title, domain }) => ({ url, title, domain }));
    const refusal = ambiguousName(named.subject ?? query, people, candidates);
    return refuse({ ...measured, disambiguation_candidates: listed }, refusal);
  }

  const cited = limitEvidence(evidenceOfAskedYears(query, chosen));
  const citations = citeEvidence(cited, now);
  const notes = evidenceNotes(named, cited, found.length - chosen.length, now);
  return {
    ...measured,
    ok: true,
    summary: summarise(cited, backend),
    sections: sectionsByDomain(pickClaims(named, citations), citations),
    citations,
    unverified_notes: [...answer.notes, ...notes],
  };
}
