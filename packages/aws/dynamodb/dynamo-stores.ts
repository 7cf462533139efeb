import { StoredConnects } from "@plumbline/connections/connect/stored-connects.ts";
import { StoredAuditEntries } from "@plumbline/core/access/audit/stored-audit-entries.ts";
import { StoredApprovals } from "@plumbline/core/approvals/stored-approvals.ts";
import { StoredCalls } from "@plumbline/core/calls/stored-calls.ts";
import type { Clock } from "@plumbline/core/clock/clock.ts";
import { StoredCredentials } from "@plumbline/core/credentials/stored-credentials.ts";
import { StoredIdempotentCalls } from "@plumbline/core/dispatch/idempotency/stored-idempotent-calls.ts";
import { StoredRunTraces } from "@plumbline/core/policy/stored-run-traces.ts";
import { storedWatches } from "@plumbline/watches/service/stored-watches.ts";
import { dynamoAccessStores } from "./dynamo-access-stores.ts";
import { DynamoLabelClaims } from "./dynamo-label-claims.ts";
import { DynamoRecordStore } from "./dynamo-record-store.ts";
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
    approvals: new StoredApprovals(records),
    audit: new StoredAuditEntries(records),
    calls: new StoredCalls(records),
    connects: new StoredConnects(records),
    credentials: new StoredCredentials(records, new DynamoLabelClaims(table, clock)),
    idempotency: new StoredIdempotentCalls(records),
    runTraces: new StoredRunTraces(records),
    watches: storedWatches({
      records,
      wheel: dynamoWatchWheel(table, clock),
      events: dynamoWatchEvents(table, clock),
      clock,
    }),
  };
}
