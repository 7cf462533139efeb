import { isIPv4, isIPv6 } from "node:net";
import { ConfigurationError } from "../errors/configuration-error.ts";
import { type IpRange, inRange, parseIpAddress, parseIpRange, singleAddress } from "./ip-address.ts";

/** The operator's exemptions from the guard. They are addresses: a refused name (`localhost`) stays refused. */
export interface EgressAllow {
  /** Whether an IP literal, with this port, is exempt. */
  allows(address: string, port: number): boolean;
}

interface Exemption {
  range: IpRange;
  /** Every port when undefined. */
  port: number | undefined;
}

/**
 * Parses `EGRESS_ALLOW`: a comma list of `10.0.0.0/8`, `10.0.0.5`, `10.0.0.5:8080`, `fd00::5` or `[fd00::5]:8080`; blank
 * entries count for nothing. Throws ConfigurationError naming the first wrong one.
 */
export function parseEgressAllow(text: string): EgressAllow {
  const entries = text.split(",").map((entry) => entry.trim());
  const exemptions = entries.filter((entry) => entry !== "").map(parseExemption);
  return {
    allows(address, port) {
      const parsed = parseIpAddress(address);
      if (parsed === undefined) return false;
      return exemptions.some(
        (exemption) => (exemption.port ?? port) === port && inRange(parsed, exemption.range),
      );
    },
  };
}

function parseExemption(entry: string): Exemption {
  const { address, port } = splitPort(entry);
  const range = port === undefined ? (parseIpRange(entry) ?? single(entry)) : single(address);
  if (range !== undefined && isPort(port)) return { range, port };
  throw new ConfigurationError(
    `EGRESS_ALLOW has the entry "${entry}"; write 10.0.0.0/8, 10.0.0.5, 10.0.0.5:8080, fd00::5 or [fd00::5]:8080.`,
  );
}

/** `[v6]:port` or `v4:port` in two; anything else whole and without a port. */
function splitPort(entry: string): { address: string; port: number | undefined } {
  const match = /^(?:\[([\da-f.:]+)\]|([\d.]+)):(\d{1,5})$/i.exec(entry);
  const [, v6 = "", v4 = "", port] = match ?? [];
  if (isIPv6(v6) || isIPv4(v4)) return { address: v6 || v4, port: Number(port) };
  return { address: entry, port: undefined };
}

function single(literal: string): IpRange | undefined {
  const address = literal.includes("%") ? undefined : parseIpAddress(literal);
  return address && singleAddress(address);
}

function isPort(port: number | undefined): boolean {
  return port === undefined || (port >= 1 && port <= 65_535);
}
