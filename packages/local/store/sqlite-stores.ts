import { StoredConnects } from "@plumbline/connections/connect/stored-connects.ts";
import { StoredAuditEntries } from "@plumbline/core/access/audit/stored-audit-entries.ts";
import { StoredAccess } from "@plumbline/core/access/stored-access.ts";
import { StoredSessions } from "@plumbline/core/access/stored-sessions.ts";
import { StoredApprovals } from "@plumbline/core/approvals/stored-approvals.ts";
import { StoredCalls } from "@plumbline/core/calls/stored-calls.ts";
import type { Clock } from "@plumbline/core/clock/clock.ts";
import { StoredCredentials } from "@plumbline/core/credentials/stored-credentials.ts";
import { StoredDataKeys } from "@plumbline/core/credentials/vault/stored-data-keys.ts";
import { StoredIdempotentCalls } from "@plumbline/core/dispatch/idempotency/stored-idempotent-calls.ts";
import { StoredRunTraces } from "@plumbline/core/policy/stored-run-traces.ts";
import { StoredRecordStates } from "@plumbline/core/records/stored-record-states.ts";
import { storedWatches } from "@plumbline/watches/service/stored-watches.ts";
import { SqliteLabelClaims } from "./sqlite-label-claims.ts";
import { SqliteRecordStore } from "./sqlite-record-store.ts";
import type { SqliteStore } from "./sqlite-store.ts";
import { sqliteWatchEvents } from "./sqlite-watch-events.ts";
import { sqliteWatchWheel } from "./sqlite-watch-wheel.ts";

/** Every store of the product, in one file. */
export function sqliteStores(store: SqliteStore, clock: Clock) {
  const records = new SqliteRecordStore(store);
  return {
    access: new StoredAccess(records),
    approvals: new StoredApprovals(records),
    calls: new StoredCalls(records),
    connects: new StoredConnects(records),
    audit: new StoredAuditEntries(records),
    credentials: new StoredCredentials(records, new SqliteLabelClaims(store)),
    dataKeys: new StoredDataKeys(records),
    recordStates: new StoredRecordStates(records),
    runTraces: new StoredRunTraces(records),
    sessions: new StoredSessions(records),
    idempotency: new StoredIdempotentCalls(records),
    watches: storedWatches({
      records,
      wheel: sqliteWatchWheel(store),
      events: sqliteWatchEvents(store),
      clock,
    }),
  };
}
