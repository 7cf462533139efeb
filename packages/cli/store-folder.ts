import { systemRandom } from "@plumbline/core/clock/clock.ts";
import { type CheckedPlatform, type FolderPorts, withStoreCopy } from "@plumbline/local/store/store-copy.ts";
import { openTenantExport, type TenantExport } from "@plumbline/service/export/tenant-export.ts";
import { readSettings } from "@plumbline/service/settings/read-settings.ts";
import type { Terminal } from "./terminal.ts";

/** Returns the environment's data folder in the form in which commands open its store. */
export function createFolderPorts({ environment, clock }: Terminal): FolderPorts {
  const { dataDir: folder, stage } = readSettings(environment);
  return { folder, stage, clock, logger: { log: () => undefined } };
}

/** Opens a copy of the data folder's store, and provides a function that exports a tenant from it. */
export function withFolderCopy<Answer>(
  terminal: Terminal,
  work: (copy: CheckedPlatform & { exporting: TenantExport }) => Promise<Answer>,
): Promise<Answer> {
  const { clock } = terminal;
  return withStoreCopy(createFolderPorts(terminal), ({ platform, opened }) => {
    const exporting = openTenantExport(opened, { platform, clock, random: systemRandom });
    return work({ platform, opened, exporting });
  });
}
