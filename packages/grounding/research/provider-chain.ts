import type { Deadline } from "@plumbline/core/clock/clock.ts";
import type { HttpClient } from "@plumbline/core/egress/http-message.ts";
import type { Language } from "../lexicon/language.ts";
import {
  BackendFailure,
  type BackendResponse,
  type SearchBackend,
  type SearchCall,
  type SearchResponse,
} from "./backends/search-backend.ts";
import type { BackendName, ChainLink } from "./outcome.ts";

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
  /** Called when a backend is asked and when its pages are read. */
  onProgress?: ((message: string) => void) | undefined;
  /** Called for each backend that refuses its key. */
  onKeyRefused?: ((backend: BackendName) => void) | undefined;
}

/**
 * Asks each configured backend at most once. The next backend serves as the retry. Both methods reject only
 * with the signal's reason if the caller cancels, and never because of a provider.
 */
export class ProviderChain {
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
