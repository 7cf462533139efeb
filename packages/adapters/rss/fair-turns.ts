import { AdapterTransientError } from "@plumbline/core/errors/adapter-error.ts";

/** Limits of a concurrency limiter: permits in use at once, waiters per tenant, and waiters in total. */
export interface TurnLimits {
  atOnce: number;
  waitingPerTenant: number;
  waiting: number;
}

/**
 * A concurrency limiter. Waiting tenants are served in rotation, so that one of them cannot block the others.
 */
export class FairTurns {
  readonly #limits: TurnLimits;
  /** Waiters by tenant. The tenant to serve next is first. */
  readonly #lanes = new Map<string, (() => void)[]>();
  #inUse = 0;
  #waiting = 0;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /**
   * Resolves with a permit for the tenant, which `leave` releases. Throws AdapterTransientError if too many
   * are already waiting. `patient` callers are exempt, because they limit the number of their waiters
   * themselves.
   */
  async enter(tenantId: string, { patient = false } = {}): Promise<void> {
    const { atOnce, waitingPerTenant, waiting } = this.#limits;
    if (this.#inUse < atOnce) {
      this.#inUse += 1;
      return;
    }
    const lane = this.#lanes.get(tenantId) ?? [];
    if (!patient && (lane.length >= waitingPerTenant || this.#waiting >= waiting)) {
      throw new AdapterTransientError("Too many feeds are being read right now.", { retryAfterSeconds: 5 });
    }
    this.#lanes.set(tenantId, lane);
    this.#waiting += 1;
    await new Promise<void>((resolve) => lane.push(resolve));
  }

  /** Passes a permit on to the next waiter, whose tenant then moves to the end of the rotation. */
  leave(): void {
    for (const [tenantId, [next, ...others]] of this.#lanes) {
      this.#lanes.delete(tenantId);
      if (others.length > 0) this.#lanes.set(tenantId, others);
      this.#waiting -= 1;
      next?.();
      return;
    }
    this.#inUse -= 1;
  }
}
