import type { CallRecorder } from "../calls/call-log.ts";
import { type CallFacts, type CallOutcome, fitArguments, listCallerFacts } from "../calls/call-record.ts";
import type { CredentialName, CredentialRecord, ReconnectStep } from "../credentials/credential.ts";
import { AdapterAuthError, AdapterError } from "../errors/adapter-error.ts";
import { PLUMBLINE } from "../errors/command-name.ts";
import { ServiceError } from "../errors/service-error.ts";
import { describeUnexpected, type LogFields, type Logger, type LogLevel } from "../log/logger.ts";
import { type Metrics, noMetrics } from "../metrics/metrics.ts";
import { findTexts } from "../text/parse-json.ts";
import { type Idempotency, ToolRefusal } from "../tool/tool.ts";
import { ApprovalRequired } from "./approval-step.ts";
import type { Call } from "./call.ts";
import type { DispatchFailure, DispatchSuccess } from "./dispatch-result.ts";
import { keepLoggable, redactResult, redactText } from "./redaction.ts";

/** Outcome of a call, as stored in the log of calls. */
interface CallEnding {
  outcome: CallOutcome;
  errorCode?: string | undefined;
  approvalId?: string | undefined;
}

/**
 * Writes one log line for each finished call or preview and returns its result. Calls are also counted, and
 * stored in the log of calls.
 */
export class CallEndings {
  readonly #logger: Logger;
  readonly #metrics: Metrics;
  readonly #callLog: CallRecorder | undefined;
  readonly #reconnectStep: ReconnectStep;

  constructor(ports: {
    logger: Logger;
    metrics?: Metrics | undefined;
    callLog?: CallRecorder | undefined;
    reconnectStep?: ReconnectStep | undefined;
  }) {
    this.#logger = ports.logger;
    this.#reconnectStep = ports.reconnectStep ?? storeTokenStep;
    this.#metrics = ports.metrics ?? noMetrics;
    this.#callLog = ports.callLog;
  }

  recordSuccess(call: Call, result: unknown): DispatchSuccess {
    const doubt = call.isWriteInDoubt ? { possible_duplicate: true as const } : {};
    this.#log(call, "info", doubt);
    this.#record(call, { outcome: "ok" });
    return {
      ok: true,
      ...describeCall(call),
      result,
      ...listNumberPaths(call, result),
      ...doubt,
      ...countAttempts(call),
    };
  }

  /** Returns the result of a failed call. Rethrows errors that do not come from a tool or provider. */
  recordFailure(call: Call, error: unknown): DispatchFailure {
    if (error instanceof ToolRefusal) return this.#fail(call, "refused", describeRefusal(call, error));
    if (error instanceof ApprovalRequired) return this.#fail(call, "refused", describeWaiting(call, error));
    if (error instanceof AdapterError) {
      const described = describeFailure(call, error, this.#reconnectStep);
      return this.#fail(call, classifyOutcome(call), described, listErrorFields(call, error));
    }
    const code = error instanceof ServiceError ? error.code : "internal";
    this.#log(call, "error", { error_code: code, ...describeUnexpected(error) });
    recordCall(this.#metrics, call, { outcome: "failed", errorCode: code });
    this.#store(call, { outcome: code === "internal" ? "failed" : classifyOutcome(call), errorCode: code });
    throw error;
  }

  /** Records a failed call and returns its result. `errorFields` is set if the tool or provider failed. */
  #fail(call: Call, outcome: CallOutcome, cause: FailureCause, errorFields?: LogFields): DispatchFailure {
    const { error_code: errorCode, approval_id: approvalId } = cause;
    this.#log(call, errorFields ? "warn" : "info", errorFields ?? { error_code: errorCode });
    this.#record(call, { outcome, errorCode, approvalId });
    return { ok: false, ...describeCall(call), ...cause, ...countAttempts(call) };
  }

  /** Stores a call that was refused because the caller may not use the tool. */
  recordForbidden(call: Call): void {
    this.#store(call, { outcome: "refused", errorCode: "forbidden" });
  }

  #record(call: Call, ending: CallEnding): void {
    recordCall(this.#metrics, call, ending);
    this.#store(call, ending);
  }

  /**
   * Stores the call in the log of calls. An error here must not lose the call's result, so it is only logged.
   */
  #store(call: Call, ending: CallEnding): void {
    if (!this.#callLog || call.event === "tool_preview" || call.options.isLogged === false) return;
    try {
      logCall(this.#callLog, call, ending);
    } catch (error) {
      this.#logger.log("error", "call_not_logged", describeUnexpected(error));
    }
  }

  #log(call: Call, level: LogLevel, more: LogFields): void {
    const { progress } = call;
    this.#logger.log(level, call.event, {
      request_id: call.options.requestId,
      tenant_id: call.tenantId,
      end_user: call.owner.session?.endUser,
      credential_id: progress.credential?.id,
      ...describeAccount(call),
      ...countAttempts(call),
      provider_request_id: keepLoggable(progress.providerRequestId, call.secrets),
      provider_status: progress.providerStatus,
      ...more,
    });
  }
}

/** Maximum number of paths in `numbers_as_text`. */
const MAX_PATHS = 100;

/**
 * Returns the paths of integers in a result that are strings because they exceed the range of a JSON number.
 */
function listNumberPaths({ numbersAsText }: Call, result: unknown): { numbers_as_text?: string[] } {
  if (numbersAsText.length === 0) return {};
  const paths = findTexts(result, new Set(numbersAsText), MAX_PATHS);
  return paths.length === 0 ? {} : { numbers_as_text: paths };
}

/** Returns the tool and the account, if the call used one. */
function describeAccount({ tool, accountName }: Call): { tool: string; credential?: CredentialName } {
  return accountName ? { tool: tool.name, credential: accountName } : { tool: tool.name };
}

/** Returns the tool, the account and the corrected arguments. */
function describeCall(call: Call): Pick<DispatchSuccess, "tool" | "credential" | "corrected"> {
  const { corrected } = call;
  if (corrected.size === 0) return describeAccount(call);
  return { ...describeAccount(call), corrected: [...corrected] };
}

function countAttempts({ progress, elapsedMs }: Call): { attempts: number; elapsed_ms: number } {
  return { attempts: progress.attempts, elapsed_ms: elapsedMs };
}

function classifyOutcome({ progress }: Call): CallOutcome {
  if (progress.tries === 0) return "refused";
  return progress.outcomeUnknown ? "unknown" : "failed";
}

/** The fields of a failure that depend on its cause. */
type FailureCause = Omit<DispatchFailure, "ok" | keyof DispatchSuccess> & Pick<DispatchFailure, "result">;

/** Describes a failed call to the caller. */
function describeFailure(call: Call, error: AdapterError, reconnectStep: ReconnectStep): FailureCause {
  const { retryAfterSeconds, outcomeUnknown } = call.progress;
  const nextStep = chooseNextStep(call, error, reconnectStep);
  const { result } = error.detail;
  return {
    refusal_reason: redactText(error.message, call.secrets),
    error_code: error.code,
    ...(retryAfterSeconds !== undefined && { retry_after_seconds: retryAfterSeconds }),
    ...(nextStep !== undefined && { next_step: redactText(nextStep, call.secrets) }),
    ...(outcomeUnknown && { outcome_unknown: true as const }),
    ...(result !== undefined && {
      result: redactResult(result, call.secrets),
      ...listNumberPaths(call, result),
    }),
  };
}

/** Advice for the one step of a partly completed write that may have taken effect although it failed. */
const CHECK_FAILED_STEP =
  "The step that failed may have taken effect: check at the provider whether it did, before anything else.";

/**
 * Returns advice after a failure. If the outcome is unknown, advises to check the provider first. After a
 * partly completed write, only the step that failed may be in doubt.
 */
function chooseNextStep(call: Call, error: AdapterError, reconnectStep: ReconnectStep): string | undefined {
  const { detail } = error;
  const step =
    error instanceof AdapterAuthError ? adviseReconnect(call, error, reconnectStep) : detail.nextStep;
  if (!call.progress.outcomeUnknown) return step;
  if (detail.partlyDone) {
    const isInDoubt = detail.outcomeUnknown || call.isWriteInDoubt;
    return isInDoubt ? `${CHECK_FAILED_STEP} ${step}` : step;
  }
  const check = adviseToCheck(call.options.keyed && call.tool.idempotency);
  return step === undefined ? check : `${check} ${step}`;
}

/**
 * Returns advice after a refused credential: the adapter's specific advice, such as a missing scope, followed
 * by how to reconnect the account. Omits the latter if reconnecting cannot help, or if the advice already
 * contains the credential's ID.
 */
function adviseReconnect(
  { progress: { credential }, tool }: Call,
  { detail: { nextStep, reconnectIsUseless } }: AdapterAuthError,
  reconnectStep: ReconnectStep,
): string {
  if (nextStep !== undefined && reconnectIsUseless) return nextStep;
  if (credential && !nextStep?.includes(credential.id)) return reconnectStep(credential, nextStep);
  if (nextStep !== undefined) return nextStep;
  return tool.credential.use === "optional"
    ? "Check bearer_token, or use a connection as credential_id. Otherwise ask the receiver which access it expects."
    : "Ask whoever runs the host for access.";
}

function storeTokenStep({ id, kind, label }: CredentialRecord, advice?: string): string {
  const how = `store a new token with "${PLUMBLINE} credential update ${id} --token-stdin".`;
  if (advice === undefined) return `Reconnect "${label}": ${how}`;
  return `${advice} The account is "${label}" (${kind}); to reconnect it, ${how}`;
}

/**
 * Advises what to do after a write with an unknown outcome. `keyed` is the tool's idempotency if the call had
 * an `Idempotency-Key`. A repeat with that key continues the call if that is safe, and otherwise returns the
 * stored result.
 */
export function adviseToCheck(keyed: Idempotency | undefined): string {
  if (keyed !== undefined && keyed !== "none")
    return "It may have taken effect. Repeat it with the same Idempotency-Key: it cannot take effect twice.";
  return keyed
    ? "It may have taken effect: check at the provider whether it arrived. To send it again, use a new Idempotency-Key."
    : "It may have taken effect: check at the provider before repeating it.";
}

/** Returns the log fields of a failed call. */
function listErrorFields(call: Call, error: AdapterError): LogFields {
  const { providerCode, providerRequestId, status } = error.detail;
  return {
    error_code: error.code,
    retry_reason: call.progress.reason,
    outcome_unknown: call.progress.outcomeUnknown || undefined,
    provider_code: keepLoggable(providerCode, call.secrets),
    ...(status === undefined ? {} : { provider_status: status }),
    ...(providerRequestId === undefined
      ? {}
      : { provider_request_id: keepLoggable(providerRequestId, call.secrets) }),
  };
}

/** Describes a call that needs approval. Nothing has been sent. */
function describeWaiting(
  { options, secrets }: Call,
  { message, approvalId, advice }: ApprovalRequired,
): FailureCause {
  const url = options.baseUrl === undefined ? undefined : `${options.baseUrl}/approve/${approvalId}`;
  const ask = `Ask somebody who may approve calls to decide within 24 hours${url === undefined ? "" : ` at ${url}`}.`;
  return {
    refusal_reason: redactText(message, secrets),
    error_code: "approval_required",
    next_step: advice === undefined ? ask : `${ask} ${advice}`,
    approval_id: approvalId,
    ...(url === undefined ? {} : { approve_url: url }),
  };
}

/** Describes a refusal by the tool itself, with its complete result. Redacts only the call's secrets. */
function describeRefusal(call: Call, { detail }: ToolRefusal): FailureCause {
  const { errorCode, refusalReason, nextStep, result } = detail;
  return {
    refusal_reason: call.secrets.redact(refusalReason),
    error_code: errorCode,
    ...(nextStep === undefined ? {} : { next_step: call.secrets.redact(nextStep) }),
    result: redactResult(result, call.secrets),
  };
}

/**
 * Counts a finished call, but not a preview. Successful polls are counted without their tenant, because there
 * are too many of them.
 */
function recordCall(metrics: Metrics, call: Call, { outcome, errorCode: error_code }: CallEnding): void {
  if (call.event === "tool_preview") return;
  const { tenantId: tenant_id, options, progress, elapsedMs } = call;
  const { tries, waitedMs } = progress;
  const tool = call.tool.name;
  const isSuccessfulPoll = outcome === "ok" && options.routine;
  metrics.add("plumbline_calls_total", {
    tool,
    outcome,
    tenant_id: isSuccessfulPoll ? undefined : tenant_id,
  });
  if (tries > 0) metrics.observe("plumbline_call_seconds", { tool }, elapsedMs / 1000);
  if (waitedMs > 0) metrics.add("plumbline_call_wait_seconds_total", { tool, tenant_id }, waitedMs / 1000);
  if (error_code === undefined) return;
  const name = outcome === "refused" ? "plumbline_refusals_total" : "plumbline_call_errors_total";
  metrics.add(name, { tool, error_code, tenant_id });
}

/** Stores a finished call in the log of calls, or adds a watch's poll to its count. */
function logCall(log: CallRecorder, call: Call, ending: CallEnding): void {
  const { tenantId, options } = call;
  const facts = collectFacts(call, ending);
  if (options.watchIds === undefined) log.record(tenantId, facts, fitArguments(call.showArguments()));
  else for (const watchId of options.watchIds) log.countLook(tenantId, watchId, facts);
}

function collectFacts(call: Call, { outcome, errorCode, approvalId }: CallEnding): CallFacts {
  const { tool, owner, options, progress, elapsedMs, accountName } = call;
  return {
    tool: tool.name,
    outcome,
    error_code: errorCode,
    stopped: errorCode === "transient" && options.signal?.aborted ? true : undefined,
    elapsed_ms: elapsedMs,
    attempts: progress.attempts,
    ...listCallerFacts(owner, options),
    credential: accountName,
    approval_id: approvalId ?? options.approved?.approvalId,
  };
}
