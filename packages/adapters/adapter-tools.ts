import type { CredentialRecord } from "@plumbline/core/credentials/credential.ts";
import { loadOnce } from "@plumbline/core/loading/load-once.ts";
import type { ToolGroup } from "@plumbline/core/tool/tool-registry.ts";
import { ADAPTERS } from "./adapters.ts";
import type { AdapterDependencies, AdapterEntry, ConnectionCheck } from "./define-adapter.ts";
import type { ProviderEndpoints } from "./providers.ts";

/** Returns the tools of all adapters, in the order of ADAPTERS. */
export function createAdapterTools(dependencies: AdapterDependencies<ProviderEndpoints>): ToolGroup[] {
  return ADAPTERS.map(({ tools: names, load }) => ({
    names,
    load: async () => (await load()).tools(dependencies),
  }));
}

/** The checks that test and revoke each kind of credential, loaded with their adapters. */
export class ConnectionChecks {
  readonly #adapters: readonly { entry: AdapterEntry; load: () => Promise<readonly ConnectionCheck[]> }[];

  constructor(dependencies: AdapterDependencies<ProviderEndpoints>) {
    this.#adapters = ADAPTERS.map((entry) => ({
      entry,
      load: loadOnce(async () => (await entry.load()).connectionChecks(dependencies)),
    }));
  }

  /** Returns the check that fits a credential's kind, metadata and scope. At most one fits. */
  async find(
    record: Pick<CredentialRecord, "kind" | "metadata" | "scope">,
  ): Promise<ConnectionCheck | undefined> {
    const loading = this.#adapters
      .filter(({ entry }) => opensKind(entry, record.kind))
      .map(({ load }) => load());
    const checks = (await Promise.all(loading)).flat();
    return checks.find(({ kinds, fits }) => kinds.includes(record.kind) && (fits?.(record) ?? true));
  }
}

function opensKind({ providers }: AdapterEntry, kind: string): boolean {
  return providers.some(
    ({ kinds, sharedKinds = [] }) => kinds.some((one) => one.kind === kind) || sharedKinds.includes(kind),
  );
}
