import { AdapterRateLimitedError } from "../errors/adapter-error.ts";

/** A quarter of the sockets the pool opens to one host: a tenant whose calls hang leaves room for the others. */
const MAX_PER_TENANT = 64;

/** How many calls each tenant has under way in this process. */
export class CallsInFlight {
  readonly #counts = new Map<string, number>();

  /** Counts a call in; what it returns counts it out. Throws AdapterRateLimitedError when the tenant has 64 under way. */
  enter(tenantId: string): () => void {
    const count = this.#counts.get(tenantId) ?? 0;
    if (count >= MAX_PER_TENANT) {
      throw new AdapterRateLimitedError(
        `${MAX_PER_TENANT} calls are under way already; wait for one of them to end.`,
        {
          retryAfterSeconds: 1,
        },
      );
    }
    this.#counts.set(tenantId, count + 1);
    return () => {
      const left = (this.#counts.get(tenantId) ?? 1) - 1;
      if (left === 0) this.#counts.delete(tenantId);
      else this.#counts.set(tenantId, left);
    };
  }
}
