import { StoredAuditEntries } from "@plumbline/core/access/audit/stored-audit-entries.ts";
import { type Clock, seededRandom } from "@plumbline/core/clock/clock.ts";
import { openRecords } from "@plumbline/core/credentials/open-records.ts";
import { StoredDataKeys } from "@plumbline/core/credentials/vault/stored-data-keys.ts";
import { StoredRecordStates } from "@plumbline/core/records/stored-record-states.ts";
import { entityStores, type PlatformStores } from "@plumbline/service/entity-stores.ts";
import { wrappingKeyService } from "./wrapping-key-service.ts";

export type TestStores = ReturnType<typeof checkedStores>;

/**
 * Every store of the product over a platform, with the checks before it, as one more process of the stage
 * `test` opens them.
 */
export function checkedStores(platform: PlatformStores, clock: Clock, keys = wrappingKeyService(random)) {
  const logger = { log: () => undefined };
  const opened = openRecords({ records: platform.records, keys, stage: "test", clock, random, logger });
  return {
    ...entityStores(platform, opened, clock),
    access: opened.access,
    audit: new StoredAuditEntries(platform.records),
    dataKeys: new StoredDataKeys(platform.records),
    recordStates: new StoredRecordStates(platform.records),
    platform,
    opened,
  };
}

const random = seededRandom("a further process");
