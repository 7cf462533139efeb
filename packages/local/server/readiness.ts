import { type Clock, MINUTE_MS, timestamp } from "@plumbline/core/clock/clock.ts";
import type { KeyService } from "@plumbline/core/credentials/vault/key-service.ts";
import type { NotReady } from "@plumbline/http/endpoints/health.ts";
import { WHEELS } from "@plumbline/watches/clock/slots.ts";
import type { WatchStore } from "@plumbline/watches/service/watch-store.ts";
import { checkCanary } from "../store/canary.ts";
import type { SqliteStore } from "../store/sqlite-store.ts";

export interface ReadinessOptions {
  store: SqliteStore;
  keys: KeyService;
  stage: string;
  watchStore: WatchStore;
  clock: Clock;
  /** Aborts when the service stops. */
  stopping: AbortController;
}

/** Maximum age of the last tick. There is a tick every minute, and a slow one may take several. */
const MAX_TICK_AGE_MS = 10 * MINUTE_MS;
/** Maximum age of a due delivery. Deliveries are made within minutes, unless a tenant has very many. */
const MAX_DELIVERY_AGE_MS = 60 * MINUTE_MS;

/**
 * Creates the readiness check. It reads the store, decrypts a value with the master key, and checks the age
 * of the last tick and of due deliveries. It returns all reasons why the process is not ready.
 */
export function createReadiness(options: ReadinessOptions): () => Promise<NotReady[]> {
  const { watchStore, clock } = options;
  const startedAt = clock.monotonic();
  return async () => {
    const stopping = options.stopping.signal.aborted;
    const reasons: NotReady[] = stopping ? [{ check: "stopping", message: "The service is stopping." }] : [];
    try {
      reasons.push(...(await storeReasons(options)));
      // Counted from the start of the process, which first catches up on what it missed while it was stopped.
      const upMs = clock.monotonic() - startedAt;
      for (const wheel of WHEELS) {
        const tick = await watchStore.lastTick(wheel);
        const ageMs = Math.min(upMs, tick === undefined ? upMs : clock.now() - tick * MINUTE_MS);
        if (ageMs > MAX_TICK_AGE_MS)
          reasons.push({
            check: "ticks",
            message: `No ${wheel} has been polled for ${formatMinutes(ageMs)}.`,
          });
      }
      const oldest = await watchStore.findOldestDue(timestamp(clock.now()));
      const overdueMs = Math.min(upMs, oldest === undefined ? 0 : clock.now() - Date.parse(oldest));
      if (overdueMs > MAX_DELIVERY_AGE_MS)
        reasons.push({
          check: "deliveries",
          message: `A delivery has been due for ${formatMinutes(overdueMs)}.`,
        });
    } catch (error) {
      reasons.push({ check: "store", message: describeError(error) });
    }
    return reasons;
  };
}

async function storeReasons({ store, keys, stage }: ReadinessOptions): Promise<NotReady[]> {
  const problem = store.findProblem();
  if (problem !== undefined) return [{ check: "store", message: problem }];
  try {
    await checkCanary(store, keys, stage);
    return [];
  } catch (error) {
    const after = store.findProblem();
    if (after !== undefined) return [{ check: "store", message: after }];
    return [{ check: "key", message: describeError(error) }];
  }
}

function formatMinutes(ms: number): string {
  return `${Math.floor(ms / MINUTE_MS)} minutes`;
}

function describeError(error: unknown): string {
  return error instanceof Error ? error.message : "The check failed.";
}
