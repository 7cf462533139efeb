import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  type Ending,
  type ReplayedErasures,
  readEndings,
  replayErasures,
} from "@plumbline/core/credentials/replay-erasures.ts";
import { ConfigurationError } from "@plumbline/core/errors/service-error.ts";
import { WATCHES } from "@plumbline/watches/service/stored-watches.ts";
import { restoreStore } from "./backup-store.ts";
import { prepareDataFolder } from "./data-folder.ts";
import { type CheckedPlatform, type FolderPorts, withStoreFile } from "./store-copy.ts";
import type { StoreReport } from "./store-inspection.ts";

export interface FolderRestored extends StoreReport {
  /** Path of the earlier store. */
  kept?: string;
  /** Numbers of repeated deletions and revocations. Omitted if there was no readable earlier store. */
  replayed?: ReplayedErasures;
}

/**
 * Replaces a data folder's store with a backup, then repeats the deletions and revocations from the replaced
 * store. Throws the same errors as `restoreStore`.
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

/** Reads all deletions and revocations from a store. Returns `undefined` if it cannot be opened. */
async function readLedger(file: string, ports: FolderPorts): Promise<Ending[] | undefined> {
  if (!existsSync(join(ports.folder, "master-key"))) return undefined;
  const read = async ({ platform }: CheckedPlatform) => {
    const endings: Ending[] = [];
    for (const ledger of readEndings(platform.records)) for await (const one of ledger) endings.push(one);
    return endings;
  };
  return withStoreFile(file, ports, read).catch((error: unknown) => {
    if (error instanceof ConfigurationError) return undefined;
    throw error;
  });
}

/** Repeats deletions and revocations in a store that no other process uses. */
export function replayLedger(
  { platform, opened }: CheckedPlatform,
  endings: readonly Ending[],
): Promise<ReplayedErasures> {
  const { labelClaims } = platform;
  const yieldLedger = async function* () {
    yield* endings;
  };
  return replayErasures({ ...opened, labelClaims, watches: WATCHES as never, endings: yieldLedger() });
}
