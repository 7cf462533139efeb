import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  type Ending,
  ledgersOf,
  type ReplayedErasures,
  replayErasures,
} from "@plumbline/core/credentials/replay-erasures.ts";
import { ConfigurationError } from "@plumbline/core/errors/service-error.ts";
import { WATCHES } from "@plumbline/watches/service/stored-watches.ts";
import { restoreStore } from "./backup-store.ts";
import { prepareDataFolder } from "./data-folder.ts";
import { type CheckedPlatform, type FolderPorts, withStoreFile } from "./store-copy.ts";
import type { StoreReport } from "./store-inspection.ts";

export interface FolderRestored extends StoreReport {
  /** Where the earlier store is. */
  kept?: string;
  /** Counts what the earlier store knew as ended; left out where there was no store that could be read. */
  replayed?: ReplayedErasures;
}

/**
 * Puts a backup in the place of a data folder's store, and ends in it again what had ended in the store that
 * it replaces. Throws as `restoreStore` does.
 */
export async function restoreWithLedger(file: string, ports: FolderPorts): Promise<FolderRestored> {
  const { folder, clock } = ports;
  prepareDataFolder(folder);
  let replayed: ReplayedErasures | undefined;
  const report = await restoreStore(folder, file, clock.now(), async (copy, earlier) => {
    const ledger = await readLedger(earlier, ports);
    if (ledger) replayed = await withStoreFile(copy, ports, (restored) => replayLedger(restored, ledger));
  });
  return { ...report, ...(replayed && { replayed }) };
}

/** `undefined` for a store that cannot be opened: what ended in it is not known. */
async function readLedger(file: string, ports: FolderPorts): Promise<Ending[] | undefined> {
  if (!existsSync(join(ports.folder, "master-key"))) return undefined;
  const read = async ({ platform }: CheckedPlatform) => {
    const endings: Ending[] = [];
    for (const ledger of ledgersOf(platform.records)) for await (const one of ledger) endings.push(one);
    return endings;
  };
  return withStoreFile(file, ports, read).catch((error: unknown) => {
    if (error instanceof ConfigurationError) return undefined;
    throw error;
  });
}

/** Ends again what a ledger says, in a store that nobody else has open. */
export function replayLedger(
  { platform, opened }: CheckedPlatform,
  endings: readonly Ending[],
): Promise<ReplayedErasures> {
  const { labelClaims } = platform;
  const ledger = async function* () {
    yield* endings;
  };
  return replayErasures({ ...opened, labelClaims, watches: WATCHES as never, ledger: ledger() });
}
