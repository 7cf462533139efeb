import type { SecureContext } from "node:tls";
import type { Clock } from "../clock/clock.ts";
import type { EgressAllow } from "./egress-allow.ts";
import { guardConnector, type LookupAll } from "./guard.ts";
import type { HttpClient } from "./http-message.ts";
import { createPool, KEEP_ALIVE_MS, PROVIDER_KEEP_ALIVE_MS, RenewablePool } from "./pool.ts";
import { PooledHttpClient } from "./pooled-http-client.ts";
import { PooledStreamingClient, type StreamingHttpClient } from "./streaming-http-client.ts";

/** Two separate HTTP pools. */
export interface HttpPools {
  /** Client for hosts that the operator configured. */
  provider: HttpClient;
  /** Client for streamed responses from the same hosts, over the same connections. */
  providerStreams: StreamingHttpClient;
  /** Guarded client for hosts that a tenant or a model chose. */
  guarded: HttpClient;
  /**
   * If the platform freezes the process between two pieces of work, call `rest` after one and `wake` before
   * the next. While a process is frozen for longer than the keep-alive time, servers close its connections
   * unnoticed. A request on such a connection would be lost with an unknown outcome. `wake` therefore
   * replaces all connections after `KEEP_ALIVE_MS`, and returns true if it did. A running process notices
   * closed connections, so it may keep those to providers for longer.
   */
  rest(): void;
  wake(): boolean;
  /** Waits for calls in flight, then closes every connection. */
  close(): Promise<void>;
}

export interface HttpPoolsOptions {
  clock: Clock;
  /** Addresses and names that are exempt from the guard. */
  allow: EgressAllow;
  /** Replaces the system's name resolution in the guard. */
  lookup?: LookupAll | undefined;
  secureContext: SecureContext | undefined;
}

/** Opens both pools. */
export function openHttpPools({ clock, allow, lookup, secureContext }: HttpPoolsOptions): HttpPools {
  const provider = new RenewablePool(() =>
    createPool({ secureContext, keepAliveMs: PROVIDER_KEEP_ALIVE_MS }),
  );
  const guarded = new RenewablePool(() =>
    createPool({ secureContext, connector: guardConnector(allow, lookup) }),
  );
  let restedAt: number | undefined;
  return {
    provider: new PooledHttpClient(provider, clock),
    providerStreams: new PooledStreamingClient(provider, clock),
    guarded: new PooledHttpClient(guarded, clock),
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
