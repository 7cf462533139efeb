/**
 * Milliseconds. A healthy service answers in under twenty; waiting longer than this only delays the SDK's
 * next attempt.
 */
const CONNECTION_TIMEOUT_MS = 1_000;
const REQUEST_TIMEOUT_MS = 3_000;

/**
 * Options of every SDK client: three attempts, and time-outs that end a request. Without
 * `throwOnRequestTimeout` the SDK only warns.
 */
export const CLIENT_BOUNDS = {
  maxAttempts: 3,
  requestHandler: {
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    throwOnRequestTimeout: true,
  },
} as const;
