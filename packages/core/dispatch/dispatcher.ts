import { Secret } from "../access/secret.ts";
import type { CredentialRecord } from "../credentials/credential.ts";
import { AdapterError } from "../errors/adapter-error.ts";
import { ServiceError } from "../errors/service-error.ts";
import { describeUnexpected, type LogFields, type Logger } from "../log/logger.ts";
import { echoArguments } from "../tool/echo.ts";
import type { Tool } from "../tool/tool.ts";
import { ToolRefusal } from "../tool/tool-refusal.ts";
import { Attempts, type AttemptsOptions } from "./attempts.ts";
import type { Call, CallOptions } from "./call.ts";
import { failureFields, failureOutcome, refusalOutcome } from "./call-failure.ts";
import { CallsInFlight } from "./calls-in-flight.ts";
import type { DispatchFailure, DispatchResult } from "./dispatch-result.ts";
import { parseArguments } from "./parse-arguments.ts";
import { loggable, redactResult } from "./redaction.ts";

/** A call is over by then where the platform sets no deadline of its own: the idle limit of a regional REST API. */
export const DEFAULT_DEADLINE_MS = 300_000;

export interface DispatcherOptions extends AttemptsOptions {
  logger: Logger;
}

/** Carries out tool calls: one a process, over one shared pair of pools. */
export class Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #inFlight = new CallsInFlight();
  readonly #attempts: Attempts;

  constructor(options: DispatcherOptions) {
    this.#options = options;
    this.#attempts = new Attempts(options);
  }

  /** Never throws for a tool's or a provider's sake: every such failure is a result. Throws ServiceError `not_found` for an unknown tool. */
  async call(
    caller: { tenantId: string },
    name: string,
    args: unknown,
    options: CallOptions = {},
  ): Promise<DispatchResult> {
    const tool = this.#options.registry.get(name);
    if (!tool) throw new ServiceError("not_found", `There is no tool called ${name.slice(0, 80)}.`);
    return this.run(caller, tool, args, options);
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
    const startedAt = this.#options.clock.monotonic();
    const call: Call = {
      tool,
      tenantId: caller.tenantId,
      startedAt,
      deadlineAt: startedAt + (options.deadlineMs ?? DEFAULT_DEADLINE_MS),
      options,
      attempts: 0,
      secrets: [],
      outcomeUnknown: false,
    };
    try {
      const result = redactResult(await this.#perform(call, args), call.secrets);
      if (call.credential) await this.#options.notes.worked(call.credential);
      this.#log(call, "info");
      return { ok: true, tool: tool.name, result, attempts: call.attempts, elapsed_ms: this.#elapsed(call) };
    } catch (error) {
      return this.#failed(call, error);
    }
  }

  async #perform(call: Call, args: unknown): Promise<unknown> {
    const input = parseArguments(call.tool, args);
    for (const value of Object.values(input)) if (value instanceof Secret) call.secrets.push(value);
    call.credential = await this.#findCredential(call, input.credential_id);
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

  async #findCredential({ tool, tenantId }: Call, id: unknown): Promise<CredentialRecord | undefined> {
    const named = typeof id === "string" ? id : undefined;
    if (tool.credential.use === "none" || (tool.credential.use === "optional" && named === undefined))
      return undefined;
    return this.#options.resolver.find(tenantId, named, tool.credential.kinds);
  }

  #failed(call: Call, error: unknown): DispatchFailure {
    const base = {
      ok: false as const,
      tool: call.tool.name,
      attempts: call.attempts,
      elapsed_ms: this.#elapsed(call),
    };
    if (error instanceof ToolRefusal) {
      this.#log(call, "info", { error_code: error.detail.errorCode });
      return { ...base, ...refusalOutcome(error) };
    }
    if (error instanceof AdapterError) {
      this.#log(call, "warn", failureFields(call, error));
      return { ...base, ...failureOutcome(call, error) };
    }
    const code = error instanceof ServiceError ? error.code : "internal";
    this.#log(call, "error", { error_code: code, ...describeUnexpected(error) });
    throw error;
  }

  #elapsed(call: Call): number {
    return Math.round(this.#options.clock.monotonic() - call.startedAt);
  }

  #log(call: Call, level: "info" | "warn" | "error", more: LogFields = {}): void {
    this.#options.logger.log(level, "tool_call", {
      request_id: call.options.requestId,
      tenant_id: call.tenantId,
      credential_id: call.credential?.id,
      tool: call.tool.name,
      attempts: call.attempts,
      elapsed_ms: this.#elapsed(call),
      provider_request_id: loggable(call.http?.providerRequestId, call.secrets),
      provider_status: call.http?.providerStatus,
      ...more,
    });
  }
}
