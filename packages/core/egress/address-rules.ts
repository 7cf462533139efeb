import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** The only IPv6 block that IANA has given out for global unicast. */
const GLOBAL_V6 = "2000::/3";

/**
 * Returns true when a guarded connection must not go to this address. Takes an IP literal in any spelling
 * that `net.isIP` accepts, with or without a zone id; anything else is blocked too.
 *
 * Blocked is every block of IANA's special-purpose registries, as ipaddr.js lists them (RFC 6890), among them
 * private networks, this machine and the clouds' metadata services. IPv6 is allowed inside 2000::/3 alone.
 * All forms that carry an IPv4 address (mapped, compatible, NAT64, 6to4, Teredo) lie outside it or are on the
 * list. They are refused whole, whatever they carry: nothing has to be decoded, and no new embedding opens a
 * way around the IPv4 list.
 */
export function blockedAddress(address: string): boolean {
  const parsed = parseIpAddress(address);
  if (parsed?.range() !== "unicast") return true;
  return parsed.kind() === "ipv6" && !parsed.match(ipaddr.IPv6.parseCIDR(GLOBAL_V6));
}

type IpAddress = ipaddr.IPv4 | ipaddr.IPv6;

/** A block of addresses: its network and how many leading bits of it count. */
export type IpRange = readonly [network: IpAddress, bits: number];

/**
 * An IP literal in any spelling `net.isIP` accepts; a zone id (`fe80::1%eth0`) is dropped, as it chooses an
 * interface and not an address. `undefined` for everything else, names and shorthand such as `127.1`
 * included.
 */
export function parseIpAddress(text: string): IpAddress | undefined {
  const literal = text.replace(/%.*$/s, "");
  return isIP(literal) === 0 ? undefined : ipaddr.parse(literal);
}

/** A block in CIDR notation, `10.0.0.0/8`; `undefined` when it is not one. */
export function parseIpRange(cidr: string): IpRange | undefined {
  const match = /^([\da-f.:]+)\/(\d{1,3})$/i.exec(cidr);
  const network = parseIpAddress(match?.[1] ?? "");
  const bits = Number(match?.[2]);
  return network !== undefined && bits <= widthOf(network) ? [network, bits] : undefined;
}

/** The block of this one address. */
export function singleAddress(address: IpAddress): IpRange {
  return [address, widthOf(address)];
}

/**
 * Returns true when an address lies in a block. An address of the other family never does; that includes an
 * IPv4 address mapped into IPv6.
 */
export function inRange(address: IpAddress, [network, bits]: IpRange): boolean {
  return address.kind() === network.kind() && address.match(network, bits);
}

function widthOf(address: IpAddress): number {
  return address.kind() === "ipv4" ? 32 : 128;
}
