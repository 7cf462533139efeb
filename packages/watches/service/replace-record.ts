import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import type { WatchRecord } from "./watch.ts";
import type { WatchStore } from "./watch-store.ts";

/** Saves a person's change. Throws ServiceError `conflict` when another change was faster. */
export async function replaceRecord(store: WatchStore, old: WatchRecord, record: WatchRecord): Promise<void> {
  if (await store.update(record, old)) return;
  throw new ServiceError(
    "conflict",
    "This watch was changed at the same time; read it again and repeat the change.",
  );
}
