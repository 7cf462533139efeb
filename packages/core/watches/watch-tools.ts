import type { ProviderEndpoints } from "../adapters/provider-endpoints.ts";
import type { Egress } from "../egress/egress.ts";
import type { EgressAllow } from "../egress/egress-allow.ts";
import type { Tool } from "../tool/tool.ts";
import { emailWatchInbox } from "./email-watch-inbox.ts";
import { guardedBy } from "./guarded-by.ts";
import { rssSubscribe } from "./rss-subscribe.ts";
import type { Watches } from "./watches.ts";

export interface WatchToolDependencies {
  endpoints: ProviderEndpoints;
  egress: Pick<Egress, "socketOptions">;
  egressAllow: EgressAllow;
}

/** The tools that begin a watch, in the order they are listed. */
export function watchTools(
  { endpoints, egress, egressAllow }: WatchToolDependencies,
  watches: Watches,
): Tool[] {
  const destination = guardedBy(egressAllow);
  return [
    emailWatchInbox({ endpoints, socketOptions: egress.socketOptions }, destination, watches),
    rssSubscribe(destination, watches),
  ];
}
