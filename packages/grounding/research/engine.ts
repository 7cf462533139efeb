import type { Secret } from "@plumbline/core/access/secret.ts";
import { type Clock, Deadline } from "@plumbline/core/clock/clock.ts";
import type { HttpClient } from "@plumbline/core/egress/http-message.ts";
import { OriginBoundHttpClient } from "@plumbline/core/egress/pooled-http-client.ts";
import { loadOnce } from "@plumbline/core/loading/load-once.ts";
import type { Logger } from "@plumbline/core/log/logger.ts";
import type { Metrics } from "@plumbline/core/metrics/metrics.ts";
import type { Language } from "../lexicon/language.ts";
import type { Question } from "../question/question.ts";
import type { PromptClassifier } from "../reader/prompt-classifier.ts";
import type { Reader } from "../reader/reader.ts";
import type { StatementReader } from "../reader/statement-reader.ts";
import type { BackendConnection } from "./backends/backend-exchange.ts";
import {
  BackendFailure,
  type BackendResponse,
  type SearchBackend,
  type SearchCall,
  type SearchResponse,
} from "./backends/search-backend.ts";
import type { FoundReading } from "./judge-answer.ts";
import {
  type BackendName,
  type ChainLink,
  CLAIM_LIMITS,
  createUnanswered,
  type Explanation,
  explainProviderFailure,
  notConfigured,
  nothingPublic,
  type ResearchOutcome,
  refuseOutcome,
} from "./outcome.ts";
import type { JudgedFound } from "./reader-choice.ts";

const loadQuestion = loadOnce(async () => ({
  ...(await import("../question/parse-question.ts")),
  ...(await import("../lexicon/relative-time.ts")),
}));
const loadJudge = loadOnce(() => import("./judge-answer.ts"));
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
  /** Called when a backend is asked and when its pages are read. */
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
  const loadReaders = loadOnce(async () => {
    const [{ SentenceSelector }, { PersonReader }] = await Promise.all([
      import("../reader/sentence-selector.ts"),
      import("../reader/person-reader.ts"),
    ]);
    const ports = { clock, metrics };
    return (
      reader && {
        selector: new SentenceSelector({ reader, ...ports }),
        persons: new PersonReader({ reader, ...ports }),
      }
    );
  });
  const loadStatements = loadOnce(async () => {
    const { StatementReader } = await import("../reader/statement-reader.ts");
    return reader && new StatementReader({ reader, clock, metrics });
  });
  const loadClassifier = loadOnce(async () => {
    const { PromptClassifier } = await import("../reader/prompt-classifier.ts");
    return reader && new PromptClassifier({ reader, clock, metrics });
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
      const readAndJudge = (...found: readonly [BackendResponse, ...BackendResponse[]]) =>
        judge(judging.readFound(question, found));
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

interface ChainBudget {
  /** Timeout of one backend, in milliseconds. */
  backendTimeoutMs: number;
  /** Time by which all of them must have responded. */
  deadline: Deadline;
}

interface ChainOptions {
  /** In priority order. */
  backends: readonly SearchBackend[];
  /** The text to search for. */
  query: string;
  /** Its language, or null if it is unknown. */
  language: Language | null;
  budget: ChainBudget;
  signal?: AbortSignal | undefined;
  /** Replaces the backends' own HTTP clients. */
  http?: HttpClient | undefined;
  onProgress?: ResearchRequest["onProgress"];
  /** Called for each backend that refuses its key. */
  onKeyRefused?: ((backend: BackendName) => void) | undefined;
}

/**
 * Asks each configured backend at most once. The next backend serves as the retry. Both methods reject only
 * with the signal's reason if the caller cancels, and never because of a provider.
 */
class ProviderChain {
  readonly #options: ChainOptions;
  readonly #links: ChainLink[] = [];

  constructor(options: ChainOptions) {
    this.#options = options;
  }

  /** One link for each backend so far, in the order of the requests. */
  get links(): readonly ChainLink[] {
    return this.#links;
  }

  /** Asks backends in priority order until one answers. Returns null if none does. */
  async askUntilAnswered(): Promise<BackendResponse | null> {
    while (this.#links.length < this.#options.backends.length) {
      const answered = await this.#askNext();
      if (answered !== null) return answered;
    }
    return null;
  }

  /**
   * Asks one more backend if the evidence so far is insufficient. Returns null if it fails or there is no
   * other.
   */
  async askOneMore(): Promise<BackendResponse | null> {
    return this.#askNext();
  }

  async #askNext(): Promise<BackendResponse | null> {
    const { backends, query, language, budget, signal, http, onProgress } = this.#options;
    const index = this.#links.length;
    const backend = backends[index];
    if (backend === undefined) return null;
    signal?.throwIfAborted();
    const timeoutMs = Math.floor(Math.min(budget.backendTimeoutMs, budget.deadline.remainingMs()));
    const { name } = backend;
    onProgress?.(`asks ${name}`);
    const answer = await this.#ask(backend, { query, language, timeoutMs, signal, http });
    signal?.throwIfAborted();
    if (typeof answer === "string") {
      this.#links.push({ backend: name, ok: false, error: answer });
      return null;
    }
    if (answer.suspect !== undefined && index < backends.length - 1) {
      this.#links.push({ backend: name, ok: false, error: `${name}: ${answer.suspect}` });
      return null;
    }
    this.#links.push({ backend: name, ok: true });
    onProgress?.(`reads ${answer.hits.length} pages that ${name} found`);
    return { backend: name, answer };
  }

  /** Returns the backend's response, or one line with the reason why it did not answer. */
  async #ask(backend: SearchBackend, call: SearchCall): Promise<SearchResponse | string> {
    if (call.timeoutMs < 1) return `${backend.name}: not asked, the time for this research was used up`;
    try {
      return await backend.search(call);
    } catch (error) {
      if (!(error instanceof BackendFailure)) throw error;
      if (error.keyRefused) this.#options.onKeyRefused?.(backend.name);
      return error.message;
    }
  }
}

/** Settings of each backend. A backend without settings is not asked. */
export interface SearchSettings {
  a?: { apiKey: Secret; baseUrl: string } | undefined;
  b?: { apiKey: Secret; baseUrl: string } | undefined;
  c?: { instanceUrl: string } | undefined;
  /** The development fallback. If enabled without others, research counts as configured. */
  d?: { baseUrl: string } | undefined;
}

/**
 * Creates the configured backends in priority order, each with access only to its own origin. Loaded on first
 * use.
 */
export function createBackends({ a, b, c, d }: SearchSettings, http: HttpClient): SearchBackend[] {
  const connect = (baseUrl: string): BackendConnection => ({
    baseUrl,
    http: new OriginBoundHttpClient(http, [baseUrl]),
  });
  return [
    ...(a ? [searchA({ ...connect(a.baseUrl), apiKey: a.apiKey })] : []),
    ...(b ? [searchB({ ...connect(b.baseUrl), apiKey: b.apiKey })] : []),
    ...(c ? [searchC(connect(c.instanceUrl))] : []),
    ...(d ? [searchD(connect(d.baseUrl))] : []),
  ];
}

function searchA(connection: BackendConnection & { apiKey: Secret }): SearchBackend {
  return loadAtFirstUse("search_a", async () =>
    (await import("./backends/search-a.ts")).createSearchA(connection),
  );
}

function searchB(connection: BackendConnection & { apiKey: Secret }): SearchBackend {
  return loadAtFirstUse("search_b", async () =>
    (await import("./backends/search-b.ts")).createSearchB(connection),
  );
}

function searchC(connection: BackendConnection): SearchBackend {
  return loadAtFirstUse("search_c", async () =>
    (await import("./backends/search-c.ts")).createSearchC(connection),
  );
}

function searchD(connection: BackendConnection): SearchBackend {
  return loadAtFirstUse("search_d", async () =>
    (await import("./backends/search-d.ts")).createSearchD(connection),
  );
}

/** Returns a backend whose code is loaded only when it is first asked. */
function loadAtFirstUse(name: BackendName, load: () => Promise<SearchBackend>): SearchBackend {
  const backend = loadOnce(load);
  return { name, search: async (call) => (await backend()).search(call) };
}
