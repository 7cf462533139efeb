import type { Clock } from "@plumbline/core/clock/clock.ts";
import { openRecords } from "@plumbline/core/credentials/open-records.ts";
import { openEntityStores, type PlatformStores } from "@plumbline/service/entity-stores.ts";
import { auditRecords, dataKeyRecords, stateRecords } from "./raw-records.ts";
import { seededRandom } from "./seeded-random.ts";
import { wrappingKeyService } from "./wrapping-key-service.ts";

export type TestStores = ReturnType<typeof checkedStores>;

/**
 * Opens all stores of the product over a platform, with the integrity checks, as another process of the stage
 * `test` would.
 */
export function checkedStores(platform: PlatformStores, clock: Clock, keys = wrappingKeyService(random)) {
  const logger = { log: () => undefined };
  const opened = openRecords({ records: platform.records, keys, stage: "test", clock, random, logger });
  return {
    ...openEntityStores(platform, opened, clock),
    access: opened.access,
    audit: auditRecords(platform.records),
    dataKeys: dataKeyRecords(platform.records),
    recordStates: stateRecords(platform.records),
    platform,
    opened,
  };
}

const random = seededRandom("a further process");
