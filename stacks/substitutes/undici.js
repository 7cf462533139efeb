/**
 * What we use of undici 7.30: its index also loads fetch, WebSocket, caches and mocks, and none of these is
 * used. A test compares the names with what the packages import.
 */
export { default as buildConnector } from "undici/lib/core/connect.js";
export { default as errors } from "undici/lib/core/errors.js";
export { default as Agent } from "undici/lib/dispatcher/agent.js";
export { default as Client } from "undici/lib/dispatcher/client.js";
export { default as Pool } from "undici/lib/dispatcher/pool.js";
