import { createServer, type Server } from "node:http";
import type { Socket } from "node:net";
import { getRequestListener, RequestError } from "@hono/node-server";
import { ConfigurationError, ServiceError } from "@plumbline/core/errors/service-error.ts";
import { internalError, problemResponse } from "@plumbline/http/problems.ts";

/** Calls in flight get so long to end when the server stops. */
const DRAIN_MS = 10_000;

export interface Listener {
  port: number;
  /** Where it is reached, without a slash at its end. */
  url: string;
  /** Takes no new connections, lets calls in flight end (at most 10 s), then closes what is left. */
  close(): Promise<void>;
}

/** Answers a request. `baseUrl` is where the listener is reached. */
type Fetch = (request: Request, platform: { baseUrl: string }) => Response | Promise<Response>;

/**
 * Serves `fetch` over HTTP/1.1. Port 0 lets the system choose. Throws ConfigurationError for a port in use or
 * an address that is not this machine's.
 */
export function listen(fetch: Fetch, host: string, port: number): Promise<Listener> {
  // Known once it listens; no request comes before.
  let url = "";
  const answer = (request: Request) => fetch(request, { baseUrl: url });
  const server = createServer(getRequestListener(answer, { errorHandler: refuseRequest }));
  const connections = new Connections(server);
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(listenError(error, host, port)));
    server.listen(port, host, () => {
      const address = server.address();
      if (address === null || typeof address === "string")
        return reject(new Error("The server has no port."));
      url = `http://${host.includes(":") ? `[${host}]` : host}:${address.port}`;
      resolve({ port: address.port, url, close: () => drain(server, connections) });
    });
  });
}

/** Answers a request that never reached the service: its target or Host header does not make a URL. */
function refuseRequest(error: unknown): Response {
  const invalid = new ServiceError("bad_request", "The request's target or Host header is not valid.");
  return problemResponse(error instanceof RequestError ? invalid : internalError(), new Headers());
}

function drain(server: Server, connections: Connections): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
    server.close(() => {
      clearTimeout(force);
      resolve();
    });
    connections.closeIdle();
  });
}

function listenError(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === "EADDRINUSE") {
    return new ConfigurationError(
      `Port ${port} on ${host} is already in use. Stop what uses it, or set PORT to another one.`,
    );
  }
  if (error.code === "EACCES")
    return new ConfigurationError(`Port ${port} may not be used by this user; set PORT to one above 1023.`);
  if (error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND") {
    return new ConfigurationError(`HOST ${host} is not an address of this machine.`);
  }
  return error;
}

/**
 * The connections of a server that stops: it waits for calls in flight and for nothing else. Node's own
 * `closeIdleConnections` leaves those open that have not carried a request yet, which HTTP clients and
 * browsers keep ready, and those that carry their last one.
 */
export class Connections {
  readonly #idle = new Set<Socket>();
  #closing = false;

  constructor(server: Server) {
    server.on("connection", (socket) => {
      this.#idle.add(socket);
      socket.once("close", () => this.#idle.delete(socket));
    });
    server.on("request", ({ socket }, response) => {
      this.#idle.delete(socket);
      response.once("close", () => this.#rest(socket));
    });
  }

  /** Closes every connection as soon as no call is in flight on it. */
  closeIdle(): void {
    this.#closing = true;
    for (const socket of this.#idle) socket.destroy();
  }

  #rest(socket: Socket): void {
    if (this.#closing) socket.destroySoon();
    else if (!socket.destroyed) this.#idle.add(socket);
  }
}
