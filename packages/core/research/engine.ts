import type { Clock } from "../clock/clock.ts";
import type { HttpClient } from "../egress/http-message.ts";
import { fitQuery, NARROWEST_LIMITS } from "../text/fit-query.ts";
import type { SearchBackend } from "./backends/search-backend.ts";
import type { ResearchOutcome } from "./outcome.ts";
import { askInOrder } from "./provider-chain.ts";
import { notConfigured, providerFailure } from "./refusals.ts";
import { refuse, unanswered } from "./refused-outcome.ts";
import { subjectOf } from "./subject.ts";

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
      // What judges is loaded while the backends are asked: the list of public suffixes is long.
      const [{ answered, chain }, { judgeAnswer }] = await Promise.all([
        askInOrder(backends, text, budget, { clock, signal, http }),
        import("./judge-answer.ts"),
      ]);
      const tried = { ...nothing, provider_chain: [...chain] };
      if (answered === null) return refuse(tried, providerFailure(tried.provider_chain));
      return judgeAnswer({ query, context, subject }, tried, answered, clock.now());
    },
  };
}
