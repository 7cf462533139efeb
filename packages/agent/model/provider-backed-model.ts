import type { Secret } from "@plumbline/core/access/secret.ts";
import type { Clock, Random } from "@plumbline/core/clock/clock.ts";
import { DEFAULT_LONGEST_WAIT_SECONDS, decideRetry } from "@plumbline/core/dispatch/retry-policy.ts";
import type { StreamingHttpClient } from "@plumbline/core/egress/streaming-http-client.ts";
import { AdapterError } from "@plumbline/core/errors/adapter-error.ts";
import type { Leave, Shares } from "@plumbline/core/fairness/shares.ts";
import { loadOnce } from "@plumbline/core/loading/load-once.ts";
import { type Metrics, noMetrics } from "@plumbline/core/metrics/metrics.ts";
import type { Tool } from "@plumbline/core/tool/tool.ts";
import type { Model, ModelEvent, ModelRequest, ModelUsage } from "./model.ts";
import { type ModelError, modelBusy, modelErrorFrom, modelInterrupted } from "./model-error.ts";
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
  /** Reads the key and loads the provider's package; called when the model is first asked. */
  load(): Promise<ModelDriver>;
  /** Reads the key; left out, it is known. */
  ready?: () => Promise<unknown>;
  /** Where the provider is; nothing else is reached. */
  baseUrl: string;
  /** Secrets that must not be seen in an error. */
  secrets: readonly Secret[];
  http: StreamingHttpClient;
  clock: Clock;
  random: Random;
  /** Milliseconds that all waits of one turn together may take; left out, 60 s. */
  longestWaitMs?: number | undefined;
  /** Left out, nothing is counted. */
  metrics?: Metrics | undefined;
  /** Shares the questions that are under way out by tenant; left out, nothing bounds them. */
  shares?: Shares | undefined;
}

/** A model of a provider, with our connections, our retry policy and our errors around its package. */
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
    try {
      yield* this.#tries(request);
    } finally {
      leave?.();
    }
  }

  /** Waits for a place among the questions under way; a turn keeps it through all of its tries. */
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
    const { deadline, signal } = request;
    const tools = request.toolChoice === "none" ? [] : request.tools;
    const call = providerCall(request, tools);
    const driver = await this.#driver();
    const model = await driver(modelFetch({ http, clock, baseUrl, deadline, signal }));
    try {
      const { stream } = await model.doStream(call);
      yield* readTurn(stream, mapOfferedNames(tools));
    } catch (error) {
      throw failureFromThrown(error);
    }
  }

  /** Waits for the next attempt and answers how long, or throws the error when no attempt is left. */
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
    // A call is held back until it is whole, so its arguments need not be streamed before they are checked.
    providerOptions: { anthropic: { toolStreaming: false } },
  };
}
