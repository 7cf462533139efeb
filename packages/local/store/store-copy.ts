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
import { createImmediateCommitter } from "./commit-queue.ts";
import { openDatabase } from "./open-store.ts";
import { SqliteStore } from "./sqlite-store.ts";
import { sqliteStores } from "./sqlite-stores.ts";

/** Stores and their integrity checks, as the service opens them. */
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
 * Runs `work` on a temporary copy of the store, made while the service runs. Changes are discarded. Throws
 * ConfigurationError if the store is missing, damaged, or does not match the master key.
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

/** Opens a store file that no other process uses, with the data folder's master key. */
export async function withStoreFile<Answer>(
  file: string,
  { folder, stage, clock, logger }: FolderPorts,
  work: (opened: CheckedPlatform) => Promise<Answer>,
): Promise<Answer> {
  const database = openDatabase(file);
  const store = new SqliteStore(database, createImmediateCommitter(database), logger);
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
    // Empties the WAL, because the file may be moved without it.
    const [[busy] = []] = database.prepare("PRAGMA wal_checkpoint(TRUNCATE)").raw().all() as unknown[][];
    if (busy !== 0) throw new ConfigurationError(`${file} is in use by another process. Stop it first.`);
    return answer;
  } finally {
    await store.close();
  }
}
