import type { Clock } from "@plumbline/core/clock/clock.ts";
import { DynamoAccessStore } from "./dynamo-access-store.ts";
import { DynamoDataKeyStore } from "./dynamo-data-key-store.ts";
import { DynamoRecordStateStore } from "./dynamo-record-state-store.ts";
import { DynamoSessionStore } from "./dynamo-session-store.ts";
import type { TableClient } from "./table-client.ts";

/** The stores that tell who calls: less than `dynamoStores`, for a function that needs no other. */
export function dynamoAccessStores(table: TableClient, keyTable: TableClient, clock: Clock) {
  return {
    access: new DynamoAccessStore(table, keyTable, clock),
    dataKeys: new DynamoDataKeyStore(table, keyTable),
    sessions: new DynamoSessionStore(table),
    recordStates: new DynamoRecordStateStore(table, keyTable),
  };
}
