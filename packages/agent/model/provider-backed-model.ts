import type { Secret } from "@plumbline/core/access/secret.ts";
import type { Clock, Random } from "@plumbline/core/clock/clock.ts";
import { DEFAULT_LONGEST_WAIT_SECONDS, decideRetry } from "@plumbline/core/dispatch/retry-policy.ts";
import type { StreamingHttpClient } from "@plumbline/core/egress/streaming-http-client.ts";
import { AdapterError } from "@plumbline/core/errors/adapter-error.ts";
import type { Leave, Shares } from "@plumbline/core/fairness/shares.ts";
import { loadOnce } from "@plumbline/core/loading/load-once.ts";
import { type Metrics, noMetrics } from "@plumbline/core/metrics/metrics.ts";
import type { Tool } from "@plumbline/core/tool/tool.ts";
import type { Tracer } from "@plumbline/core/tracing/tracer.ts";
import { startChat } from "./chat-span.ts";
import type { Model, ModelEvent, ModelRequest, ModelUsage } from "./model.ts";
import { ModelError, modelBusy, modelErrorFrom, modelInterrupted } from "./model-error.ts";
import { modelFetch } from "./model-fetch.ts";
import {
  buildProviderPrompt,
  buildProviderTool,
  type ModelDriver,
  mapOfferedNames,
  type ProviderCall,
} from "./provider-call.ts";
import { failureFromThrown, readTurn } from "./read-turn.ts";

export interface ProviderBackedModelOptions {
  id: string;
  /** Reads the key and loads the provider's package. Called on the first request. */
  load(): Promise<ModelDriver>;
  /** Reads the key. Omitted if the key is known. */
  ready?: () => Promise<unknown>;
  /** The provider's URL. No other host is reached. */
  baseUrl: string;
  /** Secrets to redact in errors. */
  secrets: readonly Secret[];
  http: StreamingHttpClient;
  clock: Clock;
  random: Random;
  /** Limit in milliseconds of all waits within one turn. Defaults to 60 s. */
  longestWaitMs?: number | undefined;
  /** If omitted, nothing is counted. */
  metrics?: Metrics | undefined;
  /** Limits concurrent requests, shared fairly between tenants. If omitted, there is no limit. */
  shares?: Shares | undefined;
  /** If omitted, nothing is traced. */
  tracer?: Tracer | undefined;
  /** The provider's name in traces (`gen_ai.provider.name`). */
  provider: string;
}

/** A provider's model. Adds our connections, retry policy and errors to the provider's package. */
export class ProviderBackedModel implements Model {
  readonly id: string;
  readonly #options: ProviderBackedModelOptions;
  readonly #driver: () => Promise<ModelDriver>;

  constructor(options: ProviderBackedModelOptions) {
    this.id = options.id;
    this.#options = options;
    this.#driver = loadOnce(options.load);
  }

  async ready(): Promise<void> {
    await this.#options.ready?.();
  }

  async *stream(request: ModelRequest): AsyncGenerator<ModelEvent, void> {
    const leave = await this.#enter(request);
    const span = startChat(this.#options, request);
    try {
      for await (const event of this.#tries({ ...request, span: span.context })) {
        if (event.type === "finish") span.finish(event);
        yield event;
      }
    } catch (error) {
      span.end(error instanceof ModelError ? error.code : "internal");
      throw error;
    } finally {
      span.end("abandoned");
      leave?.();
    }
  }

  /** Waits for a permit of the concurrency limit. A turn holds it through all its attempts. */
  async #enter({ tenantId = "", signal, deadline }: ModelRequest): Promise<Leave | undefined> {
    try {
      return await this.#options.shares?.enter({ tenantId, signal, withinMs: deadline.remainingMs() });
    } catch (error) {
      throw error instanceof AdapterError ? modelBusy(error) : error;
    }
  }

  async *#tries(request: ModelRequest): AsyncGenerator<ModelEvent, void> {
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
        if (begun) throw this.#failed(error, begun);
        waitedMs += await this.#beforeNextAttempt(request, error, attempt, waitedMs);
      }
    }
  }

  async *#turn(request: ModelRequest): AsyncGenerator<ModelEvent, void> {
    const { http, clock, baseUrl } = this.#options;
    const { deadline, signal, span } = request;
    const tools = request.toolChoice === "none" ? [] : request.tools;
    const call = providerCall(request, tools);
    const driver = await this.#driver();
    const model = await driver(modelFetch({ http, clock, baseUrl, deadline, signal, span }));
    try {
      const { stream } = await model.doStream(call);
      yield* readTurn(stream, mapOfferedNames(tools));
    } catch (error) {
      throw failureFromThrown(error);
    }
  }

  /**
   * Waits for the next attempt and returns the wait in milliseconds, or throws the error if no attempt is
   * left.
   */
  async #beforeNextAttempt(
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
    if (!decision.retry) throw this.#failed(error, false);
    try {
      await clock.wait(decision.waitMs, request.signal);
    } catch {
      throw modelInterrupted();
    }
    return decision.waitMs;
  }

  #count({ inputTokens, outputTokens }: ModelUsage, tenant_id: string | undefined): void {
    const { metrics = noMetrics } = this.#options;
    const of = { model: this.id, tenant_id };
    metrics.add("plumbline_model_tokens_total", { direction: "in", ...of }, inputTokens);
    metrics.add("plumbline_model_tokens_total", { direction: "out", ...of }, outputTokens);
  }

  #failed(error: AdapterError, begun: boolean): ModelError {
    return modelErrorFrom(error, { begun, secrets: this.#options.secrets });
  }
}

function providerCall(request: ModelRequest, tools: readonly Tool[]): ProviderCall {
  const { system, messages, maxOutputTokens, schema, temperature } = request;
  return {
    prompt: buildProviderPrompt(system, messages, tools.length > 0),
    ...(tools.length === 0 ? {} : { tools: tools.map(buildProviderTool), toolChoice: { type: "auto" } }),
    ...(schema === undefined ? {} : { responseFormat: { type: "json", ...schema } }),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...(temperature === undefined ? {} : { temperature }),
    // Tool calls are held back until they are complete, so their arguments need not be streamed.
    providerOptions: { anthropic: { toolStreaming: false } },
  };
}
