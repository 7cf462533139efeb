import type { SecureContext } from "node:tls";
import { Agent, type buildConnector, type Dispatcher, Pool } from "undici";
import { type ConnectorFactory, connectorFactory } from "./connector.ts";
import { TrackedClient } from "./sent-tracker.ts";

/** Sockets to one origin at a time; more calls wait for a free one. */
const CONNECTIONS_PER_ORIGIN = 256;

/** A connection that was idle for longer is closed; undici's own default. Servers may announce another time. */
export const KEEP_ALIVE_MS = 4_000;

/** What sends requests, wherever its connections come from. */
export type RequestPool = Pick<Dispatcher, "dispatch">;

export interface PoolOptions {
  /** What TLS trusts, where that is more than the system's certificates. */
  secureContext?: SecureContext | undefined;
  /** Replaces how a connection is opened: the guard sits here. */
  connector?: ((open: ConnectorFactory) => buildConnector.connector) | undefined;
}

/**
 * A pool of keep-alive connections for the whole process. Its own time-outs are off: the HTTP client bounds the whole
 * call, where undici's bound a phase or a gap.
 */
export function createPool(options: PoolOptions = {}): Agent {
  const open = connectorFactory(options.secureContext);
  return new Agent({
    connect: options.connector ? options.connector(open) : open(),
    connections: CONNECTIONS_PER_ORIGIN,
    keepAliveTimeout: KEEP_ALIVE_MS,
    headersTimeout: 0,
    bodyTimeout: 0,
    factory: (origin, agentOptions) =>
      new Pool(origin, {
        ...agentOptions,
        factory: (url, poolOptions) => new TrackedClient(url, poolOptions),
      }),
  });
}
