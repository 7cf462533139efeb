import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import type { ModelError } from "../model/model-error.ts";

/** The refusal of a prompt that only a model could answer where there is none. */
export function modelNotConfigured(): ServiceError {
  return new ServiceError(
    "model_not_configured",
    "This prompt needs no research, so only a model could answer it, and no model is configured.",
  );
}

/** What a caller is told whose prompt only the model could answer, and it did not. */
export function modelFailed({ code, message, detail }: ModelError): ServiceError {
  const { retryAfterSeconds } = detail;
  return new ServiceError(
    code,
    message,
    retryAfterSeconds === undefined ? {} : { retryAfterSeconds: Math.ceil(retryAfterSeconds) },
  );
}
