import type { Clock } from "../clock/clock.ts";
import { AdapterRateLimitedError, AdapterTransientError } from "../errors/adapter-error.ts";
import { type Metrics, noMetrics } from "../metrics/metrics.ts";

/** The places that are shared out, as metrics name them. */
export type SharedBy = "calls" | "origin" | "runs" | "research" | "model";

export interface SharesOptions {
  name: SharedBy;
  /** Places in all. */
  most: number;
  /** Requests of one tenant that may wait for a place. */
  longestQueue: number;
  /** Milliseconds that one may wait. */
  longestWaitMs: number;
  clock: Clock;
  /** Left out, nothing is counted. */
  metrics?: Metrics | undefined;
}

/** A request for one place. */
export interface PlaceRequest {
  tenantId: string;
  /** Places that this tenant may hold at most, where somebody has set a bound. */
  atMost?: number | undefined;
  /** Gives the place up before it was given. */
  signal?: AbortSignal | undefined;
  /** Milliseconds that this request has left. */
  withinMs?: number | undefined;
}

/** Gives a place back. A second call does nothing. */
export type Leave = () => void;

interface Waiting {
  atMost: number;
  enter(): void;
}

interface TenantShare {
  held: number;
  /** In the order they came. */
  waiting: Set<Waiting>;
  /** Requests that were refused, less those that were given a place since. */
  turnedAway: number;
}

/** A tenant that was turned away often is asked to stay away longer, up to this. */
const LONGEST_RETRY_SECONDS = 60;

/**
 * Shares a number of places out by tenant. A tenant may hold as many places as are still free: alone it gets
 * half of them, beside another busy tenant a third, and a tenant that holds none gets one as long as any is
 * free. Requests that find no place wait in their tenant's queue, and tenants with a queue take turns. A
 * request is refused when the queue is full or its time is over.
 */
export class Shares {
  readonly #options: SharesOptions;
  /** In the order of their turns. */
  readonly #tenants = new Map<string, TenantShare>();
  #held = 0;
  #waiting = 0;

  constructor(options: SharesOptions) {
    this.#options = options;
  }

  /** Places that are taken, requests that wait for one, and the tenants that have either. */
  get load(): { held: number; waiting: number; tenants: number } {
    return { held: this.#held, waiting: this.#waiting, tenants: this.#tenants.size };
  }

  /**
   * Waits for a place, and answers with what gives it back. Throws AdapterRateLimitedError, with
   * `retryAfterSeconds`, when the tenant's queue is full or the wait was too long, and
   * AdapterTransientError when the signal aborts first.
   */
  async enter(request: PlaceRequest): Promise<Leave> {
    return this.tryEnter(request) ?? this.#queue(request);
  }

  /** Takes a place that is free for this tenant, without a wait. Returns `undefined` when none is. */
  tryEnter({ tenantId, atMost = Number.POSITIVE_INFINITY }: PlaceRequest): Leave | undefined {
    const share = this.#tenants.get(tenantId);
    if ((share && share.waiting.size > 0) || !this.#mayHoldMore(share?.held ?? 0, atMost)) return undefined;
    return this.#take(tenantId, share ?? this.#shareOf(tenantId));
  }

  #mayHoldMore(held: number, atMost: number): boolean {
    return held < Math.min(atMost, this.#options.most - this.#held);
  }

  #shareOf(tenantId: string): TenantShare {
    const share = this.#tenants.get(tenantId) ?? { held: 0, waiting: new Set(), turnedAway: 0 };
    this.#tenants.set(tenantId, share);
    return share;
  }

  #take(tenantId: string, share: TenantShare): Leave {
    share.held += 1;
    this.#held += 1;
    if (share.turnedAway > 0) share.turnedAway -= 1;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      share.held -= 1;
      this.#held -= 1;
      this.#forgetIfIdle(tenantId, share);
      this.#serveWaiting();
    };
  }

  #forgetIfIdle(tenantId: string, share: TenantShare): void {
    if (share.held === 0 && share.waiting.size === 0) this.#tenants.delete(tenantId);
  }

  #queue({ tenantId, atMost, signal, withinMs }: PlaceRequest): Promise<Leave> {
    const { clock, longestQueue, longestWaitMs, metrics = noMetrics, name } = this.#options;
    const share = this.#shareOf(tenantId);
    return new Promise<Leave>((resolve, reject) => {
      if (signal?.aborted) return reject(this.#abandoned(tenantId, share));
      if (share.waiting.size >= longestQueue) return reject(this.#refusal(tenantId, share));
      const leaveQueue = () => {
        share.waiting.delete(waiting);
        this.#waiting -= 1;
        cancelTimer();
        signal?.removeEventListener("abort", abort);
      };
      const waiting: Waiting = {
        atMost: atMost ?? Number.POSITIVE_INFINITY,
        enter: () => {
          leaveQueue();
          resolve(this.#take(tenantId, share));
        },
      };
      const abort = () => {
        leaveQueue();
        reject(this.#abandoned(tenantId, share));
      };
      const cancelTimer = clock.after(Math.min(longestWaitMs, withinMs ?? longestWaitMs), () => {
        leaveQueue();
        reject(this.#refusal(tenantId, share));
      });
      signal?.addEventListener("abort", abort, { once: true });
      share.waiting.add(waiting);
      this.#waiting += 1;
      metrics.set("plumbline_shares_waiting", { share: name }, this.#waiting);
    });
  }

  /** Gives the places that are free to those who wait, one tenant after the other. */
  #serveWaiting(): void {
    while (this.#waiting > 0 && this.#serveNext());
  }

  #serveNext(): boolean {
    for (const [tenantId, share] of this.#tenants) {
      const [first] = share.waiting;
      if (!first || !this.#mayHoldMore(share.held, first.atMost)) continue;
      // Its next turn comes after all others'.
      this.#tenants.delete(tenantId);
      this.#tenants.set(tenantId, share);
      first.enter();
      return true;
    }
    return false;
  }

  #refusal(tenantId: string, share: TenantShare): AdapterRateLimitedError {
    const { longestQueue, longestWaitMs, metrics = noMetrics, name } = this.#options;
    share.turnedAway += 1;
    metrics.add("plumbline_shares_refused_total", { share: name, tenant_id: tenantId });
    const rounds = 1 + share.turnedAway / longestQueue;
    const { held } = share;
    this.#forgetIfIdle(tenantId, share);
    return new AdapterRateLimitedError(
      `${held} of this tenant's ${SHARED[name]} are under way, and it may have no more at the moment; wait for one to end.`,
      { retryAfterSeconds: Math.min(LONGEST_RETRY_SECONDS, Math.ceil((rounds * longestWaitMs) / 1_000)) },
    );
  }

  #abandoned(tenantId: string, share: TenantShare): AdapterTransientError {
    this.#forgetIfIdle(tenantId, share);
    return new AdapterTransientError("The call was cancelled by its caller while it waited for its turn.", {
      permanent: true,
      providerCode: "aborted",
    });
  }
}

/** The things that places are for, in the words of a refusal. */
const SHARED: Readonly<Record<SharedBy, string>> = {
  calls: "calls",
  origin: "calls to this host",
  runs: "runs of the agent",
  research: "research requests",
  model: "questions to the model",
};
