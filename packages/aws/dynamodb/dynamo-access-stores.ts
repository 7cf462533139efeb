import { StoredAccess } from "@plumbline/core/access/stored-access.ts";
import { StoredSessions } from "@plumbline/core/access/stored-sessions.ts";
import type { Clock } from "@plumbline/core/clock/clock.ts";
import { StoredDataKeys } from "@plumbline/core/credentials/vault/stored-data-keys.ts";
import { StoredRecordStates } from "@plumbline/core/records/stored-record-states.ts";
import { DynamoRecordStore } from "./dynamo-record-store.ts";
import type { TableClient } from "./table-client.ts";

/** The stores that tell who calls: less than `dynamoStores`, for a function that needs no other. */
export function dynamoAccessStores(table: TableClient, keyTable: TableClient, clock: Clock) {
  const records = new DynamoRecordStore(table, keyTable, clock);
  return {
    access: new StoredAccess(records),
    dataKeys: new StoredDataKeys(records),
    sessions: new StoredSessions(records),
    recordStates: new StoredRecordStates(records),
  };
}
