import type { Clock } from "../clock/clock.ts";
import type { HttpClient } from "../egress/http-message.ts";
import { fitQuery, NARROWEST_LIMITS } from "../text/fit-query.ts";
import { coverage } from "./analysis/coverage.ts";
import { evidenceOfAskedYears } from "./asked-years.ts";
import type { SearchAnswer, SearchBackend } from "./backends/search-backend.ts";
import { citeEvidence } from "./citations.ts";
import { pickClaims } from "./claims.ts";
import { collectEvidence, limitEvidence } from "./evidence.ts";
import { evidenceNotes } from "./evidence-notes.ts";
import { tellNamesakes } from "./namesakes.ts";
import type { BackendName, ResearchOutcome } from "./outcome.ts";
import { askInOrder } from "./provider-chain.ts";
import type { Question } from "./question.ts";
import { ambiguousName, insufficientEvidence, notConfigured, providerFailure } from "./refusals.ts";
import { refuse, unanswered } from "./refused-outcome.ts";
import { sectionsByDomain } from "./sections.ts";
import { nameInEvidence, subjectOf } from "./subject.ts";
import { summarise } from "./summary.ts";

/** SPEC.md: evidence that covers less of the question than this is refused. */
export const COVERAGE_THRESHOLD = 0.15;
const BACKEND_TIMEOUT_MS = 8_000;
const TOTAL_TIMEOUT_MS = 25_000;
/** UTF-16 code units; a longer run of capitals is nobody's name, and every sentence found would be searched for it. */
const LONGEST_SUBJECT = 200;

export interface ResearchRequest {
  /** 1 to 8,000 characters. */
  query: string;
  /** What tells a person from a namesake: employer, role, location. */
  context?: string | undefined;
  /** The name the question is about; null when it is about none; found in the query when left out. One of more than 200 characters counts as none. */
  subject?: string | null | undefined;
  signal?: AbortSignal | undefined;
  /** Milliseconds left to the caller. */
  deadlineMs?: number | undefined;
  /** Milliseconds one backend may take, where the caller wants less than the engine's own limit. */
  timeoutMs?: number | undefined;
  /** What the backends are asked through in place of the network: for a preview. */
  http?: HttpClient | undefined;
}

export interface ResearchEngine {
  /** Cited verbatim claims or a refusal; rejects only with the signal's reason when the caller gives up. */
  research(request: ResearchRequest): Promise<ResearchOutcome>;
}

export interface ResearchEngineOptions {
  /** In priority order; none means that research is not configured. */
  backends: readonly SearchBackend[];
  clock: Clock;
  /** Milliseconds one backend may take; default 8 s. */
  backendTimeoutMs?: number;
  /** Milliseconds all of them may take; default 25 s. */
  totalTimeoutMs?: number;
}

/** Answers from public search alone. The same answers and the same clock give the same outcome, byte for byte. */
export function createResearchEngine(options: ResearchEngineOptions): ResearchEngine {
  const {
    backends,
    clock,
    backendTimeoutMs = BACKEND_TIMEOUT_MS,
    totalTimeoutMs = TOTAL_TIMEOUT_MS,
  } = options;
  return {
    async research({
      query,
      context = "",
      subject: named = subjectOf(query),
      signal,
      deadlineMs = Number.POSITIVE_INFINITY,
      timeoutMs = backendTimeoutMs,
      http,
    }) {
      const subject = named !== null && named.length <= LONGEST_SUBJECT ? named : null;
      const nothing = unanswered(query);
      if (backends.length === 0) return refuse(nothing, notConfigured);
      const budget = {
        backendTimeoutMs: Math.min(backendTimeoutMs, timeoutMs),
        totalMs: Math.min(totalTimeoutMs, deadlineMs),
      };
      const text = fitQuery(query, NARROWEST_LIMITS, { subject, context });
      const { answered, chain } = await askInOrder(backends, text, budget, { clock, signal, http });
      const tried = { ...nothing, provider_chain: [...chain] };
      if (answered === null) return refuse(tried, providerFailure(tried.provider_chain));
      return judgeAnswer({ query, context, subject }, tried, answered, clock.now());
    },
  };
}

/** What one backend's answer amounts to: cited claims, or a refusal with the coverage it was measured at. */
function judgeAnswer(
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
