/**
 * Timeouts in milliseconds. Connecting to a healthy service takes less than twenty, so a longer timeout would
 * only delay the SDK's next attempt.
 */
const CONNECTION_TIMEOUT_MS = 1_000;
const REQUEST_TIMEOUT_MS = 3_000;

/**
 * Options of every SDK client: three attempts, and timeouts that end a request. Without
 * `throwOnRequestTimeout`, the SDK only logs a warning.
 */
export const CLIENT_BOUNDS = {
  maxAttempts: 3,
  requestHandler: {
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    throwOnRequestTimeout: true,
  },
} as const;
