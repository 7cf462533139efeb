import type { Clock } from "../clock/clock.ts";
import { AdapterRateLimitedError, AdapterTransientError } from "../errors/adapter-error.ts";
import { type Metrics, noMetrics } from "../metrics/metrics.ts";

/** Names of the limiters in metrics. */
export type SharedBy = "calls" | "origin" | "runs" | "research" | "model";

export interface SharesOptions {
  name: SharedBy;
  /** Number of permits. */
  most: number;
  /** Maximum number of a tenant's queued requests. */
  longestQueue: number;
  /** Maximum time that a request may queue, in milliseconds. */
  longestWaitMs: number;
  clock: Clock;
  /** If omitted, nothing is counted. */
  metrics?: Metrics | undefined;
}

export interface PermitRequest {
  tenantId: string;
  /** Maximum number of permits that the tenant may hold, if it has its own limit. */
  atMost?: number | undefined;
  /** Cancels the wait for a permit. */
  signal?: AbortSignal | undefined;
  /** Milliseconds until the request's deadline. */
  withinMs?: number | undefined;
}

/** Releases a permit. Calling it again does nothing. */
export type Release = () => void;

/** A queued request. */
interface Waiting {
  atMost: number;
  /** Gives the request its permit. */
  admit(): void;
}

interface TenantShare {
  held: number;
  /** Queued requests in order of arrival. */
  waiting: Set<Waiting>;
  /** Number of refused requests, minus those admitted since. */
  refused: number;
}

/** Maximum retry delay. The delay grows each time a tenant is refused. */
const MAX_RETRY_SECONDS = 60;

/**
 * A semaphore that shares its permits fairly between tenants. A tenant may hold as many permits as are free:
 * half of them if it is alone, a third next to another busy tenant. A tenant without permits can get the last
 * free one. Other requests wait in their tenant's queue, and the queues are served in turn. A request is
 * refused if the queue is full or it has waited too long.
 */
export class Shares {
  readonly #options: SharesOptions;
  /** Tenants, in the order of their turns. */
  readonly #tenants = new Map<string, TenantShare>();
  #held = 0;
  #waiting = 0;

  constructor(options: SharesOptions) {
    this.#options = options;
  }

  /** Number of permits held, of queued requests, and of tenants with either. */
  get load(): { held: number; waiting: number; tenants: number } {
    return { held: this.#held, waiting: this.#waiting, tenants: this.#tenants.size };
  }

  /**
   * Waits for a permit, unless one is free. Returns a function that releases it. Rejects with
   * AdapterRateLimitedError with `retryAfterSeconds` if the tenant's queue is full or the wait is too long,
   * and with AdapterTransientError if the signal aborts first.
   */
  acquire(request: PermitRequest): Release | Promise<Release> {
    return this.tryAcquire(request) ?? this.#queue(request);
  }

  /** Takes a permit if one is free for this tenant, otherwise returns `undefined`. Does not wait. */
  tryAcquire({ tenantId, atMost = Number.POSITIVE_INFINITY }: PermitRequest): Release | undefined {
    const share = this.#tenants.get(tenantId);
    if ((share && share.waiting.size > 0) || !this.#mayHoldMore(share?.held ?? 0, atMost)) return undefined;
    return this.#take(tenantId, share ?? this.#getShare(tenantId));
  }

  #mayHoldMore(held: number, atMost: number): boolean {
    return held < Math.min(atMost, this.#options.most - this.#held);
  }

  #getShare(tenantId: string): TenantShare {
    const share = this.#tenants.get(tenantId) ?? { held: 0, waiting: new Set(), refused: 0 };
    this.#tenants.set(tenantId, share);
    return share;
  }

  #take(tenantId: string, share: TenantShare): Release {
    share.held += 1;
    this.#held += 1;
    if (share.refused > 0) share.refused -= 1;
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      share.held -= 1;
      this.#held -= 1;
      this.#forgetIfIdle(tenantId, share);
      this.#serveWaiting();
    };
  }

  #forgetIfIdle(tenantId: string, share: TenantShare): void {
    if (share.held === 0 && share.waiting.size === 0) this.#tenants.delete(tenantId);
  }

  #queue({ tenantId, atMost, signal, withinMs }: PermitRequest): Promise<Release> {
    const { clock, longestQueue, longestWaitMs, metrics = noMetrics, name } = this.#options;
    const share = this.#getShare(tenantId);
    return new Promise<Release>((resolve, reject) => {
      if (signal?.aborted) return reject(this.#abandon(tenantId, share));
      if (share.waiting.size >= longestQueue) return reject(this.#refuse(tenantId, share));
      const leaveQueue = () => {
        share.waiting.delete(waiting);
        this.#waiting -= 1;
        cancelTimer();
        signal?.removeEventListener("abort", abort);
      };
      const waiting: Waiting = {
        atMost: atMost ?? Number.POSITIVE_INFINITY,
        admit: () => {
          leaveQueue();
          resolve(this.#take(tenantId, share));
        },
      };
      const abort = () => {
        leaveQueue();
        reject(this.#abandon(tenantId, share));
      };
      const cancelTimer = clock.after(Math.min(longestWaitMs, withinMs ?? longestWaitMs), () => {
        leaveQueue();
        reject(this.#refuse(tenantId, share));
      });
      signal?.addEventListener("abort", abort, { once: true });
      share.waiting.add(waiting);
      this.#waiting += 1;
      metrics.set("plumbline_shares_waiting", { share: name }, this.#waiting);
    });
  }

  /** Gives free permits to queued requests, one tenant at a time. */
  #serveWaiting(): void {
    while (this.#waiting > 0 && this.#serveNext());
  }

  #serveNext(): boolean {
    for (const [tenantId, share] of this.#tenants) {
      const [first] = share.waiting;
      if (!first || !this.#mayHoldMore(share.held, first.atMost)) continue;
      // Moves the tenant to the end, so that all others have their turn first.
      this.#tenants.delete(tenantId);
      this.#tenants.set(tenantId, share);
      first.admit();
      return true;
    }
    return false;
  }

  #refuse(tenantId: string, share: TenantShare): AdapterRateLimitedError {
    const { longestQueue, longestWaitMs, metrics = noMetrics, name } = this.#options;
    share.refused += 1;
    metrics.add("plumbline_shares_refused_total", { share: name, tenant_id: tenantId });
    const rounds = 1 + share.refused / longestQueue;
    const { held } = share;
    this.#forgetIfIdle(tenantId, share);
    return new AdapterRateLimitedError(
      `This tenant already has ${held} ${SHARED[name]} in progress, which is its current limit. Wait until one ends.`,
      { retryAfterSeconds: Math.min(MAX_RETRY_SECONDS, Math.ceil((rounds * longestWaitMs) / 1_000)) },
    );
  }

  #abandon(tenantId: string, share: TenantShare): AdapterTransientError {
    this.#forgetIfIdle(tenantId, share);
    return new AdapterTransientError("The call was cancelled by its caller while it was queued.", {
      permanent: true,
      providerCode: "aborted",
    });
  }
}

/** Names of what is limited, for error messages. */
const SHARED: Readonly<Record<SharedBy, string>> = {
  calls: "calls",
  origin: "calls to this host",
  runs: "agent runs",
  research: "research requests",
  model: "model requests",
};
