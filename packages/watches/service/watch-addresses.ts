import type { ParseDestination } from "@plumbline/adapters/rss/fetch-feed.ts";
import type { Policy } from "@plumbline/core/access/policy.ts";
import type { EgressAllow } from "@plumbline/core/egress/egress-allow.ts";
import { parseDestination } from "@plumbline/core/egress/guard.ts";
import { explainRefusedDestinations } from "@plumbline/core/policy/decide.ts";
import type { Destination } from "@plumbline/core/tool/destination.ts";

/** Creates a URL check by the egress guard that honours the operator's exemptions. */
export function createUrlCheck(allow: EgressAllow): ParseDestination {
  return (url, what) => parseDestination(url, allow, what);
}

/** Returns the receiver as a destination of the call. */
export function listReceiver(named: string | undefined): Destination[] {
  return named === undefined ? [] : [{ kind: "url", value: named, argument: "deliver_to" }];
}

/** Returns the reason why the policy permits no delivery to a receiver, or `undefined` if it does. */
export function explainRefusedReceiver(policy: Policy, url: string): string | undefined {
  return explainRefusedDestinations(policy, listReceiver(url));
}

/**
 * Returns the given receiver, if any. Throws AdapterValidationError for one that the egress guard refuses.
 */
export function parseReceiver(named: string | undefined, destination: ParseDestination): URL | undefined {
  return named === undefined ? undefined : destination(named, "deliver_to");
}
