import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import type { Watch } from "./watch.ts";
import type { WatchStore } from "./watch-store.ts";

/** A tenant's watch. Throws ServiceError `not_found`, also for another tenant's. */
export async function existingWatch(store: WatchStore, tenantId: string, id: string): Promise<Watch> {
  const watch = await store.get(tenantId, id);
  if (!watch) throw noSuchWatch();
  return watch;
}

export function noSuchWatch(): ServiceError {
  return new ServiceError("not_found", "There is no such watch.");
}
