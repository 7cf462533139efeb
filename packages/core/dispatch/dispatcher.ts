import { AdapterError } from "../errors/adapter-error.ts";
import { ServiceError } from "../errors/service-error.ts";
import type { Logger } from "../log/logger.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { echoArguments } from "../tool/arguments.ts";
import type { Tool } from "../tool/tool.ts";
import { Attempts, type AttemptsOptions } from "./attempts.ts";
import type { Call, CallOptions } from "./call.ts";
import { CallEndings } from "./call-endings.ts";
import { CallsInFlight } from "./calls-in-flight.ts";
import type { DispatchResult } from "./dispatch-result.ts";
import { prepareCall } from "./prepare-call.ts";
import { previewRequests } from "./preview/preview-requests.ts";
import { redactResult } from "./redaction.ts";

/** A call is over by then where the platform sets no deadline of its own: the idle limit of a regional REST API. */
export const DEFAULT_DEADLINE_MS = 300_000;

export interface DispatcherOptions extends AttemptsOptions {
  logger: Logger;
  /** Left out, nothing is counted. */
  metrics?: Metrics | undefined;
}

/** Carries out tool calls: one a process, over one shared pair of pools. */
export class Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #inFlight = new CallsInFlight();
  readonly #attempts: Attempts;
  readonly #endings: CallEndings;

  constructor(options: DispatcherOptions) {
    this.#options = options;
    this.#attempts = new Attempts(options);
    this.#endings = new CallEndings(options);
  }

  /** Never throws for a tool's or a provider's sake: every such failure is a result. Throws ServiceError `not_found` for an unknown tool. */
  async call(
    caller: { tenantId: string },
    name: string,
    args: unknown,
    options: CallOptions = {},
  ): Promise<DispatchResult> {
    return this.run(caller, this.#toolCalled(name), args, options);
  }

  /**
   * What a call would send, as `result: {requests}`, or the refusal it would meet before it sent anything. It sends nothing itself,
   * asks no name server, and leaves no trace but its log line. Keys, message ids and times that a call makes up are others in every
   * preview, and in the call itself. Of research all backends' requests are shown; each is asked only when those before it failed.
   * Throws as `call` does.
   */
  async preview(
    caller: { tenantId: string },
    name: string,
    args: unknown,
    options: CallOptions = {},
  ): Promise<DispatchResult> {
    const call = this.#begin("tool_preview", caller, this.#toolCalled(name), options);
    try {
      const input = await prepareCall(call, args, this.#options.resolver);
      const requests = await previewRequests(call, input, this.#options);
      return this.#endings.succeeded(call, { requests });
    } catch (error) {
      return this.#endings.failed(call, error);
    }
  }

  /** A call's arguments as they may be shown again, to a client, a model or a person. */
  echo(name: string, args: unknown): unknown {
    return echoArguments(this.#options.registry.get(name), args);
  }

  /** Carries out a tool that need not be in the registry: the service's own reads and revocations at a provider. */
  async run(
    caller: { tenantId: string },
    tool: Tool,
    args: unknown,
    options: CallOptions = {},
  ): Promise<DispatchResult> {
    const call = this.#begin("tool_call", caller, tool, options);
    try {
      const result = redactResult(await this.#perform(call, args), call.secrets);
      if (call.credential) await this.#options.notes.worked(call.credential);
      return this.#endings.succeeded(call, result);
    } catch (error) {
      return this.#endings.failed(call, error);
    }
  }

  #toolCalled(name: string): Tool {
    const tool = this.#options.registry.get(name);
    if (tool) return tool;
    throw new ServiceError("not_found", `There is no tool called ${name.slice(0, 80)}.`);
  }

  #begin(event: Call["event"], { tenantId }: { tenantId: string }, tool: Tool, options: CallOptions): Call {
    const startedAt = this.#options.clock.monotonic();
    const deadlineAt = startedAt + (options.deadlineMs ?? DEFAULT_DEADLINE_MS);
    const nothingYet = {
      attempts: 0,
      tries: 0,
      reachedOut: false,
      waitedMs: 0,
      secrets: [],
      outcomeUnknown: false,
    };
    return { event, tool, tenantId, startedAt, deadlineAt, options, ...nothingYet };
  }

  async #perform(call: Call, args: unknown): Promise<unknown> {
    const input = await prepareCall(call, args, this.#options.resolver);
    const leave = this.#enter(call);
    try {
      return await this.#attempts.make(call, input);
    } finally {
      leave();
    }
  }

  #enter(call: Call): () => void {
    try {
      return this.#inFlight.enter(call.tenantId);
    } catch (error) {
      if (error instanceof AdapterError) call.retryAfterSeconds = error.detail.retryAfterSeconds;
      throw error;
    }
  }
}
