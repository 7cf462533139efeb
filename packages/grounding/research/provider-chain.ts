import type { Secret } from "@plumbline/core/access/secret.ts";
import type { Clock } from "@plumbline/core/clock/clock.ts";
import type { HttpClient } from "@plumbline/core/egress/http-message.ts";
import { OriginBoundHttpClient } from "@plumbline/core/egress/pooled-http-client.ts";
import type { Language } from "../lexicon/language.ts";
import type { BackendConnection } from "./backends/backend-exchange.ts";
import {
  BackendFailure,
  type SearchAnswer,
  type SearchBackend,
  type SearchCall,
} from "./backends/search-backend.ts";
import type { BackendName, ChainLink } from "./outcome.ts";

interface ChainBudget {
  /** Milliseconds one backend may take. */
  backendTimeoutMs: number;
  /** Milliseconds all of them may take together, from when the chain is made. */
  totalMs: number;
}

interface ChainOptions {
  /** In priority order. */
  backends: readonly SearchBackend[];
  /** The text that is searched. */
  query: string;
  /** What it is written in; null where that cannot be told. */
  language: Language | null;
  budget: ChainBudget;
  clock: Clock;
  signal?: AbortSignal | undefined;
  /** In place of the backends' own way out. */
  http?: HttpClient | undefined;
  /** Called for each backend that does not take its key. */
  onKeyRefused?: ((backend: BackendName) => void) | undefined;
}

/** What one backend answered. */
export interface BackendAnswer {
  backend: BackendName;
  answer: SearchAnswer;
}

/**
 * The configured backends, each asked at most once: the chain is the retry. Both methods reject with the signal's reason when the
 * caller gives up, and never for a provider's sake.
 */
export class ProviderChain {
  readonly #options: ChainOptions;
  readonly #end: number;
  readonly #links: ChainLink[] = [];

  constructor(options: ChainOptions) {
    this.#options = options;
    this.#end = options.clock.monotonic() + options.budget.totalMs;
  }

  /** One link for each backend so far, in the order in which they were asked. */
  get links(): readonly ChainLink[] {
    return this.#links;
  }

  /** Asks on in priority order until a backend answers; null when none does. */
  async firstAnswer(): Promise<BackendAnswer | null> {
    while (this.#links.length < this.#options.backends.length) {
      const answered = await this.#askNext();
      if (answered !== null) return answered;
    }
    return null;
  }

  /** Asks one more backend, for when the evidence so far is thin; null when it fails, or none is left. */
  async oneMore(): Promise<BackendAnswer | null> {
    return this.#askNext();
  }

  async #askNext(): Promise<BackendAnswer | null> {
    const { backends, query, language, budget, clock, signal, http } = this.#options;
    const index = this.#links.length;
    const backend = backends[index];
    if (backend === undefined) return null;
    signal?.throwIfAborted();
    const timeoutMs = Math.floor(Math.min(budget.backendTimeoutMs, this.#end - clock.monotonic()));
    const answer = await this.#ask(backend, { query, language, timeoutMs, signal, http });
    signal?.throwIfAborted();
    const { name } = backend;
    if (typeof answer === "string") {
      this.#links.push({ backend: name, ok: false, error: answer });
      return null;
    }
    if (answer.suspect !== undefined && index < backends.length - 1) {
      this.#links.push({ backend: name, ok: false, error: `${name}: ${answer.suspect}` });
      return null;
    }
    this.#links.push({ backend: name, ok: true });
    return { backend: name, answer };
  }

  /** The backend's answer, or one line that says why there is none. */
  async #ask(backend: SearchBackend, call: SearchCall): Promise<SearchAnswer | string> {
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

/** Which backends the operator configured; one that is absent is not asked. */
export interface SearchSettings {
  a?: { apiKey: Secret; baseUrl: string } | undefined;
  b?: { apiKey: Secret; baseUrl: string } | undefined;
  c?: { instanceUrl: string } | undefined;
  /** The development fallback; alone and switched on it counts as configured. */
  d?: { baseUrl: string } | undefined;
}

/** The configured backends in priority order, each able to reach its own origin and no other. Loaded when first asked. */
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
  return loadedLater("search_a", async () =>
    (await import("./backends/search-a.ts")).createSearchA(connection),
  );
}

function searchB(connection: BackendConnection & { apiKey: Secret }): SearchBackend {
  return loadedLater("search_b", async () =>
    (await import("./backends/search-b.ts")).createSearchB(connection),
  );
}

function searchC(connection: BackendConnection): SearchBackend {
  return loadedLater("search_c", async () =>
    (await import("./backends/search-c.ts")).createSearchC(connection),
  );
}

function searchD(connection: BackendConnection): SearchBackend {
  return loadedLater("search_d", async () =>
    (await import("./backends/search-d.ts")).createSearchD(connection),
  );
}

/** A backend that costs nothing until it is asked: its wire format is loaded by then. */
function loadedLater(name: BackendName, load: () => Promise<SearchBackend>): SearchBackend {
  return { name, search: async (call) => (await load()).search(call) };
}
