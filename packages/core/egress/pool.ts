import { subscribe } from "node:diagnostics_channel";
import type { LookupFunction, Socket } from "node:net";
import { createSecureContext, rootCertificates, type SecureContext, TLSSocket } from "node:tls";
import { Agent, buildConnector, Client, type Dispatcher, Pool } from "undici";
import { PLACES_AT_ONE_ORIGIN } from "../fairness/process-shares.ts";
import type { HttpRequest } from "./http-message.ts";

/**
 * Sockets to one origin at a time: twice the places that tenants share there, so that no tenant's requests
 * wait here, where tenants take no turns. The other half is for what takes no place, such as watches.
 */
const CONNECTIONS_PER_ORIGIN = 2 * PLACES_AT_ONE_ORIGIN;

/**
 * A connection that was idle for longer is closed; undici's own default. Servers may announce another time.
 */
export const KEEP_ALIVE_MS = 4_000;

/** A sender of requests, wherever its connections come from. */
export type RequestPool = Pick<Dispatcher, "dispatch">;

export interface PoolOptions {
  /** Certificates that TLS trusts, where they are more than the system's. */
  secureContext?: SecureContext | undefined;
  /** Replaces how a connection is opened: the guard sits here. */
  connector?: ((open: ConnectorFactory) => buildConnector.connector) | undefined;
  /** Sockets to one origin at a time; left out, more than tenants can fill. */
  connectionsPerOrigin?: number | undefined;
}

/**
 * A pool of keep-alive connections for the whole process. Its own time-outs are off: the HTTP client bounds
 * the whole call, where undici's bound a phase or a gap.
 */
export function createPool(options: PoolOptions = {}): Agent {
  const open = connectorFactory(options.secureContext);
  return new Agent({
    connect: options.connector ? options.connector(open) : open(),
    connections: options.connectionsPerOrigin ?? CONNECTIONS_PER_ORIGIN,
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

/**
 * A pool that can leave its connections behind: requests under way end on the old ones, the next opens new
 * ones.
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

  /** Lets the requests under way end, then closes every connection. */
  async close(): Promise<void> {
    await Promise.all([...this.#closing, this.#current.close()]);
  }
}

const CONNECT_TIMEOUT_MS = 10_000;

/** Makes what opens connections; a `lookup` replaces how it turns a name into addresses. */
export type ConnectorFactory = (lookup?: LookupFunction) => buildConnector.connector;

let lastTrusted: { certificates: string; context: SecureContext } | undefined;

/**
 * Returns the context in which TLS trusts certificates (PEM) beside the system's. To parse them all takes
 * some 20 ms, so the last context is kept, and a `ca` option, which parses them at each connection, is not
 * used. Like TLS, it skips parts that cannot be read.
 */
export function trusting(extraCertificates: string | undefined): SecureContext | undefined {
  if (extraCertificates === undefined) return undefined;
  if (lastTrusted?.certificates !== extraCertificates)
    lastTrusted = {
      certificates: extraCertificates,
      context: createSecureContext({ ca: [...rootCertificates, extraCertificates] }),
    };
  return lastTrusted.context;
}

/** Connectors for HTTP, with the default trust unless another is given. */
function connectorFactory(secureContext?: SecureContext): ConnectorFactory {
  return (lookup) =>
    buildConnector({
      timeout: CONNECT_TIMEOUT_MS,
      ...(secureContext ? { secureContext } : {}),
      ...(lookup ? { lookup } : {}),
    });
}

/**
 * Mark that one request was sent completely. Only this mark distinguishes a refusal before sending from a
 * reset after it.
 */
export interface Sending {
  sent: boolean;
}

/**
 * The options of a request that wants to know whether it went out carry the mark to be set. Not its handler:
 * undici wraps a handler on the way to the connection, and hands the options through as they are.
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

const transmissions = new WeakMap<object, Transmission>();
let dispatching: Sending | undefined;

// undici creates its request object synchronously inside Client.dispatch, so the one being dispatched now is
// the one created now.
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
  if (transmission) markWhenOut(transmission);
});

/**
 * undici says "body sent" when it has handed the body to the socket, which may still hold most of it. An
 * empty write behind it completes once the operating system took the last byte. A TLS socket reports that one
 * turn late, when an answer may already have been lost, so there the request counts as sent at once: the
 * error that does no harm.
 */
function markWhenOut({ sending, socket }: Transmission): void {
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

/** One connection that ties undici's own account of a request to the call it belongs to. */
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

const USER_AGENT = "Plumbline/0.1 (+integrations for LLM agents)";

/**
 * A request's headers as they go out, but for those that frame the message. Without a word about it some
 * servers compress.
 */
export function buildOutgoingHeaders(headers: HttpRequest["headers"]): Record<string, string> {
  return { "user-agent": USER_AGENT, "accept-encoding": "identity", ...headers };
}

/** A request as undici takes it, with the mark that tells whether it went out. */
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

/** An answer's headers as undici gives them, a repeated one joined by ", ". */
export function readAnswerHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  const joined: Record<string, string> = {};
  for (const name of Object.keys(headers)) {
    const value = headers[name];
    if (value !== undefined) joined[name] = typeof value === "string" ? value : value.join(", ");
  }
  return joined;
}
