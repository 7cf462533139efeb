import type { Clock } from "@plumbline/core/clock/clock.ts";
import { StoredCredentials } from "@plumbline/core/credentials/stored-credentials.ts";
import { storedWatches } from "@plumbline/watches/service/stored-watches.ts";
import { dynamoAccessStores } from "./dynamo-access-stores.ts";
import { DynamoApprovalStore } from "./dynamo-approval-store.ts";
import { DynamoAuditStore } from "./dynamo-audit-store.ts";
import { DynamoCallStore } from "./dynamo-call-store.ts";
import { DynamoConnectStore } from "./dynamo-connect-store.ts";
import { DynamoIdempotencyStore } from "./dynamo-idempotency-store.ts";
import { DynamoLabelClaims } from "./dynamo-label-claims.ts";
import { DynamoRecordStore } from "./dynamo-record-store.ts";
import { DynamoRunTraceStore } from "./dynamo-run-trace-store.ts";
import { dynamoWatchEvents } from "./dynamo-watch-events.ts";
import { dynamoWatchWheel } from "./dynamo-watch-wheel.ts";
import type { TableClient } from "./table-client.ts";

/**
 * Every store of the product: all but the keys in its main table. `keyTable` keeps what whoever writes the
 * main table must not be able to change.
 */
export function dynamoStores(table: TableClient, keyTable: TableClient, clock: Clock) {
  const records = new DynamoRecordStore(table, keyTable, clock);
  return {
    ...dynamoAccessStores(table, keyTable, clock),
    approvals: new DynamoApprovalStore(table),
    audit: new DynamoAuditStore(table, keyTable),
    calls: new DynamoCallStore(table),
    connects: new DynamoConnectStore(table),
    credentials: new StoredCredentials(records, new DynamoLabelClaims(table, clock)),
    idempotency: new DynamoIdempotencyStore(table),
    runTraces: new DynamoRunTraceStore(table),
    watches: storedWatches({
      records,
      wheel: dynamoWatchWheel(table, clock),
      events: dynamoWatchEvents(table, clock),
      clock,
    }),
  };
}
