import { createAdapterTools } from "@plumbline/adapters/adapter-tools.ts";
import {
  type ConnectionsDependencies,
  createConnectionsList,
} from "@plumbline/adapters/connections/tenant-connections.ts";
import type { AdapterDependencies } from "@plumbline/adapters/define-adapter.ts";
import type { ProviderEndpoints } from "@plumbline/adapters/providers.ts";
import type { Tool } from "@plumbline/core/tool/tool.ts";
import { groupTools, type ToolGroup } from "@plumbline/core/tool/tool-registry.ts";
import type { WatchToolDependencies } from "@plumbline/watches/service/watch-tools.ts";
import type { Watches } from "@plumbline/watches/service/watches.ts";

export interface ToolDependencies extends WatchToolDependencies {
  researchTool: Tool;
  accounts: ConnectionsDependencies;
  means: AdapterDependencies<ProviderEndpoints>;
  watches: Watches;
}

/** Names of the tools that create, read and end a watch. */
const WATCH_TOOL_NAMES = ["email_watch_inbox", "rss_subscribe", "watch_events", "watch_stop"];

/** Creates all tools of the service, in the order in which callers see them. */
export function allTools(dependencies: ToolDependencies): ToolGroup[] {
  const { researchTool, accounts, means, watches } = dependencies;
  return [
    groupTools([researchTool, createConnectionsList(accounts)]),
    ...createAdapterTools(means),
    {
      names: WATCH_TOOL_NAMES,
      load: async () =>
        (await import("@plumbline/watches/service/watch-tools.ts")).watchTools(dependencies, watches),
    },
  ];
}
