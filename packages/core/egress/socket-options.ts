import dns from "node:dns";
import type { LookupFunction } from "node:net";
import type { SecureContext } from "node:tls";
import { AdapterValidationError } from "../errors/adapter-error.ts";
import type { EgressAllow } from "./egress-allow.ts";
import { checkedLookup, type LookupAll } from "./guarded-connector.ts";
import { blockedHost, blockedPeer } from "./host-rules.ts";

/** A host that is reached by a protocol other than HTTP. The operator's are trusted, a tenant's go through the guard. */
export interface SocketTarget {
  host: string;
  port: number;
  chosenBy: "operator" | "tenant";
}

/** What `net.connect` and `tls.connect` are given. */
export interface SocketOptions {
  host: string;
  port: number;
  /** Turns the name into addresses: of a tenant's host into public ones, or into a BlockedDestinationError. */
  lookup: LookupFunction;
  /** Set where certificates beside the system's are trusted. */
  secureContext?: SecureContext;
}

/**
 * Options for a connection to a host. A tenant's host that says by itself that it is none of the public's is refused here
 * with AdapterValidationError, whose message names it by `what`, before anything is asked of the network.
 */
export type SocketOptionsFor = (target: SocketTarget, what: string) => SocketOptions;

export function socketOptionsFor(
  allow: EgressAllow,
  secureContext: SecureContext | undefined,
  lookup: LookupAll = dns.lookup,
): SocketOptionsFor {
  return ({ host: written, port, chosenBy }, what) => {
    const trusted = chosenBy === "operator";
    const host = written.replace(/^\[(.*)\]$/, "$1");
    if (!trusted && blockedHost(host, port, allow)) {
      throw new AdapterValidationError(
        `${what} must name a public host: internal names and private, loopback, link-local and reserved addresses are refused.`,
        { providerCode: "blocked_destination" },
      );
    }
    const blocked = trusted ? () => false : blockedPeer(host, port, allow);
    return {
      host,
      port,
      lookup: checkedLookup(lookup, blocked),
      ...(secureContext ? { secureContext } : {}),
    };
  };
}
