import { createAdapterTools } from "@plumbline/adapters/adapter-tools.ts";
import {
  type ConnectionsDependencies,
  createConnectionsList,
} from "@plumbline/adapters/connections/tenant-connections.ts";
import type { AdapterDependencies } from "@plumbline/adapters/define-adapter.ts";
import type { ProviderEndpoints } from "@plumbline/adapters/providers.ts";
import type { Tool } from "@plumbline/core/tool/tool.ts";
import { defineGroundedResearch, type ResearchEngine } from "@plumbline/grounding";
import { type WatchToolDependencies, watchTools } from "@plumbline/watches/service/watch-tools.ts";
import type { Watches } from "@plumbline/watches/service/watches.ts";

export interface ToolDependencies extends WatchToolDependencies {
  research: ResearchEngine;
  accounts: ConnectionsDependencies;
  means: AdapterDependencies<ProviderEndpoints>;
  watches: Watches;
}

/** Creates all tools of the service, in the order in which callers see them. */
export function allTools(dependencies: ToolDependencies): Tool[] {
  const { research, accounts, means, watches } = dependencies;
  return [
    defineGroundedResearch(research),
    createConnectionsList(accounts),
    ...createAdapterTools(means),
    ...watchTools(dependencies, watches),
  ];
}
