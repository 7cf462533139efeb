import type { Clock } from "../clock/clock.ts";
import type { HttpClient } from "../egress/http-message.ts";
import {
  BackendFailure,
  type SearchAnswer,
  type SearchBackend,
  type SearchCall,
} from "./backends/search-backend.ts";
import type { BackendName, ChainLink } from "./outcome.ts";

export interface ChainBudget {
  /** Milliseconds one backend may take. */
  backendTimeoutMs: number;
  /** Milliseconds all of them may take together. */
  totalMs: number;
}

/** The first believable answer, if any backend gave one, and a link for every backend up to it. Only the last link may be `ok`. */
export interface ChainResult {
  answered: { backend: BackendName; answer: SearchAnswer } | null;
  chain: readonly ChainLink[];
}

/**
 * Asks the backends in priority order until one answers, each once: the chain is the retry. Rejects with the signal's reason when
 * the caller gives up, and never for a provider's sake.
 */
export async function askInOrder(
  backends: readonly SearchBackend[],
  query: string,
  budget: ChainBudget,
  { clock, signal, http }: { clock: Clock; signal?: AbortSignal | undefined; http?: HttpClient | undefined },
): Promise<ChainResult> {
  const end = clock.monotonic() + budget.totalMs;
  const chain: ChainLink[] = [];
  for (const [index, backend] of backends.entries()) {
    signal?.throwIfAborted();
    const timeoutMs = Math.floor(Math.min(budget.backendTimeoutMs, end - clock.monotonic()));
    const answer = await ask(backend, { query, timeoutMs, signal, http });
    signal?.throwIfAborted();
    if (typeof answer === "string") {
      chain.push({ backend: backend.name, ok: false, error: answer });
    } else if (answer.suspect !== undefined && index < backends.length - 1) {
      chain.push({ backend: backend.name, ok: false, error: `${backend.name}: ${answer.suspect}` });
    } else {
      chain.push({ backend: backend.name, ok: true });
      return { answered: { backend: backend.name, answer }, chain };
    }
  }
  return { answered: null, chain };
}

/** The backend's answer, or in one line why there is none. */
async function ask(backend: SearchBackend, call: SearchCall): Promise<SearchAnswer | string> {
  if (call.timeoutMs < 1) return `${backend.name}: not asked, the time for this research was used up`;
  try {
    return await backend.search(call);
  } catch (error) {
    if (error instanceof BackendFailure) return error.message;
    throw error;
  }
}
