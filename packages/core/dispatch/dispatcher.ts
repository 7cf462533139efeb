import { Secret } from "../access/secret.ts";
import type { Clock } from "../clock/clock.ts";
import type { Random } from "../clock/random.ts";
import type { CredentialRecord } from "../credentials/credential.ts";
import type { CredentialResolver, OpenCredential } from "../credentials/resolver.ts";
import type { Egress } from "../egress/egress.ts";
import type { HttpClient } from "../egress/http-message.ts";
import { AdapterAuthError, AdapterError, AdapterTransientError } from "../errors/adapter-error.ts";
import { ServiceError } from "../errors/service-error.ts";
import { describeUnexpected, type LogFields, type Logger } from "../log/logger.ts";
import { DEFAULT_TIMEOUT_SECONDS } from "../tool/arguments.ts";
import { echoArguments } from "../tool/echo.ts";
import type { ToolRegistry } from "../tool/registry.ts";
import type { Tool } from "../tool/tool.ts";
import { ToolRefusal } from "../tool/tool-refusal.ts";
import type { Call, CallOptions } from "./call.ts";
import { failureFields, failureOutcome, refusalOutcome } from "./call-failure.ts";
import { CallHttp, clientFor, fetchClientFor } from "./call-http.ts";
import { CallsInFlight } from "./calls-in-flight.ts";
import type { CredentialNotes } from "./credential-notes.ts";
import type { DispatchFailure, DispatchResult } from "./dispatch-result.ts";
import { parseArguments } from "./parse-arguments.ts";
import { loggable, redactResult } from "./redaction.ts";
import { decideRetry } from "./retry-policy.ts";
import { Steps } from "./steps.ts";

/** A call is over by then where the platform sets no deadline of its own: the idle limit of a regional REST API. */
export const DEFAULT_DEADLINE_MS = 300_000;

export interface DispatcherOptions {
  registry: ToolRegistry;
  resolver: CredentialResolver;
  notes: CredentialNotes;
  egress: Egress;
  clock: Clock;
  random: Random;
  logger: Logger;
}

/** Carries out tool calls: one a process, over one shared pair of pools. */
export class Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #clients = new Map<Tool, HttpClient>();
  readonly #inFlight = new CallsInFlight();

  constructor(options: DispatcherOptions) {
    this.#options = options;
    for (const tool of options.registry.list()) this.#clients.set(tool, clientFor(tool, options.egress));
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
      return await this.#tryAttempts(call, input);
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

  async #tryAttempts(call: Call, input: Record<string, unknown>): Promise<unknown> {
    const { clock, random, egress } = this.#options;
    const { tool, tenantId, deadlineAt } = call;
    const { signal } = call.options;
    const timeoutMs = Number(input.timeout_seconds ?? DEFAULT_TIMEOUT_SECONDS) * 1000;
    const bounds = { timeoutMs, deadlineAt, signal };
    const http = new CallHttp(this.#clients.get(tool) ?? clientFor(tool, egress), tool.reach, bounds, clock);
    call.http = http;
    const steps = new Steps();
    const shared = {
      tenantId,
      http,
      guarded: new CallHttp(fetchClientFor(tool, egress), { to: "nowhere" }, bounds, clock),
      clock,
      idempotencyKey: random.uuid(),
      once: <Result>(step: string, run: () => Promise<Result>) => steps.once(step, run),
      conceal: (secret: Secret) => void call.secrets.push(secret),
      timeoutMs,
      remainingMs: () => deadlineAt - clock.monotonic(),
      signal,
    };
    for (;;) {
      call.attempts += 1;
      try {
        const credential = await this.#openCredential(call);
        return await tool.run(input, { ...shared, credential });
      } catch (error) {
        await this.#beforeNextAttempt(call, error);
      }
    }
  }

  async #openCredential(call: Call): Promise<OpenCredential | undefined> {
    if (!call.credential || call.open) return call.open;
    call.open = await this.#options.resolver.open(call.credential);
    call.secrets.push(call.open.token);
    return call.open;
  }

  /** Waits for the next attempt, or throws the error when there is none. */
  async #beforeNextAttempt(call: Call, error: unknown): Promise<void> {
    if (!(error instanceof AdapterError)) throw error;
    if (error.detail.outcomeUnknown) call.outcomeUnknown = true;
    const { clock, random, notes } = this.#options;
    const decision = decideRetry({
      error,
      attempt: call.attempts,
      idempotency: call.tool.idempotency,
      remainingMs: call.deadlineAt - clock.monotonic(),
      jitter: random.fraction(),
    });
    call.reason = decision.reason;
    if (!decision.retry) {
      if (error.detail.partlyDone) call.outcomeUnknown = true;
      const seconds = error.detail.retryAfterSeconds ?? (decision.waitMs ?? 0) / 1000;
      if (seconds > 0) call.retryAfterSeconds = Math.ceil(seconds);
      if (error instanceof AdapterAuthError && call.credential)
        await notes.refused(call.credential, error, call.secrets);
      throw error;
    }
    await this.#wait(decision.waitMs, call, error);
  }

  async #wait(ms: number, call: Call, error: AdapterError): Promise<void> {
    const { options, outcomeUnknown } = call;
    try {
      await this.#options.clock.wait(ms, options.signal);
    } catch {
      if (error.detail.partlyDone) {
        call.outcomeUnknown = true;
        throw error;
      }
      const message = "The call was cancelled while it waited for its next attempt.";
      throw new AdapterTransientError(message, { outcomeUnknown });
    }
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
