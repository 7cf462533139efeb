import type { Clock } from "@plumbline/core/clock/clock.ts";
import type { HttpClient } from "@plumbline/core/egress/http-message.ts";
import type { Logger } from "@plumbline/core/log/logger.ts";
import type { Metrics } from "@plumbline/core/metrics/metrics.ts";
import type { Question } from "../question/question.ts";
import type { SearchBackend } from "./backends/search-backend.ts";
import {
  type BackendName,
  CLAIM_LIMITS,
  type Explanation,
  notConfigured,
  providerFailure,
  type ResearchOutcome,
  refuse,
  unanswered,
} from "./outcome.ts";
import { ProviderChain } from "./provider-chain.ts";

/** Seconds one backend may take at most; the chain of backends is the retry. */
export const BACKEND_TIMEOUT_SECONDS = 8;
const BACKEND_TIMEOUT_MS = BACKEND_TIMEOUT_SECONDS * 1_000;
const TOTAL_TIMEOUT_MS = 25_000;

export interface ResearchRequest {
  /** 1 to 8,000 characters. */
  query: string;
  /** What tells a person from a namesake: employer, role, location. */
  context?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Milliseconds left to the caller. */
  deadlineMs?: number | undefined;
  /** Milliseconds one backend may take, where the caller wants less than the engine's own limit. */
  timeoutMs?: number | undefined;
  /** Claims of the outcome at most, 1 to 50; default 8. */
  maxClaims?: number | undefined;
  /** Have the outcome say what was searched and how each sentence scored. */
  explain?: boolean | undefined;
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
  /** Counts the keys that backends refuse. */
  metrics?: Metrics;
  logger?: Logger;
}

/** Answers from public search alone. The same answers and the same clock give the same outcome, byte for byte. */
export function createResearchEngine(options: ResearchEngineOptions): ResearchEngine {
  const {
    backends,
    clock,
    backendTimeoutMs = BACKEND_TIMEOUT_MS,
    totalTimeoutMs = TOTAL_TIMEOUT_MS,
    metrics,
    logger,
  } = options;
  const onKeyRefused = (backend: BackendName) => {
    metrics?.add("plumbline_search_key_refusals_total", { backend });
    logger?.log("warn", "search_key_refused", { backend });
  };
  return {
    async research({
      query,
      context = "",
      signal,
      deadlineMs = Number.POSITIVE_INFINITY,
      timeoutMs = backendTimeoutMs,
      maxClaims = CLAIM_LIMITS.byDefault,
      explain = false,
      http,
    }) {
      // Loaded at the first call: the words of 13 languages are long, and many processes never research.
      const { readQuery } = await import("./read-query.ts");
      const { question, text } = readQuery({ prompt: query, context });
      const nothing = {
        ...unanswered(query),
        ...(explain ? { explanation: explainSearch(text, question) } : {}),
      };
      if (backends.length === 0) return refuse(nothing, notConfigured);
      const budget = {
        backendTimeoutMs: Math.min(backendTimeoutMs, timeoutMs),
        totalMs: Math.min(totalTimeoutMs, deadlineMs),
      };
      const { language } = question;
      const search = { query: text, language, budget, signal, http };
      const chain = new ProviderChain({ backends, ...search, clock, onKeyRefused });
      // What judges is loaded while the backends are asked: the list of public suffixes is long.
      const [first, { judgeFound }] = await Promise.all([chain.firstAnswer(), import("./judge-answer.ts")]);
      const tried = () => ({ ...nothing, provider_chain: [...chain.links] });
      if (first === null) return refuse(tried(), providerFailure([...chain.links]));
      const judging = { now: clock.now(), maxClaims };
      const outcome = judgeFound(question, tried(), [first], judging);
      if (!isThin(outcome)) return outcome;
      const second = await chain.oneMore();
      if (second === null) return { ...outcome, provider_chain: [...chain.links] };
      return judgeFound(question, tried(), [first, second], { ...judging, now: clock.now() });
    },
  };
}

/** An explanation before any sentence was scored. */
function explainSearch(text: string, { subjects, constraints, expected }: Question): Explanation {
  const years = [...constraints.years];
  const question = { text, subjects: [...subjects], constraints: { ...constraints, years }, expected };
  return { question, sentences: [] };
}

/** The sources found so far do not answer; another backend may know better ones. */
function isThin({ error_code }: ResearchOutcome): boolean {
  return error_code === "research_insufficient_evidence";
}
