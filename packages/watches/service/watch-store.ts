import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import type { createWatchStore } from "./stored-watches.ts";
import type { Watch, WatchRecord } from "./watch.ts";

/** Stores watches, their events and the schedule wheel (stored-watches.ts). */
export type WatchStore = ReturnType<typeof createWatchStore>;

/** Returns a tenant's watch. Throws ServiceError `not_found`, also for another tenant's watch. */
export async function requireWatch(store: WatchStore, tenantId: string, id: string): Promise<Watch> {
  const watch = await store.get(tenantId, id);
  if (!watch) throw createNotFoundError();
  return watch;
}

export function createNotFoundError(): ServiceError {
  return new ServiceError("not_found", "There is no such watch.");
}

/** Saves a user's change. Throws ServiceError `conflict` if another change came first. */
export async function replaceRecord(store: WatchStore, old: WatchRecord, record: WatchRecord): Promise<void> {
  if (await store.update(record, old)) return;
  throw new ServiceError(
    "conflict",
    "This watch was changed at the same time. Read it again and repeat the change.",
  );
}
