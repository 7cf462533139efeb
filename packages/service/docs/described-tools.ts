import { credentialKinds } from "@plumbline/adapters/credential-kinds.ts";
import type { AdapterDependencies } from "@plumbline/adapters/define-adapter.ts";
import type { ProviderEndpoints } from "@plumbline/adapters/providers.ts";
import { NOTHING_EXEMPT } from "@plumbline/core/egress/egress-allow.ts";
import type { Tool } from "@plumbline/core/tool/tool.ts";
import { ToolRegistry } from "@plumbline/core/tool/tool-registry.ts";
import { defineGroundedResearch } from "@plumbline/grounding";
import { allTools } from "../all-tools.ts";
import { endpointSchema, readEndpoints } from "../settings/endpoint-settings.ts";

/** Creates dependencies for tools that are only described: default endpoints and no network. */
export function createDescribingMeans(): AdapterDependencies<ProviderEndpoints> {
  return {
    endpoints: readEndpoints(endpointSchema.parse({})),
    destination: (url) => new URL(url),
    socketOptions: () => {
      throw new Error("A description opens no socket.");
    },
  };
}

/** Creates all tools of the service, only to describe them. */
export async function createDescribedTools(): Promise<readonly Tool[]> {
  const means = createDescribingMeans();
  const groups = allTools({
    means,
    endpoints: means.endpoints,
    egress: means,
    egressAllow: NOTHING_EXEMPT,
    researchTool: defineGroundedResearch(createUnusedDependency()),
    accounts: createUnusedDependency(),
    watches: createUnusedDependency(),
  });
  return new ToolRegistry(groups, credentialKinds).list();
}

/** Creates a placeholder for a dependency that is only used when a tool runs. */
function createUnusedDependency<Dependency extends object>(): Dependency {
  return new Proxy({} as Dependency, {
    get: (_target, name) => {
      throw new Error(`A description of a tool used ${String(name)} of a service that is not there.`);
    },
  });
}
