/**
 * Parts of undici 7.30 that we use. Its index also loads fetch, WebSocket, caches and mocks, which nothing
 * here uses. A test compares the names with the imports of the packages.
 */
export { default as buildConnector } from "undici/lib/core/connect.js";
export { default as errors } from "undici/lib/core/errors.js";
export { default as Agent } from "undici/lib/dispatcher/agent.js";
export { default as Client } from "undici/lib/dispatcher/client.js";
export { default as Pool } from "undici/lib/dispatcher/pool.js";
