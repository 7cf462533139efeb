import { once } from "node:events";
import { createServer } from "node:net";

/** Ports nobody listened on a moment ago; all are held until the last one is known, so that they differ. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, "127.0.0.1"));
  const ports = await Promise.all(
    servers.map(async (server) => {
      await once(server, "listening");
      const address = server.address();
      return address !== null && typeof address === "object" ? address.port : 0;
    }),
  );
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
