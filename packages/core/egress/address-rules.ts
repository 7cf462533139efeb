import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/**
 * IPv4 blocks that are no public destination (IANA IPv4 Special-Purpose Address Registry, RFC 6890, and
 * multicast).
 */
const refusedV4 = blocks(
  "0.0.0.0/8", // "this network"; 0.0.0.0 is the machine itself on Linux
  "10.0.0.0/8", // private
  "100.64.0.0/10", // carrier-grade NAT; a cloud's metadata service sits at 100.100.100.200
  "127.0.0.0/8", // loopback
  "169.254.0.0/16", // link-local; clouds' metadata services
  "172.16.0.0/12", // private
  "192.0.0.0/24", // protocol assignments
  "192.0.2.0/24", // documentation
  "192.31.196.0/24", // AS112
  "192.52.193.0/24", // AMT
  "192.88.99.0/24", // 6to4 relays
  "192.168.0.0/16", // private
  "192.175.48.0/24", // AS112
  "198.18.0.0/15", // benchmarking
  "198.51.100.0/24", // documentation
  "203.0.113.0/24", // documentation
  "224.0.0.0/4", // multicast
  "240.0.0.0/4", // reserved, broadcast
);

/** The only IPv6 block that IANA has given out for global unicast. */
const globalV6 = blocks("2000::/3");

/** Blocks inside it that are no public destination (IANA IPv6 Special-Purpose Address Registry). */
const refusedV6 = blocks(
  "2001::/23", // Teredo, benchmarking, ORCHID and other protocol assignments
  "2001:db8::/32", // documentation
  "2002::/16", // 6to4
  "3fff::/20", // documentation
);

/**
 * Returns true when a guarded connection must not go to this address. Takes an IP literal in any spelling
 * that `net.isIP` accepts, with or without a zone id; anything else is blocked too.
 *
 * IPv6 is allowed inside 2000::/3 alone. All forms that carry an IPv4 address (mapped, compatible, NAT64,
 * 6to4, Teredo) lie outside it or are on the list. They are refused whole, whatever they carry: nothing has
 * to be decoded, and no new embedding opens a way around the IPv4 list.
 */
export function blockedAddress(address: string): boolean {
  const parsed = parseIpAddress(address);
  if (parsed === undefined) return true;
  const inAny = (ranges: readonly IpRange[]) => ranges.some((range) => inRange(parsed, range));
  if (parsed.kind() === "ipv4") return inAny(refusedV4());
  return !inAny(globalV6()) || inAny(refusedV6());
}

/** Read when they are first asked for: a cold start need not wait until they are. */
function blocks(...written: readonly string[]): () => readonly IpRange[] {
  let ranges: readonly IpRange[] | undefined;
  return () => {
    ranges ??= written.map((block) => {
      const range = parseIpRange(block);
      if (range === undefined) throw new TypeError(`${block} is not a block of addresses`);
      return range;
    });
    return ranges;
  };
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
