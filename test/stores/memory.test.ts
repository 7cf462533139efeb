import { StoredConnects } from "@plumbline/connections/connect/stored-connects.ts";
import { StoredAuditEntries } from "@plumbline/core/access/audit/stored-audit-entries.ts";
import { StoredAccess } from "@plumbline/core/access/stored-access.ts";
import { StoredSessions } from "@plumbline/core/access/stored-sessions.ts";
import { StoredApprovals } from "@plumbline/core/approvals/stored-approvals.ts";
import { StoredCalls } from "@plumbline/core/calls/stored-calls.ts";
import { StoredCredentials } from "@plumbline/core/credentials/stored-credentials.ts";
import { StoredDataKeys } from "@plumbline/core/credentials/vault/stored-data-keys.ts";
import { StoredIdempotentCalls } from "@plumbline/core/dispatch/idempotency/stored-idempotent-calls.ts";
import { StoredRunTraces } from "@plumbline/core/policy/stored-run-traces.ts";
import { StoredRecordStates } from "@plumbline/core/records/stored-record-states.ts";
import type { ServicePorts } from "@plumbline/service/create-service.ts";
import { describe } from "vitest";
import { MemoryLabelClaims } from "../support/memory-label-claims.ts";
import { MemoryRecordStore } from "../support/memory-record-store.ts";
import { describeApprovalStore } from "./approval-store-suite.ts";
import { describeCallStore } from "./call-store-suite.ts";
import { describeConnectStore } from "./connect-store-suite.ts";
import { describeIdempotencyStore } from "./idempotency-store-suite.ts";
import { describeKeyStores } from "./key-store-suite.ts";
import { describeRunTraceStore } from "./run-trace-store-suite.ts";
import { describeSessionStore } from "./session-store-suite.ts";
import { describeStores } from "./store-suite.ts";

describe("the stores in memory", () => {
  const open = () => {
    const records = new MemoryRecordStore();
    const stores = {
      access: new StoredAccess(records),
      approvals: new StoredApprovals(records),
      audit: new StoredAuditEntries(records),
      calls: new StoredCalls(records),
      connects: new StoredConnects(records),
      credentials: new StoredCredentials(records, new MemoryLabelClaims()),
      dataKeys: new StoredDataKeys(records),
      idempotency: new StoredIdempotentCalls(records),
      recordStates: new StoredRecordStates(records),
      runTraces: new StoredRunTraces(records),
      sessions: new StoredSessions(records),
    };
    return stores as unknown as ServicePorts["stores"];
  };
  describeApprovalStore(open);
  describeCallStore(open);
  describeConnectStore(open);
  describeIdempotencyStore(open);
  describeKeyStores(open);
  describeRunTraceStore(open);
  describeSessionStore(open);
  describeStores(open);
});
