import type { Clock } from "../clock/clock.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { type PermitRequest, type Release, type SharedBy, Shares } from "./shares.ts";

/** Concurrency limits of a process, by purpose. Listed in docs/limits.md. */
const PERMITS: Readonly<Record<SharedBy, number>> = {
  calls: 1_024,
  origin: 256,
  runs: 256,
  research: 64,
  model: 256,
};

/** Maximum concurrent requests to an origin that serves both tool calls and model requests. */
export const PERMITS_PER_ORIGIN = PERMITS.origin + PERMITS.model;

/** Limits of a tenant's queue: its length, and the waiting time of a request. */
const MAX_QUEUE = 64;
const MAX_WAIT_MS = 5_000;

/** The concurrency limiters of a process, shared by its tenants. */
export interface ProcessShares {
  calls: Shares;
  origins: OriginShares;
  /** Limits streamed agent runs. */
  runs: Shares;
  /** Limits completions, and research called as a tool. */
  research: Shares;
  model: Shares;
}

/** Creates the limiters of a process. All its requests must use the same ones. */
export function createProcessShares({
  clock,
  metrics,
}: {
  clock: Clock;
  metrics?: Metrics | undefined;
}): ProcessShares {
  const shares = (name: SharedBy) =>
    new Shares({
      name,
      most: PERMITS[name],
      longestQueue: MAX_QUEUE,
      longestWaitMs: MAX_WAIT_MS,
      clock,
      metrics,
    });
  return {
    calls: shares("calls"),
    origins: new OriginShares(() => shares("origin")),
    runs: shares("runs"),
    research: shares("research"),
    model: shares("model"),
  };
}

/** A separate limiter per origin, so that a host that hangs does not block calls to other hosts. */
export class OriginShares {
  readonly #open: () => Shares;
  readonly #byOrigin = new Map<string, Shares>();

  constructor(open: () => Shares) {
    this.#open = open;
  }

  /** Number of origins in use. */
  get size(): number {
    return this.#byOrigin.size;
  }

  /** Acquires a permit for one origin, like `Shares.acquire`. */
  acquire(origin: string, request: PermitRequest): Release | Promise<Release> {
    const shares = this.#byOrigin.get(origin) ?? this.#open();
    this.#byOrigin.set(origin, shares);
    const bindRelease = (release: Release) => () => {
      release();
      this.#forgetIfIdle(origin, shares);
    };
    const entered = shares.acquire(request);
    if (!(entered instanceof Promise)) return bindRelease(entered);
    return entered.then(bindRelease, (error) => {
      this.#forgetIfIdle(origin, shares);
      throw error;
    });
  }

  #forgetIfIdle(origin: string, shares: Shares): void {
    const { held, waiting } = shares.load;
    if (held === 0 && waiting === 0 && this.#byOrigin.get(origin) === shares) this.#byOrigin.delete(origin);
  }
}
