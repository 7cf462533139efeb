import type { Server } from "node:http";
import type { Socket } from "node:net";

/**
 * The connections of a server that stops: it waits for calls in flight and for nothing else. Node's own `closeIdleConnections` leaves
 * those open that have not carried a request yet, which HTTP clients and browsers keep ready, and those that carry their last one.
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
