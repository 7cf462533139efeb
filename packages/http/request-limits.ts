import { createHash } from "node:crypto";
import type { Caller, OperatorCaller, TenantCaller } from "@plumbline/core/access/caller.ts";
import type { Clock } from "@plumbline/core/clock/clock.ts";
import { AdapterError } from "@plumbline/core/errors/adapter-error.ts";
import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import { DEFAULT_REQUEST_RATES, type RequestRates } from "@plumbline/core/fairness/request-rates.ts";
import type { Release, Shares } from "@plumbline/core/fairness/shares.ts";
import {
  RUN_LIMIT,
  type RunPlace,
  type StageLimits,
  type StageVerdict,
} from "@plumbline/core/fairness/stage-limits.ts";
import { type Metrics, noMetrics } from "@plumbline/core/metrics/metrics.ts";
import type { Context } from "hono";
import { findEndpoint } from "./endpoints/list.ts";
import { TokenBuckets } from "./token-buckets.ts";

/** A rate limit that applies to a request. */
interface Limit {
  name: string;
  perMinute: number;
  /** Subject of the limit in a refusal. */
  whose: string;
}

/** The part of a tenant's caller that determines its limits. */
type RatedCaller = Pick<TenantCaller, "type" | "tenantId" | "keyId" | "policy" | "grants">;

/**
 * Requests counted across a stage before they are served: calls, research and MCP. A run is counted when it
 * takes its place (`admitRun`), so that both cost one write.
 */
const COUNTED_BY_STAGE: ReadonlySet<string> = new Set(
  (["callTool", "completePrompt", "checkText", "postMcp"] as const)
    .map(findEndpoint)
    .map(({ method, path }) => `${method} ${path}`),
);

/** Number of remembered callers. Beyond it all are forgotten, which costs each one a round trip. */
const MAX_TRACKED = 10_000;

/** Paths polled often and without a key by monitoring. */
export const NEVER_LIMITED: ReadonlySet<string> = new Set(["/healthz", "/readyz", "/metrics"]);

/**
 * Limits the requests of each tenant and key, and of each IP address without a valid key, in this process.
 * On AWS, calls and runs are also counted across all instances of a stage (docs/limits.md).
 *
 * Responses have the headers `ratelimit-limit`, `ratelimit-remaining` and `ratelimit-reset` (seconds until
 * the limit is fully restored) of draft-ietf-httpapi-ratelimit-headers-06, which clients and gateways
 * support. Later drafts use one structured field, `RateLimit`, whose format still changes.
 */
export class RequestLimits {
  readonly #buckets: TokenBuckets;
  readonly #rates: RequestRates;
  readonly #stage: StageLimits | undefined;
  readonly #metrics: Metrics;
  /** The limits of callers that this process has met, by the digest of their credentials. */
  readonly #met = new Map<string, { tenantId: string; limits: readonly Limit[] }>();

  constructor(ports: {
    clock: Clock;
    /** If omitted, the defaults apply. */
    rates?: RequestRates | undefined;
    /** Omitted if a single process serves everybody. */
    stage?: StageLimits | undefined;
    metrics?: Metrics | undefined;
  }) {
    this.#rates = ports.rates ?? DEFAULT_REQUEST_RATES;
    this.#buckets = new TokenBuckets(ports.clock);
    this.#stage = ports.stage;
    this.#metrics = ports.metrics ?? noMetrics;
  }

  /**
   * Identifies a caller and counts its request. A session counts for its tenant and for the key that created
   * it. A caller that this process has met is counted across the stage while it is identified; the count is
   * taken back if it turns out to be invalid or to have other limits. Throws ServiceError
   * `too_many_requests` with `retry-after`, and what `identify` throws.
   */
  async countCaller(context: Context, identify: () => Promise<Caller>): Promise<Caller> {
    const { method, routePath } = context.req;
    const isCounted = this.#stage !== undefined && COUNTED_BY_STAGE.has(`${method} ${routePath}`);
    const shown = isCounted ? hashAuthorization(context.req.header("authorization")) : undefined;
    const met = this.#met.get(shown ?? "");
    const mayCount = met && !this.#findUsedUp(met.limits);
    let early = mayCount ? this.#stage?.admit(met.tenantId, met.limits) : undefined;
    const undo = async () => {
      const verdict = await early;
      early = undefined;
      if (verdict?.refusedBy === undefined) await verdict?.undo();
    };
    try {
      const caller = await identify();
      const limits = this.#listLimits(caller);
      this.#count(limits, context, caller.type === "tenant" ? caller.tenantId : undefined);
      if (!isCounted || caller.type !== "tenant") return caller;
      const { tenantId } = caller;
      const isAsMet = early && JSON.stringify(met) === JSON.stringify({ tenantId, limits });
      if (!isAsMet) await undo();
      if (this.#met.size >= MAX_TRACKED) this.#met.clear();
      if (shown !== undefined) this.#met.set(shown, { tenantId, limits });
      await this.#admitToStage(caller, early ?? this.#stage?.admit(tenantId, limits));
      return caller;
    } catch (error) {
      // A refusal by the stage has taken nothing, so that there is nothing to take back.
      await undo();
      if (error instanceof ServiceError && error.status === 401) this.#met.delete(shown ?? "");
      throw error;
    }
  }

  /**
   * Admits a run of the agent across all instances of a stage. Returns a function that releases its place.
   * Throws as `countCaller` does.
   */
  async admitRun(caller: RatedCaller, place: Omit<RunPlace, "atMost">): Promise<() => Promise<void>> {
    const atMost = caller.policy.concurrent_runs ?? this.#rates.runsPerTenant;
    const run = { ...place, atMost };
    return this.#admitToStage(
      caller,
      this.#stage?.admit(caller.tenantId, this.#listLimits(caller), run),
      run,
    );
  }

  async #admitToStage(
    caller: RatedCaller,
    admission: Promise<StageVerdict> | undefined,
    run?: RunPlace,
  ): Promise<() => Promise<void>> {
    const { tenantId } = caller;
    const verdict = await admission;
    if (verdict?.refusedBy === undefined) return verdict?.leave ?? (async () => undefined);
    const { refusedBy, retryAfterSeconds } = verdict;
    const limit = this.#listLimits(caller).find(({ name }) => name === refusedBy);
    if (refusedBy !== RUN_LIMIT && limit) throw this.#createRefusal(limit, retryAfterSeconds, tenantId);
    throw new ServiceError(
      "too_many_requests",
      `This tenant has reached its limit of agent runs in progress, ${run?.atMost}. Wait until one ends.`,
      { retryAfterSeconds },
    );
  }

  /**
   * Counts a request without a valid key by its IP address. Without an address, as on AWS where the firewall
   * counts, the request is accepted. A valid key is never refused because of its address, since many callers
   * may share one behind a proxy. Throws as `countCaller` does.
   */
  countAnonymous(context: Context): void {
    const address: unknown = context.env?.clientAddress;
    if (typeof address !== "string" || NEVER_LIMITED.has(context.req.path)) return;
    const perMinute = this.#rates.perAddress;
    this.#count([{ name: `address ${address}`, perMinute, whose: "Requests without a key" }], context);
  }

  #listLimits(caller: OperatorCaller | RatedCaller): Limit[] {
    const { perTenant } = this.#rates;
    if (caller.type === "operator")
      return [{ name: `key ${caller.keyId}`, perMinute: perTenant, whose: "Requests of this operator" }];
    const { tenantId, keyId, policy, grants } = caller;
    const ofKey = grants.requestsPerMinute;
    return [
      {
        name: `tenant ${tenantId}`,
        perMinute: policy.requests_per_minute ?? perTenant,
        whose: "Requests of this tenant",
      },
      ...(ofKey === undefined
        ? []
        : [{ name: `key ${keyId}`, perMinute: ofKey, whose: "Requests with this key" }]),
    ];
  }

  #count(limits: readonly Limit[], context: Context, tenant_id?: string): void {
    // Check all limits before taking a token, so that a refusal by one does not use up another.
    const empty = this.#findUsedUp(limits);
    for (const { name, perMinute } of empty ? [empty] : limits) this.#buckets.take(name, perMinute);
    this.#tell(empty ? [empty] : limits, context);
    if (!empty) return;
    throw this.#createRefusal(empty, this.#buckets.retryAfterSeconds(empty.name, empty.perMinute), tenant_id);
  }

  #findUsedUp(limits: readonly Limit[]): Limit | undefined {
    return limits.find(({ name, perMinute }) => this.#buckets.look(name, perMinute).remaining < 1);
  }

  #createRefusal({ whose, perMinute }: Limit, retryAfterSeconds: number, tenant_id?: string): ServiceError {
    this.#metrics.add("plumbline_requests_limited_total", { tenant_id });
    const message = `${whose} are limited to ${perMinute} a minute. Wait, then send requests more slowly.`;
    return new ServiceError("too_many_requests", message, { retryAfterSeconds });
  }

  /** Sets the headers for the limit that is closest to being exceeded. */
  #tell(limits: readonly Limit[], context: Context): void {
    const states = limits.map(({ name, perMinute }) => this.#buckets.look(name, perMinute));
    const [closest] = states.sort((one, other) => one.remaining - other.remaining);
    if (!closest) return;
    context.header("ratelimit-limit", String(closest.limit));
    context.header("ratelimit-remaining", String(closest.remaining));
    context.header("ratelimit-reset", String(closest.resetSeconds));
  }
}

/** Returns what identifies a caller's credentials in memory without revealing them. */
function hashAuthorization(authorization: string | undefined): string | undefined {
  return authorization && createHash("sha256").update(authorization).digest("base64");
}

/**
 * Admits a stream or a completion: waits for a permit and returns a function that releases it. Throws
 * ServiceError `too_many_requests` with `retry-after` if the tenant has reached its limit. If the client
 * disconnects while waiting, it also throws.
 */
export async function admit(
  shares: Pick<Shares, "acquire">,
  { tenantId }: Pick<TenantCaller, "tenantId">,
  options: { signal: AbortSignal; atMost?: number | undefined },
): Promise<Release> {
  try {
    return await shares.acquire({ tenantId, ...options });
  } catch (error) {
    if (!(error instanceof AdapterError) || error.code !== "rate_limit") throw error;
    const { retryAfterSeconds = 1 } = error.detail;
    throw new ServiceError("too_many_requests", error.message, { retryAfterSeconds });
  }
}
