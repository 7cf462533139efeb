import {
  AdapterAuthError,
  type AdapterError,
  type AdapterErrorDetail,
  AdapterRateLimitedError,
  AdapterTransientError,
  AdapterValidationError,
} from "./adapter-error.ts";

/**
 * Transient although they are 4xx: the provider gave up reading the request, or put it off, and does not say
 * what it did with it.
 */
export const GIVEN_UP: ReadonlySet<number> = new Set([408, 425]);

/**
 * The common table from an HTTP status to an error class, used when a provider's body says nothing more
 * exact. 408 and 425 are transient by nature, 402 is a plan to mend, and a 3xx of an API is never followed:
 * the token would travel.
 */
export function errorFromStatus(
  status: number,
  message: string,
  detail: AdapterErrorDetail = {},
): AdapterError {
  const full = { ...detail, status };
  if (status === 429) return new AdapterRateLimitedError(message, full);
  if (status === 401 || status === 403) return new AdapterAuthError(message, full);
  if (status >= 500 || GIVEN_UP.has(status)) return new AdapterTransientError(message, full);
  return new AdapterValidationError(message, full);
}
