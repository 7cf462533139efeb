import type { Caller } from "@plumbline/core/access/caller.ts";
import type { Clock } from "@plumbline/core/clock/clock.ts";
import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import { DEFAULT_REQUEST_RATES, type RequestRates } from "@plumbline/core/fairness/request-rates.ts";
import { TokenBuckets } from "@plumbline/core/fairness/token-buckets.ts";
import { type Metrics, noMetrics } from "@plumbline/core/metrics/metrics.ts";
import type { Context } from "hono";

/** A bucket that a request takes a token of. */
interface Limit {
  name: string;
  perMinute: number;
  /** Whose requests these are, in the words of a refusal. */
  whose: string;
}

/** Asked by what looks after the process, without a key and often. */
export const NEVER_LIMITED: ReadonlySet<string> = new Set(["/healthz", "/readyz", "/metrics"]);

/**
 * Limits the requests of each tenant and key, and those of each address that come without a valid key. The
 * limits hold for one process: where there are several, each has its own (docs/limits.md).
 *
 * Answers carry `ratelimit-limit`, `ratelimit-remaining` and `ratelimit-reset` (seconds until the limit is
 * whole again), the three fields of draft-ietf-httpapi-ratelimit-headers-06, which clients and gateways read.
 * Later drafts put the same into one structured field, `RateLimit`, whose form still changes.
 */
export class RequestLimits {
  readonly #buckets: TokenBuckets;
  readonly #rates: RequestRates;
  readonly #metrics: Metrics;

  constructor(ports: {
    clock: Clock;
    /** Left out, the defaults. */
    rates?: RequestRates | undefined;
    metrics?: Metrics | undefined;
  }) {
    this.#rates = ports.rates ?? DEFAULT_REQUEST_RATES;
    this.#buckets = new TokenBuckets(ports.clock);
    this.#metrics = ports.metrics ?? noMetrics;
  }

  /**
   * Counts a request whose caller is known. A session counts for its tenant and for the key that made it.
   * Throws ServiceError `too_many_requests`, with `retry-after`.
   */
  countCaller(caller: Caller, context: Context): void {
    this.#count(this.#limitsOf(caller), context, caller.type === "tenant" ? caller.tenantId : undefined);
  }

  /**
   * Counts a request without a valid key for its address. One that the platform gives no address, as on AWS,
   * where the firewall counts, is let through. A key that is valid is never refused for its address: behind a
   * proxy or a company's gateway, one address is many callers. Throws as `countCaller` does.
   */
  countAnonymous(context: Context): void {
    const address: unknown = context.env?.clientAddress;
    if (typeof address !== "string" || NEVER_LIMITED.has(context.req.path)) return;
    const perMinute = this.#rates.perAddress;
    this.#count([{ name: `address ${address}`, perMinute, whose: "Requests without a key" }], context);
  }

  #limitsOf(caller: Caller): Limit[] {
    const { perTenant } = this.#rates;
    if (caller.type === "operator")
      return [{ name: `key ${caller.keyId}`, perMinute: perTenant, whose: "This operator's requests" }];
    const { tenantId, keyId, policy, grants } = caller;
    const ofKey = grants.requestsPerMinute;
    return [
      {
        name: `tenant ${tenantId}`,
        perMinute: policy.requests_per_minute ?? perTenant,
        whose: "This tenant's requests",
      },
      ...(ofKey === undefined
        ? []
        : [{ name: `key ${keyId}`, perMinute: ofKey, whose: "The requests of this key" }]),
    ];
  }

  #count(limits: readonly Limit[], context: Context, tenant_id?: string): void {
    // All are asked before any token is taken: what one limit refuses costs nothing of another.
    const empty = limits.find(({ name, perMinute }) => this.#buckets.look(name, perMinute).remaining < 1);
    for (const { name, perMinute } of empty ? [empty] : limits) this.#buckets.take(name, perMinute);
    this.#tell(empty ? [empty] : limits, context);
    if (!empty) return;
    this.#metrics.add("plumbline_requests_limited_total", { tenant_id });
    throw new ServiceError(
      "too_many_requests",
      `${empty.whose} are limited to ${empty.perMinute} a minute; wait, and send fewer.`,
      { retryAfterSeconds: this.#buckets.retryAfterSeconds(empty.name, empty.perMinute) },
    );
  }

  /** Tells the limit that is closest to its end. */
  #tell(limits: readonly Limit[], context: Context): void {
    const states = limits.map(({ name, perMinute }) => this.#buckets.look(name, perMinute));
    const [closest] = states.sort((one, other) => one.remaining - other.remaining);
    if (!closest) return;
    context.header("ratelimit-limit", String(closest.limit));
    context.header("ratelimit-remaining", String(closest.remaining));
    context.header("ratelimit-reset", String(closest.resetSeconds));
  }
}
