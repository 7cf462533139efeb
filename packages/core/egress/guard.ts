import dns, { type LookupAddress, type LookupAllOptions } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import type { SecureContext } from "node:tls";
import type { buildConnector } from "undici";
import { AdapterValidationError } from "../errors/adapter-error.ts";
import { getTargetPort, parseUrl } from "../text/parsed-url.ts";
import { isBlockedAddress } from "./address-rules.ts";
import { type EgressAllow, MAX_NAME_LENGTH } from "./egress-allow.ts";
import type { ConnectorFactory } from "./pool.ts";

/**
 * Parses the URL of a destination that a tenant or a model chose: http or https, any port, no user name or
 * password, and a public name or address. Checks the parsed URL, in which `http://0x7f.1` has become
 * 127.0.0.1, so send exactly that URL. Does not resolve names; the guarded connector checks their addresses
 * when it connects. `what` is the argument's name for the message. Throws AdapterValidationError.
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
  if (isBlockedHost(url.hostname.replace(/[[\]]/g, ""), getTargetPort(url), allow)) {
    throw createBlockedDestinationError(what);
  }
  return url;
}

/** Advice after a blocked host: use another one, or ask the operator for an exemption. */
const NEXT_STEP =
  "Use an address that can be reached from the internet, or ask the operator of this service to add the host to " +
  "EGRESS_ALLOW, such as EGRESS_ALLOW=hooks.example.internal:8443, and to restart it.";

/** Creates the error for a host that is visibly not public. `what` is the argument's name. */
function createBlockedDestinationError(what: string): AdapterValidationError {
  return new AdapterValidationError(
    `${what} must have a public host. Internal names and private, loopback, link-local and reserved addresses ` +
      "are refused, except those in the operator's EGRESS_ALLOW.",
    { providerCode: "blocked_destination", nextStep: NEXT_STEP },
  );
}

/** Domains of the local machine and private networks (RFC 6761, 6762, 8375; ICANN reserved `internal`). */
const INTERNAL_DOMAINS = ["localhost", "local", "internal", "home.arpa"];

/**
 * Returns true if a host that a tenant or a model chose must be refused without any network request. Judges
 * an IP literal (without brackets) by its address and a name by its text, unless it is exempt with this port.
 * The addresses of other names are checked when connecting.
 */
export function isBlockedHost(host: string, port: number, allow: EgressAllow): boolean {
  if (isIP(host) !== 0) return isBlockedAddress(host) && !allow.allows(host, port);
  return isBlockedName(host) && !allow.allowsName(host, port);
}

/** Creates a check that returns true for blocked addresses of a host that a tenant chose. */
function createPeerCheck(host: string, port: number, allow: EgressAllow): (address: string) => boolean {
  const isNameExempt = isIP(host) === 0 && allow.allowsName(host, port);
  return (address) => !isNameExempt && isBlockedAddress(address) && !allow.allows(address, port);
}

/** Returns true for internal domains, single labels (resolved inside the network) and impossible names. */
function isBlockedName(name: string): boolean {
  const bare = name.toLowerCase().replace(/\.$/, "");
  return (
    name.length > MAX_NAME_LENGTH ||
    !bare.includes(".") ||
    bare.split(".").includes("") ||
    endsInNumber(bare) ||
    INTERNAL_DOMAINS.some((domain) => bare === domain || bare.endsWith(`.${domain}`))
  );
}

/**
 * Returns true if a name ends in a number. No public name does. Resolvers treat such a name as an address
 * (`127.1`, `0x7f.1`), like the URL standard.
 */
function endsInNumber(name: string): boolean {
  return /\.(\d+|0x[\da-f]*)$/.test(name);
}

/** Resolves a name to all its addresses, like `dns.lookup`. */
export type LookupAll = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Creates the guard for `PoolOptions.connector`. It opens connections only to public or exempt addresses;
 * otherwise it fails with BlockedDestinationError. Because it runs when connecting, no redirect, changed DNS
 * answer (DNS rebinding) or forgotten `parseDestination` can bypass it:
 * - A literal is checked first, because Node does not look literals up.
 * - A name is checked by every address that it resolves to. One blocked address refuses it, and the
 *   connection uses exactly these addresses. An exempt name may resolve to any address.
 * - The remote address of the open socket is checked again. TLS still verifies the certificate for the name.
 */
export function guardConnector(allow: EgressAllow, lookup: LookupAll = dns.lookup) {
  return (open: ConnectorFactory): buildConnector.connector =>
    (options, callback) => {
      const { hostname } = options;
      const port = getTargetPort(options);
      if (isBlockedHost(hostname, port, allow)) {
        callback(createRefusalError(hostname), null);
        return;
      }
      const blocked = createPeerCheck(hostname, port, allow);
      // Each connection needs its own connector, because `lookup` does not receive the port, on which an
      // exemption may depend.
      const connect = open(checkLookup(lookup, blocked));
      connect(options, (error, socket) => {
        if (error !== null) return callback(error, null);
        const address = socket.remoteAddress;
        if (address !== undefined && !blocked(address)) return callback(null, socket);
        socket.destroy();
        callback(
          address === undefined ? createAlreadyClosedError(hostname) : createRefusalError(hostname),
          null,
        );
      });
    };
}

/** Wraps `lookup` to fail if any address is blocked. */
function checkLookup(lookup: LookupAll, blocked: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, "");
      const [first] = addresses;
      if (first === undefined) return callback(createNoAddressError(hostname), "");
      if (addresses.some(({ address }) => blocked(address)))
        return callback(createRefusalError(hostname), "");
      if (options.all) return callback(null, addresses);
      callback(null, first.address, first.family);
    });
}

function createRefusalError(hostname: string): BlockedDestinationError {
  return new BlockedDestinationError(
    `Requests to ${hostname} are not allowed: only public hosts can be reached.`,
  );
}

function createNoAddressError(hostname: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${hostname} has no address`), { code: "ENOTFOUND" });
}

/** Creates the error for a socket without a remote address, which was closed right after it opened. */
function createAlreadyClosedError(hostname: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${hostname} closed the connection immediately`), { code: "ECONNRESET" });
}

/** A host reached by another protocol than HTTP. The operator's are trusted; a tenant's are guarded. */
export interface SocketTarget {
  host: string;
  port: number;
  chosenBy: "operator" | "tenant";
}

/** Options for `net.connect` and `tls.connect`. */
export interface SocketOptions {
  host: string;
  port: number;
  /** Resolves the host name. Fails with BlockedDestinationError if a tenant's host has a blocked address. */
  lookup: LookupFunction;
  /** Set if certificates are trusted in addition to the system's. */
  secureContext?: SecureContext;
}

/**
 * Creates the options for connecting to a host. `what` is the host's name in messages. Throws
 * AdapterValidationError, before any network request, if a tenant's host is visibly not public.
 */
export type SocketOptionsFor = (target: SocketTarget, what: string) => SocketOptions;

export function createSocketOptions(
  allow: EgressAllow,
  secureContext: SecureContext | undefined,
  lookup: LookupAll = dns.lookup,
): SocketOptionsFor {
  return ({ host: written, port, chosenBy }, what) => {
    const trusted = chosenBy === "operator";
    const host = written.replace(/^\[(.*)\]$/, "$1");
    if (!trusted && isBlockedHost(host, port, allow)) {
      throw createBlockedDestinationError(what);
    }
    const blocked = trusted ? () => false : createPeerCheck(host, port, allow);
    return {
      host,
      port,
      lookup: checkLookup(lookup, blocked),
      ...(secureContext ? { secureContext } : {}),
    };
  };
}

/**
 * The guard blocked a destination that a tenant or a model chose. The message never contains the addresses of
 * a name, which would reveal the internal network.
 */
export class BlockedDestinationError extends Error {
  override readonly name = "BlockedDestinationError";
  readonly code = "PLUMBLINE_BLOCKED_DESTINATION";
}
