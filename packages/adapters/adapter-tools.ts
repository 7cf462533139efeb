import type { Tool } from "@plumbline/core/tool/tool.ts";
import { ADAPTERS } from "./adapters.ts";
import type { AdapterDependencies, ConnectionCheck } from "./define-adapter.ts";
import type { ProviderEndpoints } from "./providers.ts";

/** Returns the tools of all adapters, in the order of ADAPTERS. */
export function createAdapterTools(means: AdapterDependencies<ProviderEndpoints>): Tool[] {
  return ADAPTERS.flatMap((adapter) => adapter.tools(means));
}

/** Returns the checks that test and revoke each kind of credential. At most one check fits a credential. */
export function createConnectionChecks(means: AdapterDependencies<ProviderEndpoints>): ConnectionCheck[] {
  return ADAPTERS.flatMap((adapter) => adapter.connectionChecks(means));
}
