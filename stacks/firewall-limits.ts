import { DEFAULT_REQUESTS_OF_TENANT, type StageSettings } from "./stage.ts";
import { wholeNumberSetting } from "./whole-number-setting.ts";

/** Limits above which the firewall answers 429. */
export interface FirewallLimits {
  /** Requests per address in five minutes. */
  perAddress: number;
  /** Requests per Authorization header in a minute, from all addresses. */
  perKey: number;
  /** Requests per address in a minute that contain nothing in the format of a key. */
  perAddressWithoutKey: number;
}

const MAX_LIMIT = 2_000_000_000;
/** The firewall's minimum. */
const MIN_LIMIT = 10;
/** A key may send as many requests as this number of processes permits its tenant. */
const PROCESSES = 2;

/**
 * Returns the firewall's limits: the stage's own, or settings of the deploying environment. The limit per key
 * follows `REQUESTS_PER_MINUTE`, so that the firewall never refuses what one process would permit. Returns
 * `undefined` if the stage has no firewall.
 */
export function firewallLimits(
  { firewall }: StageSettings,
  environment: Readonly<Record<string, string | undefined>>,
): FirewallLimits | undefined {
  if (firewall === undefined) return undefined;
  const set = (name: string, otherwise: number, least = MIN_LIMIT) =>
    wholeNumberSetting(environment, name, { least, most: MAX_LIMIT, otherwise });
  const ofTenant = set("REQUESTS_PER_MINUTE", DEFAULT_REQUESTS_OF_TENANT, 1);
  return {
    perAddress: set("FIREWALL_REQUESTS_PER_FIVE_MINUTES", firewall.perAddress),
    perKey: set("FIREWALL_KEY_REQUESTS_PER_MINUTE", Math.max(MIN_LIMIT, PROCESSES * ofTenant)),
    perAddressWithoutKey: set("FIREWALL_ANONYMOUS_REQUESTS_PER_MINUTE", firewall.perAddressWithoutKey),
  };
}
