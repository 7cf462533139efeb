import { type Clock, Deadline } from "@plumbline/core/clock/clock.ts";
import type { HttpClient } from "@plumbline/core/egress/http-message.ts";
import { loadOnce } from "@plumbline/core/loading/load-once.ts";
import type { Logger } from "@plumbline/core/log/logger.ts";
import type { Metrics } from "@plumbline/core/metrics/metrics.ts";
import type { Question } from "../question/question.ts";
import type { PromptClassifier } from "../reader/prompt-classifier.ts";
import type { Reader } from "../reader/reader.ts";
import type { StatementReader } from "../reader/statement-reader.ts";
import type { BackendResponse, SearchBackend } from "./backends/search-backend.ts";
import type { FoundReading } from "./judge-answer.ts";
import {
  type BackendName,
  CLAIM_LIMITS,
  createUnanswered,
  type Explanation,
  explainProviderFailure,
  notConfigured,
  nothingPublic,
  type ResearchOutcome,
  refuseOutcome,
} from "./outcome.ts";
import { ProviderChain } from "./provider-chain.ts";
import type { JudgedFound } from "./reader-choice.ts";

const loadQuestion = loadOnce(async () => ({
  ...(await import("../question/parse-question.ts")),
  ...(await import("../lexicon/relative-time.ts")),
}));
const loadJudge = loadOnce(async () => ({
  ...(await import("./judge-answer.ts")),
  ...(await import("./answer-parts.ts")),
}));
const loadChoice = loadOnce(() => import("./reader-choice.ts"));

/** Timeout of one backend, in seconds. The chain of backends serves as the retry. */
export const BACKEND_TIMEOUT_SECONDS = 8;
const BACKEND_TIMEOUT_MS = BACKEND_TIMEOUT_SECONDS * 1_000;
const TOTAL_TIMEOUT_MS = 25_000;

export interface ResearchRequest {
  /** 1 to 8,000 characters. */
  query: string;
  /** Context that distinguishes a person from namesakes: employer, role, location. */
  context?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Time by which the caller needs its response. */
  deadline?: Deadline | undefined;
  /** Timeout of one backend, in milliseconds, if the caller wants less than the engine's own limit. */
  timeoutMs?: number | undefined;
  /** Maximum number of claims in the outcome, 1 to 50. Defaults to 8. */
  maxClaims?: number | undefined;
  /** Called with a short text when a backend is asked and when its pages are read: "asks search_a". */
  onProgress?: ((message: string) => void) | undefined;
  /** Makes the outcome state what was searched and how each sentence scored. */
  explain?: boolean | undefined;
  /** Replaces the network for backends, for a preview. */
  http?: HttpClient | undefined;
  /** Tenant of the question, for the limits and the metrics of a reader. */
  tenantId?: string | undefined;
}

export interface ResearchEngine {
  /**
   * Returns cited verbatim claims or a refusal. Rejects only with the signal's reason if the caller cancels.
   */
  research(request: ResearchRequest): Promise<ResearchOutcome>;
  /** Asks the reader whether evidence supports statements. Omitted if there is no reader. */
  support?: StatementReader["readSupport"] | undefined;
  /** Asks the reader what a person's last message asks for. Omitted if there is no reader. */
  classify?: PromptClassifier["classify"] | undefined;
}

interface ResearchEngineOptions {
  /** In priority order. Empty if research is not configured. A function is called for each research. */
  backends: readonly SearchBackend[] | (() => Promise<readonly SearchBackend[]>);
  clock: Clock;
  /** Timeout of one backend, in milliseconds. Defaults to 8 s. */
  backendTimeoutMs?: number;
  /** Timeout of all backends together, in milliseconds. Defaults to 25 s. */
  totalTimeoutMs?: number;
  /** Chooses among the sentences found, once per research. If omitted, the rules choose. */
  reader?: Reader | undefined;
  /** Counts the keys refused by backends and the calls of a reader. */
  metrics?: Metrics;
  logger?: Logger;
}

/**
 * Creates an engine that answers from public search alone. The same responses, clock and choices of a reader
 * produce the same outcome, byte for byte.
 */
export function createResearchEngine(options: ResearchEngineOptions): ResearchEngine {
  const {
    backends: configured,
    clock,
    backendTimeoutMs = BACKEND_TIMEOUT_MS,
    totalTimeoutMs = TOTAL_TIMEOUT_MS,
    reader,
    metrics,
    logger,
  } = options;
  const ports = reader && { reader, clock, metrics };
  const loadReaders = loadOnce(async () => {
    const { SentenceSelector } = await import("../reader/sentence-selector.ts");
    const { PersonReader } = await import("../reader/person-reader.ts");
    return ports && { selector: new SentenceSelector(ports), persons: new PersonReader(ports) };
  });
  const loadStatements = loadOnce(async () => {
    const { StatementReader } = await import("../reader/statement-reader.ts");
    return ports && new StatementReader(ports);
  });
  const loadClassifier = loadOnce(async () => {
    const { PromptClassifier } = await import("../reader/prompt-classifier.ts");
    return ports && new PromptClassifier(ports);
  });
  const onKeyRefused = (backend: BackendName) => {
    metrics?.add("plumbline_search_key_refusals_total", { backend });
    logger?.log("warn", "search_key_refused", { backend });
  };
  return {
    ...(reader && {
      support: async (...asked: Parameters<StatementReader["readSupport"]>) =>
        (await loadStatements())?.readSupport(...asked),
      classify: async (...asked: Parameters<PromptClassifier["classify"]>) =>
        (await loadClassifier())?.classify(...asked),
    }),
    async research({
      query,
      context = "",
      signal,
      deadline,
      timeoutMs = backendTimeoutMs,
      maxClaims = CLAIM_LIMITS.byDefault,
      onProgress,
      explain = false,
      http,
      tenantId,
    }) {
      // Loaded at the first call, because the words of 13 languages are long and many processes never
      // research.
      const { readSearchQuery: readQuery, writeOutYears } = await loadQuestion();
      // Backends are asked only this text. Private words are removed here.
      const { question, text } = readQuery({ prompt: writeOutYears(query, clock.now()), context });
      const nothing = {
        ...createUnanswered(query),
        ...(explain ? { explanation: explainSearched(text, question) } : {}),
      };
      const backends = typeof configured === "function" ? await configured() : configured;
      if (backends.length === 0) return refuseOutcome(nothing, notConfigured);
      if (!/[\p{L}\p{N}]/u.test(text)) return refuseOutcome(nothing, nothingPublic);
      const budget = {
        backendTimeoutMs: Math.min(backendTimeoutMs, timeoutMs),
        deadline: deadline?.within(totalTimeoutMs) ?? Deadline.in(totalTimeoutMs, clock),
      };
      const { language } = question;
      const search = { query: text, language, budget, signal, http, onProgress };
      const chain = new ProviderChain({ backends, ...search, onKeyRefused });
      // Code for judging is loaded while the backends are asked, because the list of public suffixes is
      // long.
      const [first, judging] = await Promise.all([chain.askUntilAnswered(), loadJudge()]);
      const tried = () => ({ ...nothing, provider_chain: [...chain.links] });
      if (first === null) return refuseOutcome(tried(), explainProviderFailure([...chain.links]));
      const judge = (found: FoundReading, now = clock.now()): JudgedFound => ({
        found,
        now,
        outcome: judging.judgeFound(question, tried(), found, { now, maxClaims }),
      });
      const readAndJudge = (...found: readonly [BackendResponse, ...BackendResponse[]]) => {
        const undivided = judge(judging.readFound(question, found));
        const judgePart = (part: Question) =>
          judging.judgeFound(part, tried(), judging.readFound(part, found), {
            now: undivided.now,
            maxClaims,
          });
        return {
          ...undivided,
          outcome: judging.answerParts(question, undivided.outcome, { judgePart, maxClaims }),
        };
      };
      const judged = await judgeChain(chain, first, readAndJudge);
      const readers = reader && (await loadReaders());
      if (readers === undefined) return judged.outcome;
      const { readJudged } = await loadChoice();
      const bounds = { deadline: budget.deadline, signal, tenantId };
      return readJudged(question, judged, { readers, bounds, judge });
    },
  };
}

/** Judges what the first backend found. If that does not answer, asks another. */
async function judgeChain(
  chain: ProviderChain,
  first: BackendResponse,
  readAndJudge: (...found: readonly [BackendResponse, ...BackendResponse[]]) => JudgedFound,
): Promise<JudgedFound> {
  const judged = readAndJudge(first);
  if (!isThin(judged.outcome)) return judged;
  const second = await chain.askOneMore();
  if (second !== null) return readAndJudge(first, second);
  return { ...judged, outcome: { ...judged.outcome, provider_chain: [...chain.links] } };
}

/** Returns the explanation of a search for which no sentence was scored. */
function explainSearched(text: string, { subjects, constraints, expected }: Question): Explanation {
  const years = [...constraints.years];
  const question = { text, subjects: [...subjects], constraints: { ...constraints, years }, expected };
  return { question, sentences: [] };
}

/** Returns whether the sources found so far do not answer, so that another backend is worth asking. */
function isThin({ error_code }: ResearchOutcome): boolean {
  return error_code === "research_insufficient_evidence";
}
