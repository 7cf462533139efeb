import { subscribe } from "node:diagnostics_channel";
import type { LookupFunction, Socket } from "node:net";
import { type SecureContext, TLSSocket } from "node:tls";
import { Agent, buildConnector, Client, type Dispatcher, Pool } from "undici";
import { PERMITS_PER_ORIGIN } from "../fairness/process-shares.ts";
import { buildOutgoingHeaders, type HttpRequest } from "./http-message.ts";

/**
 * Maximum number of concurrent sockets to one origin. Twice the tenants' shared limit, so that requests never
 * queue in this pool, which is not fair between tenants. The other half serves unlimited work such as
 * watches.
 */
const CONNECTIONS_PER_ORIGIN = 2 * PERMITS_PER_ORIGIN;

/**
 * Idle timeout in milliseconds, unless the server sends a `Keep-Alive` hint. Equals undici's default, and
 * stays below the 5 s of Node and Apache.
 */
export const KEEP_ALIVE_MS = 4_000;

/**
 * The same for providers, whose front ends keep connections for a minute and more: AWS's load balancers 60 s
 * (docs.aws.amazon.com/elasticloadbalancing/latest/application/edit-load-balancer-attributes.html), Cloudflare
 * 400 s (developers.cloudflare.com/fundamentals/reference/connection-limits), Google's 610 s
 * (docs.cloud.google.com/load-balancing/docs/https), nginx 75 s. A third of the shortest is safe to use.
 */
export const PROVIDER_KEEP_ALIVE_MS = 20_000;

/** Anything that can dispatch requests. */
export type RequestPool = Pick<Dispatcher, "dispatch">;

export interface PoolOptions {
  /** TLS context that trusts additional certificates. */
  secureContext?: SecureContext | undefined;
  /** Custom connector. The egress guard is installed here. */
  connector?: ((open: ConnectorFactory) => buildConnector.connector) | undefined;
  /** Defaults to `KEEP_ALIVE_MS`. */
  keepAliveMs?: number | undefined;
  /** Maximum number of concurrent sockets to one origin. Defaults to more than tenants can use. */
  connectionsPerOrigin?: number | undefined;
}

/**
 * Creates a pool of keep-alive connections for the whole process. undici's own timeouts are disabled, because
 * they apply to single phases, while the HTTP client limits the whole call.
 */
export function createPool(options: PoolOptions = {}): Agent {
  const open = createConnectorFactory(options.secureContext);
  return new Agent({
    connect: options.connector ? options.connector(open) : open(),
    connections: options.connectionsPerOrigin ?? CONNECTIONS_PER_ORIGIN,
    keepAliveTimeout: options.keepAliveMs ?? KEEP_ALIVE_MS,
    headersTimeout: 0,
    bodyTimeout: 0,
    factory: (origin, agentOptions) =>
      new Pool(origin, {
        ...agentOptions,
        factory: (url, poolOptions) => new TrackedClient(url, poolOptions),
      }),
  });
}

/**
 * A pool that can be replaced. Requests in flight finish on the old connections; later ones use new
 * connections.
 */
export class RenewablePool implements RequestPool {
  readonly #open: () => Agent;
  readonly #closing = new Set<Promise<void>>();
  #current: Agent;

  constructor(open: () => Agent) {
    this.#open = open;
    this.#current = open();
  }

  dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    return this.#current.dispatch(options, handler);
  }

  renew(): void {
    const closing = this.#current.close();
    this.#current = this.#open();
    this.#closing.add(closing);
    void closing.then(() => this.#closing.delete(closing));
  }

  /** Waits for the requests in flight, then closes every connection. */
  async close(): Promise<void> {
    await Promise.all([...this.#closing, this.#current.close()]);
  }
}

const CONNECT_TIMEOUT_MS = 10_000;

/** Creates a function that opens connections. `lookup` replaces the name resolution. */
export type ConnectorFactory = (lookup?: LookupFunction) => buildConnector.connector;

/** Creates connectors for HTTP. Without a context they use the default trust. */
function createConnectorFactory(secureContext?: SecureContext): ConnectorFactory {
  return (lookup) =>
    buildConnector({
      timeout: CONNECT_TIMEOUT_MS,
      ...(secureContext ? { secureContext } : {}),
      ...(lookup ? { lookup } : {}),
    });
}

/**
 * Records that a request was sent completely. Distinguishes a connection refused before sending from one
 * reset afterwards.
 */
export interface Sending {
  sent: boolean;
}

/**
 * Options of a request that carry its `Sending` record to undici's events. They are used rather than the
 * handler, because undici wraps handlers but passes options through unchanged.
 */
interface TrackedOptions extends Dispatcher.DispatchOptions {
  sending: Sending;
}

interface Transmission {
  sending: Sending;
  socket?: Socket;
}

interface RequestMessage {
  request: object;
}

interface SocketMessage extends RequestMessage {
  socket: Socket;
}

const NOTHING = Buffer.alloc(0);

/** Requests in flight, by undici's own request object. */
const transmissions = new WeakMap<object, Transmission>();
/** The record of the request that is being dispatched in this turn. */
let dispatching: Sending | undefined;

// undici creates its request object synchronously inside Client.dispatch, so it belongs to the call being
// dispatched.
subscribe("undici:request:create", (message) => {
  if (dispatching) transmissions.set((message as RequestMessage).request, { sending: dispatching });
});

subscribe("undici:client:sendHeaders", (message) => {
  const { request, socket } = message as SocketMessage;
  const transmission = transmissions.get(request);
  if (transmission) transmission.socket = socket;
});

subscribe("undici:request:bodySent", (message) => {
  const transmission = transmissions.get((message as RequestMessage).request);
  if (transmission) markWhenSent(transmission);
});

/**
 * Marks a request as sent. undici reports "body sent" when the socket has taken the body, which may still be
 * buffered. A following empty write completes once the kernel has accepted the last byte. TLS sockets report
 * this one event-loop tick late, so there the request is marked as sent immediately, to be safe.
 */
function markWhenSent({ sending, socket }: Transmission): void {
  if (socket === undefined || socket instanceof TLSSocket || socket.writableLength === 0) {
    sending.sent = true;
    return;
  }
  socket.write(NOTHING, (error) => {
    if (!error) sending.sent = true;
  });
}

function isTracked(options: Dispatcher.DispatchOptions): options is TrackedOptions {
  return "sending" in options;
}

/** A connection that links undici's request object to the call that it belongs to. */
class TrackedClient extends Client {
  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    dispatching = isTracked(options) ? options.sending : undefined;
    try {
      return super.dispatch(options, handler);
    } finally {
      dispatching = undefined;
    }
  }
}

/** Converts a request to undici's options, with the record of whether it was sent. */
export function dispatchOptions(
  { url, method, headers, body }: Pick<HttpRequest, "url" | "method" | "headers" | "body">,
  sending: Sending,
): TrackedOptions {
  return {
    origin: url.origin,
    path: url.pathname + url.search,
    method,
    headers: buildOutgoingHeaders(headers),
    body: body ?? null,
    sending,
  };
}

/** Converts response headers from undici's format. Repeated headers are joined by ", ". */
export function readResponseHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  const joined: Record<string, string> = {};
  for (const name of Object.keys(headers)) {
    const value = headers[name];
    if (value !== undefined) joined[name] = typeof value === "string" ? value : value.join(", ");
  }
  return joined;
}
