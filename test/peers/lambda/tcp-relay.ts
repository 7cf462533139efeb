import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/**
 * A port in front of another server of HTTP, where connections can be counted and closed. It announces to
 * keep them for ten minutes, as many services do, so that a client has no reason of its own to give one up.
 */
export interface TcpRelay {
  port: number;
  /** Connections that were opened so far. */
  opened(): number;
  /** Closes all that are open, as a server does with what was idle for too long. */
  closeConnections(): void;
  /**
   * Forgets all that are open, as a network does while nobody listens: whatever is sent on one is met with a
   * reset.
   */
  forgetConnections(): void;
  close(): Promise<void>;
}

/** Node's server announces five seconds. */
function keptForMinutes(bytes: Buffer): Buffer {
  return Buffer.from(
    bytes.toString("latin1").replace(/^keep-alive: timeout=5\r$/im, "Keep-Alive: timeout=600\r"),
    "latin1",
  );
}

export async function startTcpRelay(targetPort: number): Promise<TcpRelay> {
  const open = new Set<Socket>();
  const clients = new Set<Socket>();
  let opened = 0;
  const server = createServer((client) => {
    opened += 1;
    clients.add(client);
    client.on("close", () => clients.delete(client));
    const target = connect(targetPort, "127.0.0.1");
    client.pipe(target);
    target.on("data", (bytes) => client.write(keptForMinutes(bytes)));
    for (const [from, to] of [
      [client, target],
      [target, client],
    ] as const) {
      open.add(from);
      from.on("error", () => to.destroy());
      from.on("close", () => {
        open.delete(from);
        to.destroy();
      });
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The relay has no TCP address.");
  const closeConnections = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    port: address.port,
    opened: () => opened,
    closeConnections,
    forgetConnections() {
      for (const client of clients) {
        client.unpipe().resume();
        client.on("data", () => client.resetAndDestroy());
      }
    },
    async close() {
      closeConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
