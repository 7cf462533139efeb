import type { HttpClient } from "@plumbline/core/egress/http-message.ts";
import type { Language } from "../../lexicon/language.ts";
import type { BackendName, UnverifiedNote } from "../outcome.ts";

/** Hits kept of one answer, and asked for where the backend lets one say how many. */
export const MAX_HITS = 20;

/**
 * One hit as a backend gives it: text without tags and entities, each entry of `quotes` verbatim from the
 * page's own snippet.
 */
export interface SearchHit {
  url: string;
  title: string;
  /**
   * One or more separate verbatim quotes of the page, in the backend's order, with their line breaks and any
   * Markdown.
   */
  quotes: readonly string[];
  /** ISO date (YYYY-MM-DD), where the backend knows when the page was published. */
  published?: string | undefined;
}

export interface SearchAnswer {
  /** At most MAX_HITS, best first. */
  hits: readonly SearchHit[];
  /** Holds what the reader should know of this answer: engines that did not respond. */
  notes: readonly UnverifiedNote[];
  /** Why an answer without hits is not to be believed as long as another backend can be asked. */
  suspect?: string;
}

export interface SearchCall {
  query: string;
  /** Holds what the question is written in; left out or null where it cannot be told. */
  language?: Language | null;
  /** Milliseconds for this backend. */
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  /** In place of the backend's own way out. */
  http?: HttpClient | undefined;
}

/**
 * A public search. An empty `hits` means a well-formed answer that found nothing;
 * everything that should make the next backend be asked is thrown as BackendFailure.
 */
export interface SearchBackend {
  readonly name: BackendName;
  search(call: SearchCall): Promise<SearchAnswer>;
}

/**
 * This backend cannot answer now: outage, quota, bad key, block page. `message` is one line for the provider
 * chain, "search_a: the API key was refused", without secrets and without the provider's own text.
 */
export class BackendFailure extends Error {
  override readonly name = "BackendFailure";
  /** The backend does not take its key: only the operator can mend that. */
  readonly keyRefused: boolean;

  constructor(backend: BackendName, reason: string, { keyRefused = false }: { keyRefused?: boolean } = {}) {
    super(`${backend}: ${reason}`);
    this.keyRefused = keyRefused;
  }
}

/** Holds what one backend answered. */
export interface BackendAnswer {
  backend: BackendName;
  answer: SearchAnswer;
}
