import { randomUUID } from "node:crypto";
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import { isIP, type Socket } from "node:net";
import { getRequestListener, RequestError } from "@hono/node-server";
import { type EgressAllow, NOTHING_EXEMPT } from "@plumbline/core/egress/egress-allow.ts";
import { ConfigurationError, ServiceError } from "@plumbline/core/errors/service-error.ts";
import { COMMON_HEADERS, createInternalError, createProblemResponse } from "@plumbline/http/problems.ts";

/** Time limit of a stop, and its callback. */
export interface StopOptions {
  /** Everything ends within this time. Calls in flight may continue until shortly before. */
  withinMs: number;
  /** Called some time earlier, when streams must end. */
  endStreams(): void;
}

export interface Listener {
  port: number;
  /** Base URL without a trailing slash. */
  url: string;
  /**
   * Refuses new requests with 503 and lets calls in flight finish. Closes when none is left or the time is
   * up. Does not wait for a request whose body does not arrive.
   */
  close(options?: StopOptions): Promise<void>;
}

const TEN_SECONDS: StopOptions = { withinMs: 10_000, endStreams: () => undefined };
/** Fraction of the time after which streams are ended, so that their final events can be sent. */
const STREAMS_END = 0.7;
/** Fraction of the time after which unfinished calls get a response without their result. */
const CALLS_END = 0.9;
/** Maximum time for a request body in transit to arrive. */
const BODY_MS = 1_000;
const RETRY_AFTER_SECONDS = 5;
/** Time limit for a request's headers. A slow sender only occupies a connection. */
const HEADERS_MS = 10_000;
/** Interval at which Node checks for late headers (30 s by default). */
const LATE_HEADERS_CHECK_MS = 500;
/** Paths that are still served while the service stops, for monitoring. */
const ALWAYS_ANSWERED: ReadonlySet<string> = new Set(["/healthz", "/readyz"]);

/** Handles a client's request. `baseUrl` is the listener's own. */
type Fetch = (
  request: Request,
  platform: { baseUrl: string; clientAddress: string | undefined; requestId: string; noteRead(): void },
) => Response | Promise<Response>;

/**
 * Serves `fetch` over HTTP/1.1. Port 0 lets the system choose. `proxies` are trusted to report their clients'
 * addresses. Throws ConfigurationError if the port is in use or the address does not belong to this machine.
 */
export function listen(
  fetch: Fetch,
  host: string,
  port: number,
  proxies = NOTHING_EXEMPT,
): Promise<Listener> {
  // Set once the server listens; no request arrives earlier.
  let url = "";
  const stop = new Stop();
  const answer = (request: Request, { incoming }: { incoming: IncomingMessage }) => {
    if (!isSingleHost(incoming))
      throw new RequestError("The target and the Host headers do not give a single host.");
    const clientAddress = readClientAddress(incoming, proxies);
    return stop.answer(incoming, (waiting) => {
      const noteRead = () => {
        waiting.isRead = true;
      };
      return fetch(request, { baseUrl: url, clientAddress, requestId: waiting.requestId, noteRead });
    });
  };
  const server = createServer(
    {
      headersTimeout: HEADERS_MS,
      connectionsCheckingInterval: LATE_HEADERS_CHECK_MS,
      // `isSingleHost` refuses requests without Host, because Node's own response would lack EVERY_ANSWER.
      requireHostHeader: false,
    },
    getRequestListener(answer as Parameters<typeof getRequestListener>[0], { errorHandler: refuseRequest }),
  );
  const connections = new Connections(server);
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(listenError(error, host, port)));
    server.listen(port, host, () => {
      const address = server.address();
      if (address === null || typeof address === "string")
        return reject(new Error("The server has no port."));
      url = `http://${host.includes(":") ? `[${host}]` : host}:${address.port}`;
      const close = (options = TEN_SECONDS) => stop.run(server, connections, options);
      resolve({ port: address.port, url, close });
    });
  });
}

/** A request that has no response yet. */
interface Waiting {
  incoming: IncomingMessage;
  requestId: string;
  isRead: boolean;
  answerInstead(answer: Response): void;
}

/** Stops a server: refuses new requests and tracks those to wait for. */
class Stop {
  #stopping = false;
  readonly #waiting = new Set<Waiting>();

  /** Serves a request, unless the server is stopping or stops before the request's body has arrived. */
  async answer(
    incoming: IncomingMessage,
    serve: (waiting: Waiting) => Response | Promise<Response>,
  ): Promise<Response> {
    const [path = ""] = (incoming.url ?? "").split("?", 1);
    const isRead = incoming.method === "GET" || incoming.method === "HEAD";
    const waiting: Waiting = { incoming, requestId: randomUUID(), isRead, answerInstead: () => undefined };
    if (this.#stopping) return ALWAYS_ANSWERED.has(path) ? serve(waiting) : refuseStopping(waiting);
    const instead = new Promise<Response>((answerInstead) => {
      waiting.answerInstead = answerInstead;
    });
    this.#waiting.add(waiting);
    try {
      return await Promise.race([serve(waiting), instead]);
    } finally {
      this.#waiting.delete(waiting);
    }
  }

  async run(server: Server, connections: Connections, { withinMs, endStreams }: StopOptions): Promise<void> {
    this.#stopping = true;
    const endBodies = () => {
      for (const waiting of this.#waiting)
        if (!waiting.incoming.complete) waiting.answerInstead(refuseStopping(waiting));
    };
    const endCalls = () => {
      for (const waiting of this.#waiting) waiting.answerInstead(answerUnfinished(waiting));
    };
    const timers = [
      setTimeout(endBodies, Math.min(BODY_MS, withinMs * STREAMS_END)),
      setTimeout(endStreams, withinMs * STREAMS_END),
      setTimeout(endCalls, withinMs * CALLS_END),
    ];
    const over = new Promise<void>((resolve) => {
      timers.push(setTimeout(resolve, withinMs));
    });
    await Promise.race([connections.allIdle(), over]);
    for (const timer of timers) clearTimeout(timer);
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  }
}

function refuseStopping(waiting: Waiting): Response {
  const error = new ServiceError("unavailable", "The service is stopping. Try again in a moment.", {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
  return createLastResponse(error, waiting);
}

/**
 * Creates the response for a call that did not finish in time. A write must be checked before it is repeated,
 * so it gets no Retry-After.
 */
function answerUnfinished(waiting: Waiting): Response {
  if (waiting.isRead) return refuseStopping(waiting);
  const error = new ServiceError(
    "unavailable",
    "The service stopped before this request ended. The request may have taken effect: check before you send it again.",
  );
  return createLastResponse(error, waiting);
}

function createLastResponse(error: ServiceError, { requestId }: Waiting): Response {
  return createProblemResponse(error, new Headers({ connection: "close", "x-request-id": requestId }));
}

/**
 * Returns true if a request has exactly one host. A proxy and this server could interpret two Host headers
 * differently, or a target such as `http://one.example/` with a different Host header (RFC 9112, 3.2).
 */
function isSingleHost({ rawHeaders, url = "" }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter(
    (_, index) => rawHeaders[index - 1]?.toLowerCase() === "host" && index % 2 === 1,
  );
  const [, named] = /^https?:\/\/([^/?#]*)/i.exec(url) ?? [];
  return hosts.length === 1 && (named ?? hosts[0])?.toLowerCase() === hosts[0]?.toLowerCase();
}

/**
 * Creates the response for a request that never reached the service because its target or Host header does
 * not form a URL, or because it has several hosts.
 */
function refuseRequest(error: unknown): Response {
  const invalid = new ServiceError("bad_request", "The request's target or Host header is not valid.");
  return createProblemResponse(
    error instanceof RequestError ? invalid : createInternalError(),
    new Headers(),
  );
}

function listenError(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === "EADDRINUSE") {
    return new ConfigurationError(
      `Port ${port} on ${host} is already in use. Stop the program that uses it, or set PORT to another one.`,
    );
  }
  if (error.code === "EACCES")
    return new ConfigurationError(`This user may not use port ${port}. Set PORT to one above 1023.`);
  if (error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND") {
    return new ConfigurationError(`HOST ${host} is not an address of this machine.`);
  }
  return error;
}

/** Statuses for unparseable requests, by Node's error code. All others get 400. */
const UNREADABLE: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Tracks a server's connections and calls in flight. */
export class Connections {
  readonly #inFlight = new Set<ServerResponse>();
  #becameIdle: () => void = () => undefined;

  constructor(server: Server) {
    server.on("request", (_request, response) => {
      this.#inFlight.add(response);
      response.once("close", () => {
        this.#inFlight.delete(response);
        if (this.#inFlight.size === 0) this.#becameIdle();
      });
    });
    server.on("checkExpectation", (_request, response) => response.writeHead(417, COMMON_HEADERS).end());
    server.on("clientError", (error: NodeJS.ErrnoException, socket) =>
      this.#refuseUnreadable(error, socket as Socket),
    );
  }

  /**
   * Responds to an unparseable request like Node, but with the headers of every response. Does nothing if a
   * response has already started.
   */
  #refuseUnreadable({ code = "" }: NodeJS.ErrnoException, socket: Socket): void {
    const isAnswering = [...this.#inFlight].some(
      ({ req, headersSent }) => req.socket === socket && headersSent,
    );
    if (socket.writable && !isAnswering) {
      const status = UNREADABLE[code] ?? 400;
      const headers = Object.entries({ ...COMMON_HEADERS, connection: "close", "content-length": "0" });
      const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`);
      socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n`);
    }
    socket.destroySoon();
  }

  /** Resolves once no call is in flight. Ignores idle connections. */
  allIdle(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#inFlight.size === 0) resolve();
      else this.#becameIdle = resolve;
    });
  }
}

/**
 * Returns the client's IP address: that of the connection or, if the connection comes from a proxy in
 * `TRUSTED_PROXIES`, the last address in `X-Forwarded-For` that is not such a proxy. Earlier addresses are
 * the client's claims. Without this setting, all clients behind a proxy have the proxy's address.
 */
export function readClientAddress(
  { socket, headers }: Pick<IncomingMessage, "headers"> & { socket: { remoteAddress?: string | undefined } },
  proxies: Pick<EgressAllow, "allows">,
): string | undefined {
  let address = removeMapping(socket.remoteAddress);
  const hops = [headers["x-forwarded-for"] ?? []].flat().join(",").split(",").reverse();
  for (const hop of hops) {
    const next = removeMapping(hop.trim());
    if (address === undefined || !proxies.allows(address, 0) || next === undefined) break;
    address = next;
  }
  return address;
}

/** Converts an IPv4-mapped IPv6 address to IPv4 notation. Returns `undefined` if it is not an address. */
function removeMapping(text: string | undefined): string | undefined {
  const address = text?.replace(/^::ffff:(?=[\d.]+$)/i, "");
  return address !== undefined && isIP(address) !== 0 ? address : undefined;
}
