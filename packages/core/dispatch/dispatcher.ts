import type { CallOwner, ToolCaller } from "../access/caller.ts";
import type { CallRecorder } from "../calls/call-log.ts";
import type { ReconnectStep } from "../credentials/credential.ts";
import { AdapterError } from "../errors/adapter-error.ts";
import { createProcessShares, type ProcessShares } from "../fairness/process-shares.ts";
import type { PermitRequest, Release } from "../fairness/shares.ts";
import type { Logger } from "../log/logger.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { demandArguments, demandTool } from "../policy/decide.ts";
import { findTool } from "../policy/find-tool.ts";
import { parseUrl } from "../text/parsed-url.ts";
import type { Tool } from "../tool/tool.ts";
import { noTracer, type Tracer } from "../tracing/tracer.ts";
import type { ApprovalPort } from "./approval-port.ts";
import { passApproval } from "./approval-step.ts";
import { Attempts, type AttemptsOptions } from "./attempts.ts";
import { Call } from "./call.ts";
import { CallEndings } from "./call-endings.ts";
import type { CallOptions } from "./call-options.ts";
import { CallSpan } from "./call-span.ts";
import type { DispatchResult } from "./dispatch-result.ts";
import { previewRequests } from "./preview-requests.ts";
import { redactResult } from "./redaction.ts";

export interface DispatcherOptions extends AttemptsOptions {
  logger: Logger;
  /** Explains how to reconnect an account. If omitted, the only advice is to store a new token. */
  reconnectStep?: ReconnectStep | undefined;
  /** Stores calls that wait for approval. If omitted, such calls are refused. */
  approvals?: ApprovalPort | undefined;
  /** If omitted, calls are not counted. */
  metrics?: Metrics | undefined;
  /** If omitted, calls are not traced. */
  tracer?: Tracer | undefined;
  /** If omitted, calls are not logged for tenants. */
  callLog?: CallRecorder | undefined;
  /** Concurrency limits of the process. If omitted, the dispatcher creates its own. */
  shares?: ProcessShares | undefined;
}

/** Carries out tool calls. A process has one dispatcher. */
export class Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #shares: ProcessShares;
  readonly #attempts: Attempts;
  readonly #endings: CallEndings;

  constructor(options: DispatcherOptions) {
    this.#options = options;
    this.#shares = options.shares ?? createProcessShares(options);
    this.#attempts = new Attempts(options);
    this.#endings = new CallEndings(options);
  }

  /**
   * Carries out a call. Failures of the tool or the provider are returned, not thrown. Throws ServiceError
   * `not_found` for an unknown tool, and `forbidden` if the caller may not use the tool or these arguments.
   */
  async call(
    caller: ToolCaller,
    name: string,
    args: unknown,
    options: CallOptions = {},
  ): Promise<DispatchResult> {
    const tool = await findTool(this.#options.registry, caller, name);
    return this.#carryOut(caller, tool, args, options, caller);
  }

  /**
   * Returns the requests that a call would send as `result: {requests}`, or the error that it would get
   * before sending anything. Sends nothing, resolves no host names, and only writes a log line. Generated
   * keys, message IDs and times differ between previews and calls. For research, shows the requests to all
   * backends, although a call only queries a backend if those before it failed. Throws the same errors as
   * `call`.
   */
  async preview(
    caller: ToolCaller,
    name: string,
    args: unknown,
    options: CallOptions = {},
  ): Promise<DispatchResult> {
    const tool = await findTool(this.#options.registry, caller, name);
    demandTool(caller, tool);
    const request = { event: "tool_preview", tool, arguments: args, owner: caller, options } as const;
    const call = new Call(request, this.#options.clock);
    try {
      const input = await call.prepare(this.#options.resolver);
      demandArguments(caller, tool, input);
      const requests = await previewRequests(call, input, this.#options);
      return this.#endings.recordSuccess(call, { requests });
    } catch (error) {
      return this.#endings.recordFailure(call, error);
    }
  }

  /**
   * Carries out a tool that need not be in the registry, for the service's own reads and revocations at a
   * provider. The service checks that this is allowed.
   */
  run(owner: CallOwner, tool: Tool, args: unknown, options: CallOptions = {}): Promise<DispatchResult> {
    return this.#carryOut(owner, tool, args, options);
  }

  /** Carries out a call. Omit `caller` for the service's own calls, which need no permission or approval. */
  async #carryOut(
    owner: CallOwner,
    tool: Tool,
    args: unknown,
    options: CallOptions,
    caller?: ToolCaller,
  ): Promise<DispatchResult> {
    const request = { event: "tool_call", tool, arguments: args, owner, options } as const;
    const call = new Call(request, this.#options.clock);
    if (caller) this.#demandTool(call, caller);
    const span = new CallSpan(call, this.#options.tracer ?? noTracer);
    try {
      const result = redactResult(await this.#perform(call, caller), call.secrets);
      const { credential } = call.progress;
      if (credential) await this.#options.notes.recordSuccess(credential);
      return span.end(this.#endings.recordSuccess(call, result));
    } catch (error) {
      return span.end(this.#endings.recordFailure(call, error));
    } finally {
      span.endUnfinished();
    }
  }

  #demandTool(call: Call, caller: ToolCaller): void {
    try {
      demandTool(caller, call.tool);
    } catch (error) {
      this.#endings.recordForbidden(call);
      throw error;
    }
  }

  async #perform(call: Call, caller: ToolCaller | undefined): Promise<unknown> {
    const input = await call.prepare(this.#options.resolver);
    if (caller) {
      demandArguments(caller, call.tool, input);
      await passApproval(call, caller, input, this.#options);
    }
    const releasePermits = await acquirePermits(this.#shares, call, input);
    const { trace } = call.options;
    try {
      const result = await this.#attempts.make(call, input);
      trace?.noteCall(call.tool, input, result);
      return result;
    } catch (error) {
      // An error may quote untrusted text too.
      if (call.progress.attempts > 0) trace?.noteCall(call.tool, input);
      throw error;
    } finally {
      releasePermits();
    }
  }
}

/**
 * Waits for two permits: first one for all calls of the process, then one for the destination. Returns a
 * function that releases both. Nothing has been sent if this throws: AdapterRateLimitedError, recorded on the
 * call, or AdapterTransientError if the call was cancelled.
 */
async function acquirePermits(
  shares: ProcessShares,
  call: Call,
  input: Record<string, unknown>,
): Promise<Release> {
  const request: PermitRequest = {
    tenantId: call.tenantId,
    signal: call.options.signal,
    withinMs: call.deadline.remainingMs(),
  };
  try {
    const releaseCall = shares.calls.tryAcquire(request) ?? (await shares.calls.acquire(request));
    try {
      const acquired = acquireDestination(shares, call.tool, input, request);
      const releaseDestination = acquired instanceof Promise ? await acquired : acquired;
      return () => {
        releaseDestination?.();
        releaseCall();
      };
    } catch (error) {
      releaseCall();
      throw error;
    }
  } catch (error) {
    if (error instanceof AdapterError) call.mayRetryAfter(error.detail.retryAfterSeconds ?? 0);
    throw error;
  }
}

/**
 * Waits for a permit for the call's destination. Mail opens its own connections, so only the limit for all
 * calls applies to it.
 */
function acquireDestination(
  { origins, research }: ProcessShares,
  { reach }: Tool,
  input: Record<string, unknown>,
  request: PermitRequest,
): Release | Promise<Release> | undefined {
  if (reach.to === "search") return research.acquire(request);
  const origin = findOrigin(reach, input);
  return origin === undefined ? undefined : origins.acquire(origin, request);
}

function findOrigin(reach: Tool["reach"], input: Record<string, unknown>): string | undefined {
  if (reach.to === "provider") return findProviderOrigin(reach);
  return reach.to === "caller_chosen" ? parseOrigin(input[reach.argument]) : undefined;
}

type ProviderReach = Extract<Tool["reach"], { to: "provider" }>;

/** Caches the origin of each provider's tools, because their base URLs never change. */
const providerOrigins = new WeakMap<ProviderReach, string>();

function findProviderOrigin(reach: ProviderReach): string | undefined {
  const origin = providerOrigins.get(reach) ?? parseOrigin(reach.baseUrls[0]);
  if (origin !== undefined) providerOrigins.set(reach, origin);
  return origin;
}

function parseOrigin(url: unknown): string | undefined {
  return typeof url === "string" ? parseUrl(url)?.origin : undefined;
}
