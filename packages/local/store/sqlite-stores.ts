import type { Clock } from "@plumbline/core/clock/clock.ts";
import { SqliteAccessStore } from "./sqlite-access-store.ts";
import { SqliteApprovalStore } from "./sqlite-approval-store.ts";
import { SqliteAuditStore } from "./sqlite-audit-store.ts";
import { SqliteCallStore } from "./sqlite-call-store.ts";
import { SqliteConnectStore } from "./sqlite-connect-store.ts";
import { SqliteCredentialStore } from "./sqlite-credential-store.ts";
import { SqliteDataKeyStore } from "./sqlite-data-key-store.ts";
import { SqliteIdempotencyStore } from "./sqlite-idempotency-store.ts";
import { SqliteRecordStateStore } from "./sqlite-record-state-store.ts";
import { SqliteRunTraceStore } from "./sqlite-run-trace-store.ts";
import { SqliteSessionStore } from "./sqlite-session-store.ts";
import type { SqliteStore } from "./sqlite-store.ts";
import { SqliteWatchStore } from "./sqlite-watch-store.ts";

/** Every store of the product, in one file. */
export function sqliteStores(store: SqliteStore, clock: Clock) {
  return {
    access: new SqliteAccessStore(store),
    approvals: new SqliteApprovalStore(store),
    calls: new SqliteCallStore(store),
    connects: new SqliteConnectStore(store),
    audit: new SqliteAuditStore(store),
    credentials: new SqliteCredentialStore(store),
    dataKeys: new SqliteDataKeyStore(store),
    recordStates: new SqliteRecordStateStore(store),
    runTraces: new SqliteRunTraceStore(store),
    sessions: new SqliteSessionStore(store),
    idempotency: new SqliteIdempotencyStore(store),
    watches: new SqliteWatchStore(store, clock),
  };
}
