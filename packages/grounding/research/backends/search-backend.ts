import type { HttpClient } from "@plumbline/core/egress/http-message.ts";
import type { Language } from "../../lexicon/language.ts";
import type { BackendName, UnverifiedNote } from "../outcome.ts";

/**
 * Maximum number of hits to keep from one response. Also the number to request if the backend supports that.
 */
export const MAX_HITS = 20;

/**
 * One hit of a backend: text without tags and entities. Each entry of `quotes` is verbatim from the page's
 * own snippet.
 */
export interface SearchHit {
  url: string;
  title: string;
  /**
   * One or more separate verbatim quotes of the page, in the backend's order, with their line breaks and any
   * Markdown.
   */
  quotes: readonly string[];
  /** ISO date (YYYY-MM-DD), if the backend knows when the page was published. */
  published?: string | undefined;
}

export interface SearchAnswer {
  /** At most MAX_HITS, best first. */
  hits: readonly SearchHit[];
  /** Notes for the reader about this response: engines that did not respond. */
  notes: readonly UnverifiedNote[];
  /** Reason why an empty response is not trusted while another backend can be asked. */
  suspect?: string;
}

export interface SearchCall {
  query: string;
  /** Language of the question. Omitted or null if it is unknown. */
  language?: Language | null;
  /** Timeout of this backend, in milliseconds. */
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  /** Replaces the backend's own HTTP client. */
  http?: HttpClient | undefined;
}

/**
 * A public search. Empty `hits` means a well-formed response without results. Throws BackendFailure for
 * everything that should cause the next backend to be asked.
 */
export interface SearchBackend {
  readonly name: BackendName;
  search(call: SearchCall): Promise<SearchAnswer>;
}

/**
 * Thrown if the backend cannot answer now: outage, quota, bad key, block page. `message` is one line for the
 * provider chain, "search_a: the API key was refused", without secrets and the provider's own text.
 */
export class BackendFailure extends Error {
  override readonly name = "BackendFailure";
  /** True if the backend refused its key, which only the operator can fix. */
  readonly keyRefused: boolean;

  constructor(backend: BackendName, reason: string, { keyRefused = false }: { keyRefused?: boolean } = {}) {
    super(`${backend}: ${reason}`);
    this.keyRefused = keyRefused;
  }
}

/** The response of one backend. */
export interface BackendAnswer {
  backend: BackendName;
  answer: SearchAnswer;
}
