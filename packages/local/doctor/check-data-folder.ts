import { accessSync, constants, existsSync, statfsSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { type Clock, systemRandom } from "@plumbline/core/clock/clock.ts";
import { PLUMBLINE } from "@plumbline/core/errors/command-name.ts";
import { ConfigurationError } from "@plumbline/core/errors/service-error.ts";
import { createLogger } from "@plumbline/core/log/logger.ts";
import {
  type DoctorFinding,
  reportProblem,
  reportWarning,
  reportWell,
} from "@plumbline/service/doctor/finding.ts";
import Database from "libsql";
import { refuseOpenFile } from "../keys/key-file.ts";
import { openMasterKey } from "../keys/master-key.ts";
import { checkStore } from "../store/backup-store.ts";
import { openCanary } from "../store/canary.ts";
import { createImmediateCommitter } from "../store/commit-queue.ts";
import { KEY_FILES } from "../store/data-folder.ts";
import { SqliteStore } from "../store/sqlite-store.ts";
import { storePath } from "../store/store-files.ts";

const MIB = 2 ** 20;
/** Below this, the store may run out of space within an hour. */
const MIN_FREE_BYTES = 200 * MIB;
const ENOUGH_FREE = 1_024 * MIB;

/** Checks a data folder without changing it. Works while the service runs. */
export async function checkDataFolder(folder: string, stage: string, clock: Clock): Promise<DoctorFinding[]> {
  const place = { area: "disk", name: "DATA_DIR" } as const;
  if (!existsSync(folder)) {
    const parent = findNearestFolder(folder);
    if (!isWritable(parent))
      return [
        reportProblem(
          place,
          `${folder} is missing and cannot be created.`,
          "Set DATA_DIR to a folder that can be created.",
        ),
      ];
    return [reportWell(place, `${folder} is created at the first start.`), checkFree(parent)];
  }
  if (!isWritable(folder))
    return [
      reportProblem(
        place,
        `${folder} is not writable for this user.`,
        "Run as its owner, or mount it for writing.",
      ),
      checkFree(folder),
    ];
  const store = checkStoreFile(folder);
  const keys = store.state === "ok" ? await checkKeys(folder, stage, clock) : [];
  return [reportWell(place, `${folder} is writable.`), checkFree(folder), store, ...keys];
}

function findNearestFolder(folder: string): string {
  let found = resolve(folder);
  while (!existsSync(found) && dirname(found) !== found) found = dirname(found);
  return found;
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return statSync(folder).isDirectory();
  } catch {
    return false;
  }
}

function checkFree(folder: string): DoctorFinding {
  const place = { area: "disk", name: "free space" } as const;
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  const message = `${Math.floor(free / MIB)} MiB are free.`;
  const remedy = "Free some space, or move DATA_DIR to a larger disk with the service stopped.";
  if (free < MIN_FREE_BYTES) return reportProblem(place, message, remedy);
  return free < ENOUGH_FREE ? reportWarning(place, message, remedy) : reportWell(place, message);
}

function checkStoreFile(folder: string): DoctorFinding {
  const place = { area: "store", name: "store.db" } as const;
  const restore = `Restore it from a backup: ${PLUMBLINE} restore FILE.`;
  if (!existsSync(storePath(folder))) {
    const left = KEY_FILES.find((name) => existsSync(join(folder, name)));
    return left === undefined
      ? reportWell(place, "It is created at the first start.")
      : reportProblem(place, `It is missing, but ${left} exists from an earlier start.`, restore);
  }
  const { counts, problems } = checkStore(folder);
  const records = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const [first] = problems;
  if (first === undefined) return reportWell(place, `All ${records} records are intact.`);
  return reportProblem(place, `It is corrupt: ${problems.slice(0, 3).join("; ")}.`, restore);
}

async function checkKeys(folder: string, stage: string, clock: Clock): Promise<DoctorFinding[]> {
  const place = { area: "keys", name: "master-key" } as const;
  const remedy = "Restore the file that belongs to this store. Without it no secret can be decrypted.";
  const open = KEY_FILES.flatMap((name) => findOpenFile(join(folder, name), name));
  if (!existsSync(storePath(folder))) return open;
  const database = new Database(storePath(folder));
  try {
    database.exec("PRAGMA query_only = 1");
    const keys = openMasterKey({ dataDir: folder, random: systemRandom, storeHasData: true });
    const silent = createLogger(() => undefined, clock, "error");
    await openCanary(new SqliteStore(database, createImmediateCommitter(database), silent), keys, stage);
    return [reportWell(place, "It can decrypt the store."), ...open];
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return [reportProblem(place, error.message, remedy), ...open];
  } finally {
    database.close();
  }
}

/** Returns a finding if other users can read a file with keys. */
export function findOpenFile(path: string, name: string): DoctorFinding[] {
  try {
    refuseOpenFile(path);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return [
      reportProblem(
        { area: "keys", name },
        error.message,
        `Restrict access (chmod 600 ${path}) and create new keys.`,
      ),
    ];
  }
}
