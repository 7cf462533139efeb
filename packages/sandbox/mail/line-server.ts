import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { LineConnection } from "./line-connection.ts";

export interface LineServerOptions {
  /** Defaults to 0, which selects a free port. */
  port?: number | undefined;
  /** TLS from the first byte. */
  implicitTls?: boolean | undefined;
  /** Handles one client. The connection is closed when it returns. */
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
 * Starts a server on 127.0.0.1 for line-based protocols. If `serve` throws, the test's process fails, not
 * only the connection.
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
    // The server survives failed handshakes and clients that reset the connection.
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
