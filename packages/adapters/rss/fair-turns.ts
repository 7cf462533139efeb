import { AdapterTransientError } from "@plumbline/core/errors/adapter-error.ts";

/** Limits on turns: how many may work at once, how many may wait per tenant, and how many may wait in all. */
export interface TurnLimits {
  atOnce: number;
  waitingPerTenant: number;
  waiting: number;
}

/**
 * Turns at a scarce resource. Tenants that wait are served in rotation, so that one of them cannot block the
 * others.
 */
export class FairTurns {
  readonly #limits: TurnLimits;
  /** The tenant whose turn is next stands first. */
  readonly #lanes = new Map<string, (() => void)[]>();
  #taken = 0;
  #waiting = 0;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /**
   * Resolves when it is the tenant's turn; `leave` ends it. Throws AdapterTransientError when too many wait
   * already, unless the caller is patient: it then bounds by itself how many of its own wait.
   */
  async enter(tenantId: string, { patient = false } = {}): Promise<void> {
    const { atOnce, waitingPerTenant, waiting } = this.#limits;
    if (this.#taken < atOnce) {
      this.#taken += 1;
      return;
    }
    const lane = this.#lanes.get(tenantId) ?? [];
    if (!patient && (lane.length >= waitingPerTenant || this.#waiting >= waiting)) {
      throw new AdapterTransientError("Too many feeds are being read just now.", { retryAfterSeconds: 5 });
    }
    this.#lanes.set(tenantId, lane);
    this.#waiting += 1;
    await new Promise<void>((resolve) => lane.push(resolve));
  }

  /** Ends a turn: it goes to who waits next, whose tenant then stands behind the others. */
  leave(): void {
    for (const [tenantId, [next, ...others]] of this.#lanes) {
      this.#lanes.delete(tenantId);
      if (others.length > 0) this.#lanes.set(tenantId, others);
      this.#waiting -= 1;
      next?.();
      return;
    }
    this.#taken -= 1;
  }
}
