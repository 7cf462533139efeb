import type { AdapterError } from "../errors/adapter-error.ts";
import type { LogFields } from "../log/logger.ts";
import type { ToolRefusal } from "../tool/tool-refusal.ts";
import type { Call } from "./call.ts";
import type { DispatchFailure } from "./dispatch-result.ts";
import { loggable, redactText } from "./redaction.ts";

type Outcome = Omit<DispatchFailure, "ok" | "tool" | "attempts" | "elapsed_ms">;

/** What the caller is told of a failed call. */
export function failureOutcome(call: Call, error: AdapterError): Outcome {
  const nextStep =
    call.outcomeUnknown && !error.detail.partlyDone
      ? "It may have been carried out: look in the provider before repeating it."
      : error.detail.nextStep;
  return {
    refusal_reason: redactText(error.message, call.secrets),
    error_code: error.code,
    ...(call.retryAfterSeconds === undefined ? {} : { retry_after_seconds: call.retryAfterSeconds }),
    ...(nextStep === undefined ? {} : { next_step: redactText(nextStep, call.secrets) }),
    ...(call.outcomeUnknown ? { outcome_unknown: true as const } : {}),
  };
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

/** A tool's own reasoned no, with its whole result. */
export function refusalOutcome({ detail }: ToolRefusal): Outcome {
  const { errorCode, refusalReason, nextStep, result } = detail;
  return {
    refusal_reason: refusalReason,
    error_code: errorCode,
    ...(nextStep === undefined ? {} : { next_step: nextStep }),
    result,
  };
}
