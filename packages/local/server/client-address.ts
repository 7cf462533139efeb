import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import type { EgressAllow } from "@plumbline/core/egress/egress-allow.ts";

/**
 * The address of a request's client: that of its connection, or, where the connection comes from a proxy of
 * `TRUSTED_PROXIES`, the last address of `X-Forwarded-For` that is no such proxy. What stands before that one
 * is the client's own word. Left unset, everybody behind a proxy has the proxy's address.
 */
export function clientAddress(
  { socket, headers }: Pick<IncomingMessage, "headers"> & { socket: { remoteAddress?: string | undefined } },
  proxies: Pick<EgressAllow, "allows">,
): string | undefined {
  let address = withoutMapping(socket.remoteAddress);
  const hops = [headers["x-forwarded-for"] ?? []].flat().join(",").split(",").reverse();
  for (const hop of hops) {
    const next = withoutMapping(hop.trim());
    if (address === undefined || !proxies.allows(address, 0) || next === undefined) break;
    address = next;
  }
  return address;
}

/**
 * Writes an IPv4 address that came over an IPv6 socket as IPv4 has it; what is no address counts for nothing.
 */
function withoutMapping(text: string | undefined): string | undefined {
  const address = text?.replace(/^::ffff:(?=[\d.]+$)/i, "");
  return address !== undefined && isIP(address) !== 0 ? address : undefined;
}
