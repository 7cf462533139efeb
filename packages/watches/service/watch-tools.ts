import type { ProviderEndpoints } from "@plumbline/adapters/providers.ts";
import type { Egress } from "@plumbline/core/egress/egress.ts";
import type { EgressAllow } from "@plumbline/core/egress/egress-allow.ts";
import type { Tool } from "@plumbline/core/tool/tool.ts";
import { emailWatchInbox } from "./email-watch-inbox.ts";
import { guardedBy } from "./guarded-by.ts";
import { rssSubscribe } from "./rss-subscribe.ts";
import { watchEvents } from "./watch-events-tool.ts";
import { watchStop } from "./watch-stop.ts";
import type { Watches } from "./watches.ts";

export interface WatchToolDependencies {
  endpoints: ProviderEndpoints;
  egress: Pick<Egress, "socketOptions">;
  egressAllow: EgressAllow;
}

/** The tools that begin, read and end a watch, in the order in which they are listed. */
export function watchTools(
  { endpoints, egress, egressAllow }: WatchToolDependencies,
  watches: Watches,
): Tool[] {
  const destination = guardedBy(egressAllow);
  return [
    emailWatchInbox({ endpoints, socketOptions: egress.socketOptions }, destination, watches),
    rssSubscribe(destination, watches),
    watchEvents(watches),
    watchStop(watches),
  ];
}
