import type { Clock } from "../clock/clock.ts";
import { AdapterRateLimitedError, AdapterTransientError } from "../errors/adapter-error.ts";
import { type Metrics, noMetrics } from "../metrics/metrics.ts";
import type { Leave, PlaceRequest } from "./shares.ts";

/** Use of the processor is averaged over about this time, in milliseconds. */
const AVERAGED_MS = 250;
/** A tenant is alone if no other has sent a request for this long. */
const ALONE_AFTER_MS = 10_000;
/** A tenant leaves twice as much of the processor free as it uses, so that others rarely wait for it. */
const KEPT_FREE = 3;
/** Share that a tenant may use whatever the others do. */
const LEAST_SHARE = 0.1;
/** Milliseconds by which a timer may run early. */
const EARLY_MS = 0.5;
const LONGEST_QUEUE = 64;
const LONGEST_WAIT_MS = 5_000;
/** Bounds of what a request is assumed to cost, in milliseconds, and the assumption at the start. */
const [LEAST_COST_MS, MOST_COST_MS, FIRST_COST_MS] = [0.1, 50, 1];
/** Number of requests after which their cost is measured again. */
const MEASURED_REQUESTS = 20;
/** Weight of a new measurement. */
const NEW_WEIGHT = 0.3;
/** Number of tenants that triggers a cleanup. */
const SWEEP_OVER = 10_000;

interface Waiting {
  begin(): void;
}

interface TenantUse {
  /** Milliseconds used, fading with time. */
  used: number;
  at: number;
  waiting: Set<Waiting>;
  isTimed: boolean;
}

/**
 * Shares the processor of one process between tenants. A tenant may use half as much of each second as is
 * still free: a third if one other tenant sends little, a quarter next to another busy one, at least a tenth.
 * A tenant that is alone is not limited. A request above that waits in its tenant's queue, before its body is
 * read, and is refused if the queue is full or it has waited too long.
 *
 * Node does not report what a request costs. Each is charged the average of the last requests, according to
 * the time for which the event loop was active, and in addition what is measured (`charge`).
 */
export class CpuShares {
  readonly #clock: Clock;
  readonly #metrics: Metrics;
  readonly #activeMs: () => number;
  readonly #tenants = new Map<string, TenantUse>();
  readonly #total = { used: 0, at: 0 };
  /** The tenant of the last request, and the last request of any other tenant. */
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
  async enter({ tenantId, signal }: Pick<PlaceRequest, "tenantId" | "signal">): Promise<Leave> {
    const now = this.#clock.monotonic();
    if (this.#last.tenantId !== tenantId) this.#lastOfOthers = this.#last.at;
    this.#last = { tenantId, at: now };
    const use = this.#useOf(tenantId);
    if (use.waiting.size > 0 || this.#overMs(use) > 0) await this.#wait(tenantId, use, signal);
    else this.#begin(tenantId);
    return () => undefined;
  }

  #begin(tenantId: string): void {
    this.#measure();
    this.charge(tenantId, this.#costMs);
  }

  /** Charges time that was spent on a request of a tenant. */
  charge(tenantId: string, ms: number): void {
    const use = this.#useOf(tenantId);
    for (const one of [use, this.#total]) one.used = this.#fade(one) + ms;
    this.#measured.chargedMs += ms;
  }

  /** Returns the milliseconds until the tenant has used no more than its share. */
  #overMs(use: TenantUse): number {
    const now = this.#clock.monotonic();
    if (now - this.#lastOfOthers > ALONE_AFTER_MS) return 0;
    const own = this.#fade(use);
    const others = Math.max(0, this.#fade(this.#total) - own);
    const share = Math.max((AVERAGED_MS - others) / KEPT_FREE, LEAST_SHARE * AVERAGED_MS);
    return own <= share ? 0 : AVERAGED_MS * Math.log(own / share);
  }

  #wait(tenantId: string, use: TenantUse, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (use.waiting.size >= LONGEST_QUEUE) return reject(this.#refusal(tenantId, use));
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
        reject(new AdapterTransientError("The request was cancelled while it waited.", { permanent: true }));
      };
      const cancelTimer = this.#clock.after(LONGEST_WAIT_MS, () => {
        leaveQueue();
        reject(this.#refusal(tenantId, use));
      });
      signal?.addEventListener("abort", abort, { once: true });
      use.waiting.add(waiting);
      this.#beginLater(use);
    });
  }

  /** Begins the next waiting request once the tenant may use the processor again. */
  #beginLater(use: TenantUse): void {
    if (use.isTimed || use.waiting.size === 0) return;
    use.isTimed = true;
    this.#clock.after(Math.max(1, this.#overMs(use)), () => {
      use.isTimed = false;
      for (const waiting of use.waiting) {
        if (this.#overMs(use) > EARLY_MS) break;
        waiting.begin();
      }
      this.#beginLater(use);
    });
  }

  #refusal(tenantId: string, use: TenantUse): AdapterRateLimitedError {
    this.#metrics.add("plumbline_shares_refused_total", { share: "cpu", tenant_id: tenantId });
    const aheadMs = this.#overMs(use) + 2 * use.waiting.size * this.#costMs;
    return new AdapterRateLimitedError(
      "This tenant's requests use more than its share of the processor, and other tenants need it; send fewer at once.",
      { retryAfterSeconds: Math.max(1, Math.ceil(aheadMs / 1_000)) },
    );
  }

  /** Measures what requests cost on average, leaving out what was charged by measurement. */
  #measure(): void {
    const measured = this.#measured;
    measured.requests += 1;
    if (measured.requests < MEASURED_REQUESTS) return;
    const activeMs = this.#activeMs();
    const besides = measured.chargedMs - (measured.requests - 1) * this.#costMs;
    const each = (activeMs - measured.activeMs - Math.max(0, besides)) / measured.requests;
    const cost = this.#costMs + NEW_WEIGHT * (each - this.#costMs);
    this.#costMs = Math.min(MOST_COST_MS, Math.max(LEAST_COST_MS, cost));
    this.#measured = { requests: 0, activeMs, chargedMs: 0 };
  }

  #useOf(tenantId: string): TenantUse {
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

  #fade(one: { used: number; at: number }): number {
    const now = this.#clock.monotonic();
    one.used *= Math.exp((one.at - now) / AVERAGED_MS);
    one.at = now;
    return one.used;
  }
}
