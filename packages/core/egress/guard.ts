import dns, { type LookupAddress, type LookupAllOptions } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import type { SecureContext } from "node:tls";
import type { buildConnector } from "undici";
import { AdapterValidationError } from "../errors/adapter-error.ts";
import { parseUrl, targetPort } from "../text/parsed-url.ts";
import { blockedAddress } from "./address-rules.ts";
import { type EgressAllow, LONGEST_NAME } from "./egress-allow.ts";
import type { ConnectorFactory } from "./pool.ts";

/**
 * The URL of a destination that a tenant or a model chose: http or https, any port, no user name or password,
 * a public name or address. Everything is decided on the parsed URL, which turns `http://0x7f.1` into
 * 127.0.0.1, and that URL is what must be sent. What a name resolves to is not asked here: the guarded
 * connector decides that when it connects.
 *
 * `what` names the argument in the message. Throws AdapterValidationError.
 */
export function parseDestination(text: string, allow: EgressAllow, what = "url"): URL {
  const url = parseUrl(text);
  if (url?.protocol !== "https:" && url?.protocol !== "http:") {
    throw new AdapterValidationError(
      `${what} must be an absolute http or https URL, such as https://example.com/hook.`,
    );
  }
  if (url.username !== "" || url.password !== "") {
    throw new AdapterValidationError(`${what} must not contain a user name or a password.`);
  }
  if (blockedHost(url.hostname.replace(/[[\]]/g, ""), targetPort(url), allow)) {
    throw blockedDestination(what);
  }
  return url;
}

/** Says what helps against a refused host: another one, or the operator's exemption. */
const NEXT_STEP =
  "Use an address that can be reached from the internet, or ask the operator of this service to add the host to " +
  "EGRESS_ALLOW, such as EGRESS_ALLOW=hooks.example.internal:8443, and to start it again.";

/** Makes the refusal of a host that is visibly not public; `what` names the argument. */
function blockedDestination(what: string): AdapterValidationError {
  return new AdapterValidationError(
    `${what} must name a public host: internal names and private, loopback, link-local and reserved addresses ` +
      "are refused, but for those in the operator's EGRESS_ALLOW.",
    { providerCode: "blocked_destination", nextStep: NEXT_STEP },
  );
}

/**
 * Names of the machine and of private networks (RFC 6761, 6762, 8375, and ICANN's reservation of `internal`).
 */
const INTERNAL_DOMAINS = ["localhost", "local", "internal", "home.arpa"];

/**
 * Tells whether a host that a tenant or a model chose must be refused before anything is asked of the
 * network: an IP literal (without brackets) by its address, a name by what it says, each unless it is itself
 * exempt with this port. A name that passes without an exemption is judged by what it resolves to when it is
 * connected.
 */
export function blockedHost(host: string, port: number, allow: EgressAllow): boolean {
  if (isIP(host) !== 0) return blockedAddress(host) && !allow.allows(host, port);
  return blockedName(host) && !allow.allowsName(host, port);
}

/** Tells whether a host chosen by a tenant, once it is resolved or connected, may not be at this address. */
function blockedPeer(host: string, port: number, allow: EgressAllow): (address: string) => boolean {
  const named = isIP(host) === 0 && allow.allowsName(host, port);
  return (address) => !named && blockedAddress(address) && !allow.allows(address, port);
}

/** Internal domains, single labels (they resolve inside the network), and what can be no public name. */
function blockedName(name: string): boolean {
  const bare = name.toLowerCase().replace(/\.$/, "");
  return (
    name.length > LONGEST_NAME ||
    !bare.includes(".") ||
    bare.split(".").includes("") ||
    endsInNumber(bare) ||
    INTERNAL_DOMAINS.some((domain) => bare === domain || bare.endsWith(`.${domain}`))
  );
}

/**
 * No public name ends in a number; resolvers read such a one as an address (`127.1`, `0x7f.1`), as the URL
 * standard does.
 */
function endsInNumber(name: string): boolean {
  return /\.(\d+|0x[\da-f]*)$/.test(name);
}

/** All addresses of a name, as `dns.lookup` gives them. */
export type LookupAll = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * The guard, as `PoolOptions.connector`: a connection is opened to a public address, or one the operator
 * exempted, or not at all (BlockedDestinationError). It decides where connections are made, so no redirect,
 * later DNS answer or caller that forgot `parseDestination` gets past it:
 * - a literal before anything else, since Node never looks literals up;
 * - a name by every address it resolves to, one bad address refusing it, and the connection goes to those
 *   very addresses; a name that the operator exempted goes wherever it resolves to;
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
function checkedLookup(lookup: LookupAll, blocked: (address: string) => boolean): LookupFunction {
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

/**
 * A host that is reached by a protocol other than HTTP. The operator's are trusted, a tenant's go through the
 * guard.
 */
export interface SocketTarget {
  host: string;
  port: number;
  chosenBy: "operator" | "tenant";
}

/** Options for `net.connect` and `tls.connect`. */
export interface SocketOptions {
  host: string;
  port: number;
  /**
   * Turns the name into addresses: of a tenant's host into public ones, or into a BlockedDestinationError.
   */
  lookup: LookupFunction;
  /** Set where certificates beside the system's are trusted. */
  secureContext?: SecureContext;
}

/**
 * Returns the options for a connection to a host. Throws AdapterValidationError, whose message names the host
 * by `what`, for a tenant's host that is visibly not public. This happens before any request to the network.
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
      throw blockedDestination(what);
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

/**
 * A destination that a tenant or a model chose and that the guard refuses. The message never tells what a
 * name resolved to: that would map the inside of the network for whoever asks.
 */
export class BlockedDestinationError extends Error {
  override readonly name = "BlockedDestinationError";
  readonly code = "PLUMBLINE_BLOCKED_DESTINATION";
}
