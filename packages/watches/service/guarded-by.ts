import type { ParseDestination } from "@plumbline/adapters/rss/fetch-feed.ts";
import type { EgressAllow } from "@plumbline/core/egress/egress-allow.ts";
import { parseDestination } from "@plumbline/core/egress/guard.ts";

/** Creates a URL check by the egress guard that honours the operator's exemptions. */
export function createUrlCheck(allow: EgressAllow): ParseDestination {
  return (url, what) => parseDestination(url, allow, what);
}
