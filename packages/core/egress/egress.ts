import { loadOnce } from "../loading/load-once.ts";
import { createSocketOptions, type SocketOptionsFor } from "./guard.ts";
import type { HttpPools, HttpPoolsOptions } from "./http-pools.ts";
import { createTrustContext } from "./trust-context.ts";

/** All outgoing connections of the process: two separate HTTP pools, and rules for other sockets. */
export interface Egress extends HttpPools {
  /** Creates socket options for mail, whose libraries open their own connections. */
  socketOptions: SocketOptionsFor;
}

interface EgressOptions extends Omit<HttpPoolsOptions, "secureContext"> {
  /** Certificates (PEM) to trust in addition to the system's. */
  extraCertificates?: string | undefined;
}

/** undici is a seventh of the code of a function, and requests that only read the tables do not need it. */
const loadHttpPools = loadOnce(() => import("./http-pools.ts"));

/** Opens the process's connections. Call it once per process. The pools are loaded with the first request. */
export function openEgress({ extraCertificates, ...options }: EgressOptions): Egress {
  const secureContext = createTrustContext(extraCertificates);
  let pools: HttpPools | undefined;
  const open = async () => {
    const { openHttpPools } = await loadHttpPools();
    pools ??= openHttpPools({ ...options, secureContext });
    return pools;
  };
  return {
    provider: { send: async (request) => (await open()).provider.send(request) },
    providerStreams: { openStream: async (request) => (await open()).providerStreams.openStream(request) },
    guarded: { send: async (request) => (await open()).guarded.send(request) },
    socketOptions: createSocketOptions(options.allow, secureContext, options.lookup),
    rest: () => pools?.rest(),
    wake: () => pools?.wake() ?? false,
    close: async () => pools?.close(),
  };
}
