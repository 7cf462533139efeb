import { StoredAccess } from "@plumbline/core/access/stored-access.ts";
import type { Clock } from "@plumbline/core/clock/clock.ts";
import { DynamoDataKeyStore } from "./dynamo-data-key-store.ts";
import { DynamoRecordStateStore } from "./dynamo-record-state-store.ts";
import { DynamoRecordStore } from "./dynamo-record-store.ts";
import { DynamoSessionStore } from "./dynamo-session-store.ts";
import type { TableClient } from "./table-client.ts";

/** The stores that tell who calls: less than `dynamoStores`, for a function that needs no other. */
export function dynamoAccessStores(table: TableClient, keyTable: TableClient, clock: Clock) {
  const records = new DynamoRecordStore(table, keyTable, clock);
  return {
    access: new StoredAccess(records),
    dataKeys: new DynamoDataKeyStore(table, keyTable),
    sessions: new DynamoSessionStore(table),
    recordStates: new DynamoRecordStateStore(table, keyTable),
  };
}
