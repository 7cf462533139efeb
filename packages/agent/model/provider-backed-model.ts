import type { Secret } from "@plumbline/core/access/secret.ts";
import type { Clock, Random } from "@plumbline/core/clock/clock.ts";
import { DEFAULT_LONGEST_WAIT_SECONDS, decideRetry } from "@plumbline/core/dispatch/retry-policy.ts";
import type { StreamingHttpClient } from "@plumbline/core/egress/streaming-http-client.ts";
import { AdapterError } from "@plumbline/core/errors/adapter-error.ts";
import type { Release, Shares } from "@plumbline/core/fairness/shares.ts";
import { loadOnce } from "@plumbline/core/loading/load-once.ts";
import { type Metrics, noMetrics } from "@plumbline/core/metrics/metrics.ts";
import type { Tool } from "@plumbline/core/tool/tool.ts";
import type { Tracer } from "@plumbline/core/tracing/tracer.ts";
import { startChat } from "./chat-span.ts";
import type { Model, ModelEvent, ModelRequest, ModelUsage } from "./model.ts";
import { createBusyError, createCancelledError, ModelError, toModelError } from "./model-error.ts";
import { createModelFetch } from "./model-fetch.ts";
import {
  buildProviderPrompt,
  buildProviderTool,
  type ModelDriver,
  mapOfferedNames,
  type ProviderCall,
} from "./provider-call.ts";
import { convertThrownError, readTurn } from "./read-turn.ts";

export interface ProviderBackedModelOptions {
  id: string;
  /** Reads the key and loads the provider's package. Called by the first request. */
  load(): Promise<ModelDriver>;
  /** The provider's URL. No other host can be reached. */
  baseUrl: string;
  /** Secrets to redact in errors. */
  secrets: readonly Secret[];
  http: StreamingHttpClient;
  clock: Clock;
  random: Random;
  /** Maximum total wait within one turn, in milliseconds. Defaults to 60 s. */
  longestWaitMs?: number | undefined;
  /** If omitted, nothing is counted. */
  metrics?: Metrics | undefined;
  /** Limits concurrent requests and shares them fairly between tenants. If omitted, there is no limit. */
  shares?: Shares | undefined;
  /** If omitted, nothing is traced. */
  tracer?: Tracer | undefined;
  /** The provider's name in traces (`gen_ai.provider.name`). */
  provider: string;
}

/** A provider's model. Extends the provider's package with our connections, retry policy and errors. */
export class ProviderBackedModel implements Model {
  readonly id: string;
  readonly #options: ProviderBackedModelOptions;
  readonly #driver: () => Promise<ModelDriver>;

  constructor(options: ProviderBackedModelOptions) {
    this.id = options.id;
    this.#options = options;
    this.#driver = loadOnce(options.load);
  }

  async *stream(request: ModelRequest): AsyncGenerator<ModelEvent, void> {
    const release = await this.#acquirePermit(request);
    const span = startChat(this.#options, request);
    try {
      for await (const event of this.#attempt({ ...request, span: span.context })) {
        if (event.type === "finish") span.finish(event);
        yield event;
      }
    } catch (error) {
      span.end(error instanceof ModelError ? error.code : "internal");
      throw error;
    } finally {
      span.end("abandoned");
      release?.();
    }
  }

  /** Waits for a permit of the concurrency limit. A turn holds the permit through all its attempts. */
  async #acquirePermit({ tenantId = "", signal, deadline }: ModelRequest): Promise<Release | undefined> {
    try {
      return await this.#options.shares?.acquire({ tenantId, signal, withinMs: deadline.remainingMs() });
    } catch (error) {
      throw error instanceof AdapterError ? createBusyError(error) : error;
    }
  }

  async *#attempt(request: ModelRequest): AsyncGenerator<ModelEvent, void> {
    let waitedMs = 0;
    for (let attempt = 1; ; attempt++) {
      let begun = false;
      try {
        for await (const event of this.#turn(request)) {
          begun = true;
          if (event.type === "finish") this.#count(event.usage, request.tenantId);
          yield event;
        }
        return;
      } catch (error) {
        if (!(error instanceof AdapterError)) throw error;
        if (begun) throw this.#reportFailure(error, begun);
        waitedMs += await this.#waitForRetry(request, error, attempt, waitedMs);
      }
    }
  }

  async *#turn(request: ModelRequest): AsyncGenerator<ModelEvent, void> {
    const { http, clock, baseUrl } = this.#options;
    const { deadline, signal, span } = request;
    const tools = request.toolChoice === "none" ? [] : request.tools;
    const call = createProviderCall(request, tools);
    const driver = await this.#driver();
    const model = await driver(createModelFetch({ http, clock, baseUrl, deadline, signal, span }));
    try {
      const { stream } = await model.doStream(call);
      yield* readTurn(stream, mapOfferedNames(tools));
    } catch (error) {
      throw convertThrownError(error);
    }
  }

  /**
   * Waits before the next attempt and returns the wait in milliseconds. Throws the error if no attempt is
   * left.
   */
  async #waitForRetry(
    request: ModelRequest,
    error: AdapterError,
    attempt: number,
    waitedMs: number,
  ): Promise<number> {
    const { clock, random, longestWaitMs = DEFAULT_LONGEST_WAIT_SECONDS * 1000 } = this.#options;
    const decision = decideRetry({
      error,
      attempt,
      idempotency: "read",
      effect: "read",
      waitedMs,
      longestWaitMs,
      remainingMs: request.deadline.remainingMs(),
      jitter: random.fraction(),
    });
    if (!decision.retry) throw this.#reportFailure(error, false);
    try {
      await clock.wait(decision.waitMs, request.signal);
    } catch {
      throw createCancelledError();
    }
    return decision.waitMs;
  }

  #count({ inputTokens, outputTokens }: ModelUsage, tenant_id: string | undefined): void {
    const { metrics = noMetrics } = this.#options;
    const of = { model: this.id, tenant_id };
    metrics.add("plumbline_model_tokens_total", { direction: "in", ...of }, inputTokens);
    metrics.add("plumbline_model_tokens_total", { direction: "out", ...of }, outputTokens);
  }

  #reportFailure(error: AdapterError, begun: boolean): ModelError {
    return toModelError(error, { begun, secrets: this.#options.secrets });
  }
}

function createProviderCall(request: ModelRequest, tools: readonly Tool[]): ProviderCall {
  const { system, messages, maxOutputTokens, schema, temperature } = request;
  return {
    prompt: buildProviderPrompt(system, messages, tools.length > 0),
    ...(tools.length === 0 ? {} : { tools: tools.map(buildProviderTool), toolChoice: { type: "auto" } }),
    ...(schema === undefined ? {} : { responseFormat: { type: "json", ...schema } }),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...(temperature === undefined ? {} : { temperature }),
    // Tool calls are held back until they are complete, so streaming their arguments has no use.
    providerOptions: { anthropic: { toolStreaming: false } },
  };
}
