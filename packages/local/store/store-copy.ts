import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Clock, systemRandom } from "@plumbline/core/clock/clock.ts";
import { type OpenedRecords, openRecords } from "@plumbline/core/credentials/open-records.ts";
import { signRecords } from "@plumbline/core/credentials/sign-records.ts";
import { ConfigurationError } from "@plumbline/core/errors/service-error.ts";
import type { Logger } from "@plumbline/core/log/logger.ts";
import { OWNED_KINDS, type PlatformStores } from "@plumbline/service/entity-stores.ts";
import { openMasterKey } from "../keys/master-key.ts";
import { backUpStore } from "./backup-store.ts";
import { openCanary } from "./canary.ts";
import { immediateCommitter } from "./commit-queue.ts";
import { openDatabase } from "./open-store.ts";
import { SqliteStore } from "./sqlite-store.ts";
import { sqliteStores } from "./sqlite-stores.ts";

/** Stores with the checks before them, as a process of the service has them. */
export interface CheckedPlatform {
  platform: PlatformStores;
  opened: OpenedRecords;
}

export interface FolderPorts {
  folder: string;
  stage: string;
  clock: Clock;
  logger: Logger;
}

/**
 * Lends a copy of a data folder's store, made while the service runs; what is written to it goes with it.
 * Throws ConfigurationError where there is no store, it is damaged, or the master key does not open it.
 */
export async function withStoreCopy<Answer>(
  ports: FolderPorts,
  work: (copy: CheckedPlatform) => Promise<Answer>,
): Promise<Answer> {
  const aside = mkdtempSync(join(ports.folder, "copy-"));
  try {
    const file = join(aside, "store.db");
    backUpStore(ports.folder, file);
    return await withStoreFile(file, ports, work);
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}

/** Opens the store in a file that no other process has, under the master key of a data folder. */
export async function withStoreFile<Answer>(
  file: string,
  { folder, stage, clock, logger }: FolderPorts,
  work: (opened: CheckedPlatform) => Promise<Answer>,
): Promise<Answer> {
  const database = openDatabase(file);
  const store = new SqliteStore(database, immediateCommitter(database), logger);
  try {
    const keys = openMasterKey({ dataDir: folder, random: systemRandom, storeHasData: true });
    await openCanary(store, keys, stage);
    const platform = sqliteStores(store);
    const opened = openRecords({
      records: platform.records,
      ...{ keys, stage, clock, random: systemRandom, logger },
    });
    await signRecords(opened, OWNED_KINDS);
    const answer = await work({ platform, opened });
    // The file may be moved next, so nothing may be left in the log beside it.
    const [[busy] = []] = database.prepare("PRAGMA wal_checkpoint(TRUNCATE)").raw().all() as unknown[][];
    if (busy !== 0) throw new ConfigurationError(`${file} is in use by another process; stop it.`);
    return answer;
  } finally {
    await store.close();
  }
}
