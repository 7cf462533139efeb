import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

export type IpAddress = ipaddr.IPv4 | ipaddr.IPv6;

/** A block of addresses: its network and how many leading bits of it count. */
export type IpRange = readonly [network: IpAddress, bits: number];

/**
 * An IP literal in any spelling `net.isIP` accepts; a zone id (`fe80::1%eth0`) is dropped, as it chooses an
 * interface and not an address. `undefined` for everything else, names and shorthand such as `127.1` included.
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

/** Whether an address lies in a block; one of the other family never does, an IPv4 address mapped into IPv6 included. */
export function inRange(address: IpAddress, [network, bits]: IpRange): boolean {
  return address.kind() === network.kind() && address.match(network, bits);
}

function widthOf(address: IpAddress): number {
  return address.kind() === "ipv4" ? 32 : 128;
}
