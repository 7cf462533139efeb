import type { Clock } from "@plumbline/core/clock/clock.ts";
import { DynamoLabelClaims } from "./dynamo-label-claims.ts";
import { DynamoRecordStore } from "./dynamo-record-store.ts";
import { dynamoWatchEvents } from "./dynamo-watch-events.ts";
import { dynamoWatchWheel } from "./dynamo-watch-wheel.ts";
import type { TableClient } from "./table-client.ts";

/**
 * Opens the stores implemented by DynamoDB. `keyTable` contains records that writers of the main table must
 * not be able to change.
 */
export function dynamoStores(table: TableClient, keyTable: TableClient, clock: Clock) {
  return {
    records: new DynamoRecordStore(table, keyTable, clock),
    labelClaims: new DynamoLabelClaims(table, clock),
    watchWheel: dynamoWatchWheel(table, clock),
    watchEvents: dynamoWatchEvents(table, clock),
  };
}
