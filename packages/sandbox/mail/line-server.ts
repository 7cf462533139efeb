import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { LineConnection } from "./line-connection.ts";

export interface LineServerOptions {
  /** 0 (the default) for a free one. */
  port?: number | undefined;
  /** TLS from the first byte. */
  implicitTls?: boolean | undefined;
  /** Talks with one client until it returns; the connection is closed then. */
  serve(connection: LineConnection): Promise<void>;
}

export interface LineServer {
  readonly port: number;
  /** Connections accepted so far. */
  connections(): number;
  /** Resolves when no connection is open. */
  idle(): Promise<void>;
  /** Ends every connection and stops listening. */
  close(): Promise<void>;
}

/**
 * A server on 127.0.0.1 for protocols of lines. A `serve` that throws ends the process's test, not just the
 * connection.
 */
export async function startLineServer(options: LineServerOptions): Promise<LineServer> {
  const { implicitTls = false, serve } = options;
  const sockets = new Set<Socket>();
  let accepted = 0;
  const talk = async (socket: Socket) => {
    accepted += 1;
    const connection = new LineConnection(socket);
    if (implicitTls) connection.startTls();
    await serve(connection);
    connection.end();
  };
  const server = createServer(talk);
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    // A handshake that fails, a client that resets: neither is the server's end.
    socket.on("error", () => socket.destroy());
    socket.on("close", () => sockets.delete(socket));
  });
  server.listen(options.port ?? 0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server listens on no port.");
  return {
    port: address.port,
    connections: () => accepted,
    async idle() {
      for (const socket of sockets) await once(socket, "close");
    },
    async close() {
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
