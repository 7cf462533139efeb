import type { Clock } from "../clock/clock.ts";
import { AdapterRateLimitedError, AdapterTransientError } from "../errors/adapter-error.ts";
import { type Metrics, noMetrics } from "../metrics/metrics.ts";
import type { PermitRequest, Release } from "./shares.ts";

/** Time constant of the average processor use, in milliseconds. */
const AVERAGE_MS = 250;
/** A tenant is alone if no other has sent a request for this long. */
const ALONE_AFTER_MS = 10_000;
/** A tenant must leave twice as much of the processor free as it uses, so that others rarely wait. */
const FREE_FACTOR = 3;
/** Share that a tenant may always use. */
const MIN_SHARE = 0.1;
/** Milliseconds by which a timer may fire early. */
const EARLY_MS = 0.5;
const MAX_QUEUE = 64;
const MAX_WAIT_MS = 5_000;
/** Minimum and maximum assumed cost of a request, in milliseconds, and the initial assumption. */
const [MIN_COST_MS, MAX_COST_MS, FIRST_COST_MS] = [0.1, 50, 1];
/** Number of requests between measurements of their cost. */
const MEASURED_REQUESTS = 20;
/** Weight of a new measurement. */
const NEW_WEIGHT = 0.3;
/** Number of tenants that triggers a cleanup. */
const SWEEP_OVER = 10_000;

/** A queued request. */
interface Waiting {
  begin(): void;
}

interface TenantUse {
  /** Milliseconds used, with exponential decay. */
  used: number;
  /** Time of the last decay of `used`. */
  at: number;
  waiting: Set<Waiting>;
  /** True if a timer is set to start the next waiting requests. */
  isTimed: boolean;
}

/**
 * Shares one process's processor between tenants. A tenant may use half as much of each second as remains
 * free: a third next to a tenant that sends little, a quarter next to another busy one, and always at least a
 * tenth. A tenant that is alone is not limited. Excess requests wait in the tenant's queue, before their body
 * is read. They are refused if the queue is full or they have waited too long.
 *
 * Node does not report the cost of a request. Each is charged the average of the last requests, derived from
 * how long the event loop was active, plus measured costs (`charge`).
 */
export class CpuShares {
  readonly #clock: Clock;
  readonly #metrics: Metrics;
  readonly #activeMs: () => number;
  readonly #tenants = new Map<string, TenantUse>();
  readonly #total = { used: 0, at: 0 };
  /** Tenant and time of the last request. `#lastOfOthers` is the time of another tenant's last request. */
  #last = { tenantId: "", at: Number.NEGATIVE_INFINITY };
  #lastOfOthers = Number.NEGATIVE_INFINITY;
  #costMs = FIRST_COST_MS;
  #measured = { requests: 0, activeMs: 0, chargedMs: 0 };

  /** `activeMs` returns the milliseconds for which the event loop has been active. */
  constructor(ports: { clock: Clock; metrics?: Metrics | undefined; activeMs: () => number }) {
    this.#clock = ports.clock;
    this.#metrics = ports.metrics ?? noMetrics;
    this.#activeMs = ports.activeMs;
    this.#measured.activeMs = ports.activeMs();
  }

  /**
   * Waits until the tenant may use the processor for a request. Throws AdapterRateLimitedError with
   * `retryAfterSeconds`, and AdapterTransientError if the signal aborts first. There is nothing to release.
   */
  async acquire({ tenantId, signal }: Pick<PermitRequest, "tenantId" | "signal">): Promise<Release> {
    const now = this.#clock.monotonic();
    if (this.#last.tenantId !== tenantId) this.#lastOfOthers = this.#last.at;
    this.#last = { tenantId, at: now };
    const use = this.#getUse(tenantId);
    if (use.waiting.size > 0 || this.#getExcessMs(use) > 0) await this.#wait(tenantId, use, signal);
    else this.#begin(tenantId);
    return () => undefined;
  }

  #begin(tenantId: string): void {
    this.#measure();
    this.charge(tenantId, this.#costMs);
  }

  /** Charges a tenant for time spent on its request. */
  charge(tenantId: string, ms: number): void {
    const use = this.#getUse(tenantId);
    for (const one of [use, this.#total]) one.used = this.#decay(one) + ms;
    this.#measured.chargedMs += ms;
  }

  /** Returns the milliseconds until the tenant's use is within its share. */
  #getExcessMs(use: TenantUse): number {
    const now = this.#clock.monotonic();
    if (now - this.#lastOfOthers > ALONE_AFTER_MS) return 0;
    const own = this.#decay(use);
    const others = Math.max(0, this.#decay(this.#total) - own);
    const share = Math.max((AVERAGE_MS - others) / FREE_FACTOR, MIN_SHARE * AVERAGE_MS);
    return own <= share ? 0 : AVERAGE_MS * Math.log(own / share);
  }

  #wait(tenantId: string, use: TenantUse, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(createCancelledError());
      if (use.waiting.size >= MAX_QUEUE) return reject(this.#refuse(tenantId, use));
      const leaveQueue = () => {
        use.waiting.delete(waiting);
        cancelTimer();
        signal?.removeEventListener("abort", abort);
      };
      const waiting: Waiting = {
        begin: () => {
          leaveQueue();
          this.#begin(tenantId);
          resolve();
        },
      };
      const abort = () => {
        leaveQueue();
        reject(createCancelledError());
      };
      const cancelTimer = this.#clock.after(MAX_WAIT_MS, () => {
        leaveQueue();
        reject(this.#refuse(tenantId, use));
      });
      signal?.addEventListener("abort", abort, { once: true });
      use.waiting.add(waiting);
      this.#scheduleNext(use);
    });
  }

  /** Starts the next waiting requests once the tenant may use the processor again. */
  #scheduleNext(use: TenantUse): void {
    if (use.isTimed || use.waiting.size === 0) return;
    use.isTimed = true;
    this.#clock.after(Math.max(1, this.#getExcessMs(use)), () => {
      use.isTimed = false;
      for (const waiting of use.waiting) {
        if (this.#getExcessMs(use) > EARLY_MS) break;
        waiting.begin();
      }
      this.#scheduleNext(use);
    });
  }

  #refuse(tenantId: string, use: TenantUse): AdapterRateLimitedError {
    this.#metrics.add("plumbline_shares_refused_total", { share: "cpu", tenant_id: tenantId });
    const aheadMs = this.#getExcessMs(use) + 2 * use.waiting.size * this.#costMs;
    return new AdapterRateLimitedError(
      "This tenant uses more than its share of the processor while other tenants need it. Send fewer requests at once.",
      { retryAfterSeconds: Math.max(1, Math.ceil(aheadMs / 1_000)) },
    );
  }

  /** Measures the average cost of requests, excluding measured costs. */
  #measure(): void {
    const measured = this.#measured;
    measured.requests += 1;
    if (measured.requests < MEASURED_REQUESTS) return;
    const activeMs = this.#activeMs();
    const chargedDirectlyMs = measured.chargedMs - (measured.requests - 1) * this.#costMs;
    const usedMs = activeMs - measured.activeMs - Math.max(0, chargedDirectlyMs);
    const averageMs = usedMs / measured.requests;
    const cost = this.#costMs + NEW_WEIGHT * (averageMs - this.#costMs);
    this.#costMs = Math.min(MAX_COST_MS, Math.max(MIN_COST_MS, cost));
    this.#measured = { requests: 0, activeMs, chargedMs: 0 };
  }

  #getUse(tenantId: string): TenantUse {
    const known = this.#tenants.get(tenantId);
    if (known) return known;
    const now = this.#clock.monotonic();
    if (this.#tenants.size >= SWEEP_OVER)
      for (const [id, { waiting, at }] of this.#tenants)
        if (waiting.size === 0 && now - at > ALONE_AFTER_MS) this.#tenants.delete(id);
    const fresh: TenantUse = { used: 0, at: now, waiting: new Set(), isTimed: false };
    this.#tenants.set(tenantId, fresh);
    return fresh;
  }

  /** Applies the exponential decay since the last call, and returns what remains. */
  #decay(one: { used: number; at: number }): number {
    const now = this.#clock.monotonic();
    one.used *= Math.exp((one.at - now) / AVERAGE_MS);
    one.at = now;
    return one.used;
  }
}

function createCancelledError(): AdapterTransientError {
  return new AdapterTransientError("The request was cancelled while it waited.", { permanent: true });
}
