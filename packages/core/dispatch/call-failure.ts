import { AdapterAuthError, type AdapterError } from "../errors/adapter-error.ts";
import type { LogFields } from "../log/logger.ts";
import type { ToolRefusal } from "../tool/tool.ts";
import type { Call } from "./call.ts";
import type { DispatchFailure } from "./dispatch-result.ts";
import { SecretFinder } from "./redaction/find-secrets.ts";
import { loggable, redactResult, redactText } from "./redaction.ts";

type Outcome = Omit<DispatchFailure, "ok" | "tool" | "credential" | "attempts" | "elapsed_ms">;

/** What the caller is told of a failed call. */
export function failureOutcome(call: Call, error: AdapterError): Outcome {
  const nextStep = nextStepOf(call, error);
  return {
    refusal_reason: redactText(error.message, call.secrets),
    error_code: error.code,
    ...(call.retryAfterSeconds === undefined ? {} : { retry_after_seconds: call.retryAfterSeconds }),
    ...(nextStep === undefined ? {} : { next_step: redactText(nextStep, call.secrets) }),
    ...(call.outcomeUnknown ? { outcome_unknown: true as const } : {}),
    ...(error.detail.result === undefined ? {} : { result: redactResult(error.detail.result, call.secrets) }),
  };
}

/** A look comes before everything else. What stands in part already tells its own next step. */
function nextStepOf(call: Call, error: AdapterError): string | undefined {
  const { detail } = error;
  const step = detail.nextStep ?? (error instanceof AdapterAuthError ? accessStep(call) : undefined);
  if (!call.outcomeUnknown || detail.partlyDone) return step;
  const look = lookFirst(call.options.keyed === true);
  return step === undefined ? look : `${look} ${step}`;
}

/** What to do about a 401 or 403 where the adapter knows nothing more exact, such as a missing scope. */
function accessStep({ credential, tool }: Call): string {
  if (credential) {
    const { id, label } = credential;
    return `Reconnect "${label}": store a new token, by "plumbline credential update ${id} --token-stdin".`;
  }
  return tool.credential.use === "optional"
    ? "Check bearer_token, or name a connection as credential_id; else ask the receiver which access it expects."
    : "Ask whoever runs the host for access.";
}

/** What to do after a write whose outcome is unknown. Its result is kept under its key, so the same key would only show it again. */
export function lookFirst(keyed: boolean): string {
  return keyed
    ? "It may have been carried out: look in the provider whether it arrived; to send it again, use a new Idempotency-Key."
    : "It may have been carried out: look in the provider before repeating it.";
}

/** What the log says of it. */
export function failureFields(call: Call, error: AdapterError): LogFields {
  const { providerCode, providerRequestId, status } = error.detail;
  return {
    error_code: error.code,
    retry_reason: call.reason,
    outcome_unknown: call.outcomeUnknown || undefined,
    provider_code: loggable(providerCode, call.secrets),
    ...(status === undefined ? {} : { provider_status: status }),
    ...(providerRequestId === undefined
      ? {}
      : { provider_request_id: loggable(providerRequestId, call.secrets) }),
  };
}

/** A tool's own reasoned no, with its whole result: shown as it is, but for the call's secrets. */
export function refusalOutcome(call: Call, { detail }: ToolRefusal): Outcome {
  const { errorCode, refusalReason, nextStep, result } = detail;
  const finder = new SecretFinder(call.secrets);
  return {
    refusal_reason: finder.redact(refusalReason),
    error_code: errorCode,
    ...(nextStep === undefined ? {} : { next_step: finder.redact(nextStep) }),
    result: redactResult(result, call.secrets),
  };
}
