import {
  AdapterAuthError,
  AdapterError,
  AdapterRateLimitedError,
  AdapterTransientError,
  AdapterValidationError,
} from "@plumbline/core/errors/adapter-error.ts";

const CLASSES = {
  authentication: AdapterAuthError,
  validation: AdapterValidationError,
  rate_limit: AdapterRateLimitedError,
  transient: AdapterTransientError,
};

/**
 * The error of a write's later step, with what its earlier ones have `done`: nothing may make it again
 * without a look. Anything but an adapter's error is returned as it is.
 */
export function partlyDone(error: unknown, { done, nextStep }: { done: string; nextStep: string }): unknown {
  if (!(error instanceof AdapterError)) return error;
  const detail = { ...error.detail, nextStep, partlyDone: true };
  return new CLASSES[error.code](`${error.message} ${done}`, detail);
}
