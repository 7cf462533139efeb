import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** The only IPv6 block that IANA has allocated for global unicast. */
const GLOBAL_V6 = "2000::/3";

/**
 * Returns true if connections to this address must be blocked. Accepts an IP literal in any notation that
 * `net.isIP` accepts, with or without a zone ID. Anything else is blocked.
 *
 * Blocks every range in IANA's special-purpose registries, as listed by ipaddr.js (RFC 6890). This includes
 * private networks, this machine and the metadata services of clouds. IPv6 is allowed only inside 2000::/3.
 * All forms that embed an IPv4 address (mapped, compatible, NAT64, 6to4, Teredo) are outside this block or in
 * the registries. They are blocked regardless of the embedded address, so nothing must be decoded and no new
 * embedding can bypass the IPv4 rules.
 */
export function isBlockedAddress(address: string): boolean {
  const parsed = parseIpAddress(address);
  if (parsed?.range() !== "unicast") return true;
  return parsed.kind() === "ipv6" && !parsed.match(ipaddr.IPv6.parseCIDR(GLOBAL_V6));
}

type IpAddress = ipaddr.IPv4 | ipaddr.IPv6;

/** A block of addresses: its network and the number of leading bits. */
export type IpRange = readonly [network: IpAddress, bits: number];

/**
 * Parses an IP literal in any notation that `net.isIP` accepts. Drops a zone ID (`fe80::1%eth0`), which
 * selects an interface, not an address. Returns `undefined` for anything else, including names and short
 * forms such as `127.1`.
 */
export function parseIpAddress(text: string): IpAddress | undefined {
  const literal = text.replace(/%.*$/s, "");
  return isIP(literal) === 0 ? undefined : ipaddr.parse(literal);
}

/** Parses a block in CIDR notation, such as `10.0.0.0/8`. Returns `undefined` if it is invalid. */
export function parseIpRange(cidr: string): IpRange | undefined {
  const match = /^([\da-f.:]+)\/(\d{1,3})$/i.exec(cidr);
  const network = parseIpAddress(match?.[1] ?? "");
  const bits = Number(match?.[2]);
  return network !== undefined && bits <= getWidth(network) ? [network, bits] : undefined;
}

/** Returns the block of a single address. */
export function toSingleRange(address: IpAddress): IpRange {
  return [address, getWidth(address)];
}

/**
 * Returns true if an address is in a block. An address of the other family never is, not even an IPv4 address
 * mapped into IPv6.
 */
export function isInRange(address: IpAddress, [network, bits]: IpRange): boolean {
  return address.kind() === network.kind() && address.match(network, bits);
}

function getWidth(address: IpAddress): number {
  return address.kind() === "ipv4" ? 32 : 128;
}
