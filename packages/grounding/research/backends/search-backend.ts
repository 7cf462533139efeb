import type { HttpClient } from "@plumbline/core/egress/http-message.ts";
import type { Language } from "../../lexicon/language.ts";
import type { BackendName, UnverifiedNote } from "../outcome.ts";

/** Maximum number of hits to use from one response. Also requested from backends that support a limit. */
export const MAX_HITS = 20;

/** One search result. Its texts contain no tags or entities. */
export interface SearchHit {
  url: string;
  title: string;
  /**
   * One or more verbatim quotes from the backend's snippet of the page, in the backend's order. They may
   * contain line breaks and Markdown.
   */
  quotes: readonly string[];
  /** ISO date (YYYY-MM-DD), if the backend knows when the page was published. */
  published?: string | undefined;
}

export interface SearchResponse {
  /** At most MAX_HITS, best first. */
  hits: readonly SearchHit[];
  /** Notes for the user about this response, such as engines that did not respond. */
  notes: readonly UnverifiedNote[];
  /** Set if an empty response may be wrong, so that another backend should be asked: the reason. */
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
 * A web search. Empty `hits` means a valid response without results. Throws BackendFailure for everything
 * after which the next backend should be asked.
 */
export interface SearchBackend {
  readonly name: BackendName;
  search(call: SearchCall): Promise<SearchResponse>;
}

/**
 * Thrown if the backend cannot respond now: outage, quota, bad key, block page. `message` is one line for the
 * provider chain ("search_a: the API key was refused"), without secrets or the provider's own text.
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

export interface BackendResponse {
  backend: BackendName;
  answer: SearchResponse;
}
