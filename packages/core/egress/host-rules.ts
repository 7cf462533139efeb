import { isIP } from "node:net";
import { blockedAddress } from "./address-rules.ts";
import { type EgressAllow, LONGEST_NAME } from "./egress-allow.ts";

/** Names of the machine and of private networks (RFC 6761, 6762, 8375, and ICANN's reservation of `internal`). */
const INTERNAL_DOMAINS = ["localhost", "local", "internal", "home.arpa"];

/**
 * Tells whether a host that a tenant or a model chose must be refused before anything is asked of the network: an IP
 * literal (without brackets) by its address, a name by what it says, each unless it is itself exempt with this port. A
 * name that passes without an exemption is yet to be judged by what it resolves to (guarded-connector.ts).
 */
export function blockedHost(host: string, port: number, allow: EgressAllow): boolean {
  if (isIP(host) !== 0) return blockedAddress(host) && !allow.allows(host, port);
  return blockedName(host) && !allow.allowsName(host, port);
}

/** Tells whether a host chosen by a tenant, once it is resolved or connected, may not be at this address. */
export function blockedPeer(host: string, port: number, allow: EgressAllow): (address: string) => boolean {
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

/** No public name ends in a number; resolvers read such a one as an address (`127.1`, `0x7f.1`), as the URL standard does. */
function endsInNumber(name: string): boolean {
  return /\.(\d+|0x[\da-f]*)$/.test(name);
}
