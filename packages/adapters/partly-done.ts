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
 * Returns the error of a write's later step, extended by the earlier steps that are `done`, so that the write
 * is not repeated without checking. Returns anything but an adapter's error unchanged.
 */
export function partlyDone(error: unknown, { done, nextStep }: { done: string; nextStep: string }): unknown {
  if (!(error instanceof AdapterError)) return error;
  const detail = { ...error.detail, nextStep, partlyDone: true };
  return new CLASSES[error.code](`${error.message} ${done}`, detail);
}
