import {
  AdapterAuthError,
  AdapterError,
  AdapterRateLimitedError,
  AdapterTransientError,
  AdapterValidationError,
} from "@plumbline/core/errors/adapter-error.ts";

/** The classes of failed calls by their codes. */
export const ERROR_CLASSES = {
  authentication: AdapterAuthError,
  validation: AdapterValidationError,
  rate_limit: AdapterRateLimitedError,
  transient: AdapterTransientError,
};

/**
 * Adds the completed steps (`done`) to the error of a write's later step, so that the write is not repeated
 * without checking. Returns anything but an adapter error unchanged.
 */
export function addCompletedSteps(
  error: unknown,
  { done, nextStep }: { done: string; nextStep: string },
): unknown {
  if (!(error instanceof AdapterError)) return error;
  const detail = { ...error.detail, nextStep, partlyDone: true };
  return new ERROR_CLASSES[error.code](`${error.message} ${done}`, detail);
}
