import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "@plumbline/core/clock/clock.ts";
import { createLogger } from "@plumbline/core/log/logger.ts";
import { openStore } from "../../packages/local/store/open-store.ts";
import { sqliteStores } from "../../packages/local/store/sqlite-stores.ts";

/** The stores of `npm start`, in a folder that goes with this process. */
export async function openStoreInTemporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-bench-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const { store, close } = await openStore(
    folder,
    createLogger(() => undefined, systemClock, "error"),
  );
  return { ...sqliteStores(store), close };
}
