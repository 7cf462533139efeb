import dns, { type LookupAddress, type LookupAllOptions } from "node:dns";
import type { LookupFunction } from "node:net";
import type { buildConnector } from "undici";
import { BlockedDestinationError } from "./blocked-destination.ts";
import type { ConnectorFactory } from "./connector.ts";
import type { EgressAllow } from "./egress-allow.ts";
import { blockedHost, blockedPeer } from "./host-rules.ts";
import { targetPort } from "./target-port.ts";

/** All addresses of a name, as `dns.lookup` gives them. */
export type LookupAll = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * The guard, as `PoolOptions.connector`: a connection is opened to a public address, or one the operator exempted, or not
 * at all (BlockedDestinationError). It decides where connections are made, so no redirect, later DNS answer or caller
 * that forgot `parseDestination` gets past it:
 * - a literal before anything else, since Node never looks literals up;
 * - a name by every address it resolves to, one bad address refusing it, and the connection goes to those very addresses;
 *   a name that the operator exempted goes wherever it resolves to;
 * - and once more by the address the open socket tells.
 * The name stays what TLS asks the certificate for.
 */
export function guardConnector(allow: EgressAllow, lookup: LookupAll = dns.lookup) {
  return (open: ConnectorFactory): buildConnector.connector =>
    (options, callback) => {
      const { hostname } = options;
      const port = targetPort(options);
      if (blockedHost(hostname, port, allow)) {
        callback(refusal(hostname), null);
        return;
      }
      const blocked = blockedPeer(hostname, port, allow);
      // One connector a connection: a lookup is not told the port, on which an exemption may depend.
      const connect = open(checkedLookup(lookup, blocked));
      connect(options, (error, socket) => {
        if (error !== null) return callback(error, null);
        const address = socket.remoteAddress;
        if (address !== undefined && !blocked(address)) return callback(null, socket);
        socket.destroy();
        callback(address === undefined ? closedAlready(hostname) : refusal(hostname), null);
      });
    };
}

/** A `lookup` that answers with addresses of which none is blocked, or with an error. */
export function checkedLookup(lookup: LookupAll, blocked: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, "");
      const [first] = addresses;
      if (first === undefined) return callback(noAddress(hostname), "");
      if (addresses.some(({ address }) => blocked(address))) return callback(refusal(hostname), "");
      if (options.all) return callback(null, addresses);
      callback(null, first.address, first.family);
    });
}

function refusal(hostname: string): BlockedDestinationError {
  return new BlockedDestinationError(`${hostname} cannot be a destination: only public hosts are reached.`);
}

function noAddress(hostname: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${hostname} has no address`), { code: "ENOTFOUND" });
}

/** A socket that no longer tells its peer was closed between opening and this look at it. */
function closedAlready(hostname: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${hostname} closed the connection at once`), { code: "ECONNRESET" });
}
