import type { Clock } from "../clock/clock.ts";
import type { EgressAllow } from "./egress-allow.ts";
import { guardConnector, type LookupAll, type SocketOptionsFor, socketOptionsFor } from "./guard.ts";
import type { HttpClient } from "./http-message.ts";
import { createPool, KEEP_ALIVE_MS, RenewablePool, trusting } from "./pool.ts";
import { PooledHttpClient } from "./pooled-http-client.ts";
import { PooledStreamingClient, type StreamingHttpClient } from "./streaming-http-client.ts";

/**
 * The process's ways out: two pools for HTTP, which share no connection, and the rules for any other socket.
 */
export interface Egress {
  /** To hosts the operator configured. */
  provider: HttpClient;
  /** To the same hosts, over the same connections, for answers that are read while they come. */
  providerStreams: StreamingHttpClient;
  /** To whatever a tenant or a model chose, through the guard. */
  guarded: HttpClient;
  /** For mail, whose libraries open their connections themselves. */
  socketOptions: SocketOptionsFor;
  /**
   * For a process that the platform freezes between pieces of work: `rest` when one is done, `wake` before
   * the next. After a longer rest than connections are kept, the servers have closed their ends, which a
   * frozen process did not learn: a request on such a connection is lost, and nobody knows whether it was
   * taken. So new connections are opened. Answers whether they are.
   */
  rest(): void;
  wake(): boolean;
  /** Lets the calls in flight end, then closes every connection. */
  close(): Promise<void>;
}

export interface EgressOptions {
  clock: Clock;
  /** Addresses and names exempt from the guard. */
  allow: EgressAllow;
  /** Certificates (PEM) trusted beside the system's. */
  extraCertificates?: string | undefined;
  /** Replaces the system's name resolution in the guard. */
  lookup?: LookupAll | undefined;
}

/** Opens both pools; made once a process. */
export function openEgress({ clock, allow, extraCertificates, lookup }: EgressOptions): Egress {
  const secureContext = trusting(extraCertificates);
  const provider = new RenewablePool(() => createPool({ secureContext }));
  const guarded = new RenewablePool(() =>
    createPool({ secureContext, connector: guardConnector(allow, lookup) }),
  );
  let restedAt: number | undefined;
  return {
    provider: new PooledHttpClient(provider, clock),
    providerStreams: new PooledStreamingClient(provider, clock),
    guarded: new PooledHttpClient(guarded, clock),
    socketOptions: socketOptionsFor(allow, secureContext, lookup),
    rest() {
      restedAt = clock.now();
    },
    wake() {
      const stale = restedAt !== undefined && clock.now() - restedAt > KEEP_ALIVE_MS;
      if (stale) for (const pool of [provider, guarded]) pool.renew();
      restedAt = undefined;
      return stale;
    },
    async close() {
      await Promise.all([provider.close(), guarded.close()]);
    },
  };
}
