import type { Secret } from "@plumbline/core/access/secret.ts";
import { keepLoggable } from "@plumbline/core/dispatch/redaction.ts";
import {
  AdapterAuthError,
  type AdapterError,
  AdapterRateLimitedError,
  AdapterTransientError,
} from "@plumbline/core/errors/adapter-error.ts";
import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import type { Logger } from "@plumbline/core/log/logger.ts";

/** Stable codes of model failures. */
export type ModelErrorCode =
  /** The provider could not be reached, failed, or did not start to respond in time. */
  | "model_unavailable"
  /** The provider asks for fewer requests, or the quota is exhausted. */
  | "model_rate_limited"
  /** The provider rejected the request: the key, the model's name, or its content. */
  | "model_refused_request"
  /** The response is not in the expected format. */
  | "model_bad_answer"
  /** The response was cut off, or the caller disconnected. */
  | "model_cut_off";

const CUT_OFF = "The model's response was cut off.";

/** Details for the log, never shown to the caller. */
export interface ModelErrorDetail {
  /** HTTP status of the provider, if it responded. */
  status?: number | undefined;
  /** Error code of the provider or the network. Never free text. */
  providerCode?: string | undefined;
  providerRequestId?: string | undefined;
  /** Seconds after which another attempt may succeed. */
  retryAfterSeconds?: number | undefined;
}

/**
 * A failed model request. `message` is one plain sentence for the user, without host, key or the provider's
 * text.
 */
export class ModelError extends Error {
  override readonly name = "ModelError";
  readonly code: ModelErrorCode;
  readonly detail: Readonly<ModelErrorDetail>;

  constructor(code: ModelErrorCode, message: string, detail: ModelErrorDetail = {}) {
    super(message);
    this.code = code;
    this.detail = detail;
  }
}

/** Creates the error for a request that its caller cancelled. */
export function createCancelledError(): ModelError {
  return new ModelError("model_cut_off", "The model was interrupted by its caller.");
}

/** Creates the error for a request that got no permit from the tenant's concurrency limit. */
export function createBusyError({ code, message, detail: { retryAfterSeconds } }: AdapterError): ModelError {
  return code === "rate_limit"
    ? new ModelError("model_rate_limited", message, { retryAfterSeconds })
    : createCancelledError();
}

/**
 * Converts a failed request to the provider to a ModelError. `begun` is true if part of the answer was
 * already passed on.
 */
export function toModelError(
  error: AdapterError,
  { begun, secrets }: { begun: boolean; secrets: readonly Secret[] },
): ModelError {
  const { status, providerCode, providerRequestId, retryAfterSeconds } = error.detail;
  if (providerCode === "aborted" && status === undefined) return createCancelledError();
  const [code, message] = classify(error, begun);
  return new ModelError(code, message, {
    status,
    providerCode: keepLoggable(providerCode, secrets),
    providerRequestId: keepLoggable(providerRequestId, secrets),
    retryAfterSeconds,
  });
}

function classify(error: AdapterError, begun: boolean): [ModelErrorCode, string] {
  const { status, providerCode } = error.detail;
  const told = status === undefined ? "" : ` (status ${status})`;
  if (begun) return ["model_cut_off", CUT_OFF];
  if (error instanceof AdapterRateLimitedError) return ["model_rate_limited", describeRateLimit(error)];
  if (providerCode === "timeout") return ["model_unavailable", "The model did not start responding in time."];
  if (status !== undefined && status < 300) return ["model_cut_off", CUT_OFF];
  if (error instanceof AdapterAuthError)
    return ["model_refused_request", `The model's provider does not accept the service's key${told}.`];
  if (!(error instanceof AdapterTransientError))
    return ["model_refused_request", `The model's provider refused the request${told}.`];
  if (status !== undefined) return ["model_unavailable", `The model's provider failed${told}.`];
  return ["model_unavailable", "The model could not be reached."];
}

function describeRateLimit({ detail }: AdapterRateLimitedError): string {
  const { permanent, retryAfterSeconds } = detail;
  if (permanent) return "The quota of the model is used up.";
  const wait = retryAfterSeconds === undefined ? "" : `; try again in ${Math.ceil(retryAfterSeconds)} s`;
  return `The model's provider is limiting requests${wait}.`;
}

/**
 * Logs a failure with the provider's codes for the operator. The client receives only the code and a plain
 * sentence.
 */
export function logModelFailure(
  logger: Logger,
  { code, detail }: ModelError,
  requestId: string | undefined,
): void {
  logger.log("warn", "model_failed", {
    request_id: requestId,
    error_code: code,
    provider_code: detail.providerCode,
    provider_request_id: detail.providerRequestId,
    provider_status: detail.status,
  });
}

/** Creates the error for a prompt that needs a model while none is configured. */
export function createNoModelError(): ServiceError {
  return new ServiceError(
    "model_not_configured",
    "This prompt needs no research, so only a model could answer it, but no model is configured.",
  );
}

/** Creates the error for a prompt that needs a model after the model failed. */
export function createModelFailedError({ code, message, detail }: ModelError): ServiceError {
  const { retryAfterSeconds } = detail;
  return new ServiceError(
    code,
    message,
    retryAfterSeconds === undefined ? {} : { retryAfterSeconds: Math.ceil(retryAfterSeconds) },
  );
}
