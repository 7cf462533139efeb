import { isIP, isIPv4, isIPv6 } from "node:net";
import { ConfigurationError } from "../errors/service-error.ts";
import { parseUrl } from "../text/parsed-url.ts";
import { type IpRange, isInRange, parseIpAddress, parseIpRange, toSingleRange } from "./address-rules.ts";

/** The operator's exemptions from the guard. Exempting an address does not exempt a name, nor vice versa. */
export interface EgressAllow {
  /** Returns true if an IP literal with this port is exempt. */
  allows(address: string, port: number): boolean;
  /** Returns true if connections to this host name and port are exempt, whatever the name resolves to. */
  allowsName(name: string, port: number): boolean;
}

/** Exempts nothing. */
export const NOTHING_EXEMPT: EgressAllow = { allows: () => false, allowsName: () => false };

/** A block of addresses or one host name, with one port or (if undefined) any port. */
type Exemption = { port: number | undefined } & (
  | { range: IpRange; name?: never }
  | { name: string; range?: never }
);

/** Maximum length of a DNS name, including a trailing dot (RFC 1035). */
export const MAX_NAME_LENGTH = 254;

/**
 * A normalized host name: labels of letters, digits, hyphens and underscores (used in container networks).
 */
const NAME = /^[a-z\d_](?:[a-z\d_-]{0,61}[a-z\d_])?(?:\.[a-z\d_](?:[a-z\d_-]{0,61}[a-z\d_])?)*$/;

/**
 * Parses `EGRESS_ALLOW`, a comma-separated list of `10.0.0.0/8`, `10.0.0.5`, `10.0.0.5:8080`, `fd00::5`,
 * `[fd00::5]:8080`, `hooks.internal` or `hooks.internal:8080`. Ignores blank entries. Throws
 * ConfigurationError with the first invalid entry.
 */
export function parseEgressAllow(text: string): EgressAllow {
  const entries = text.split(",").map((entry) => entry.trim());
  const exemptions = entries.filter((entry) => entry !== "").map(parseExemption);
  if (exemptions.length === 0) return NOTHING_EXEMPT;
  return {
    allows(address, port) {
      const parsed = parseIpAddress(address);
      if (parsed === undefined) return false;
      return exemptions.some(
        (exemption) =>
          exemption.range !== undefined &&
          (exemption.port ?? port) === port &&
          isInRange(parsed, exemption.range),
      );
    },
    allowsName(host, port) {
      const asked = normalizeHostName(host);
      if (asked === undefined) return false;
      return exemptions.some(({ name, ...exemption }) => name === asked && (exemption.port ?? port) === port);
    },
  };
}

function parseExemption(entry: string): Exemption {
  const { address, port } = splitPort(entry);
  const range =
    port === undefined ? (parseIpRange(entry) ?? parseSingleAddress(entry)) : parseSingleAddress(address);
  if (range !== undefined && isPort(port)) return { range, port };
  const named = parseNameExemption(entry);
  if (named !== undefined) return named;
  if (entry.includes("*"))
    throw new ConfigurationError(
      `EGRESS_ALLOW has the invalid entry "${entry}": wildcards are not supported. List each host name, such as hooks.internal.`,
    );
  throw new ConfigurationError(
    `EGRESS_ALLOW has the invalid entry "${entry}". Use a form such as 10.0.0.0/8, 10.0.0.5, 10.0.0.5:8080, fd00::5, [fd00::5]:8080, hooks.internal or hooks.internal:8080.`,
  );
}

function parseNameExemption(entry: string): Exemption | undefined {
  const [, host = "", digits] = /^([^:]*)(?::(\d{1,5}))?$/.exec(entry) ?? [];
  const name = normalizeHostName(host);
  const port = digits === undefined ? undefined : Number(digits);
  return name !== undefined && isPort(port) ? { name, port } : undefined;
}

/**
 * Normalizes a host name for comparison: lower case, international labels in Punycode, no trailing dot.
 * Returns `undefined` for an IP address in any notation and for an invalid name. Uses the URL parser, like
 * the URLs of destinations.
 */
function normalizeHostName(host: string): string | undefined {
  if (host.length > MAX_NAME_LENGTH || /[\s/?#@\\:%[\]]/.test(host)) return undefined;
  const name = parseUrl(`http://${host}/`)?.hostname.replace(/\.$/, "") ?? "";
  return NAME.test(name) && isIP(name) === 0 ? name : undefined;
}

/** Splits `[v6]:port` or `v4:port`. Returns anything else unchanged and without a port. */
function splitPort(entry: string): { address: string; port: number | undefined } {
  const match = /^(?:\[([\da-f.:]+)\]|([\d.]+)):(\d{1,5})$/i.exec(entry);
  const [, v6 = "", v4 = "", port] = match ?? [];
  if (isIPv6(v6) || isIPv4(v4)) return { address: v6 || v4, port: Number(port) };
  return { address: entry, port: undefined };
}

function parseSingleAddress(literal: string): IpRange | undefined {
  const address = literal.includes("%") ? undefined : parseIpAddress(literal);
  return address && toSingleRange(address);
}

function isPort(port: number | undefined): boolean {
  return port === undefined || (port >= 1 && port <= 65_535);
}
