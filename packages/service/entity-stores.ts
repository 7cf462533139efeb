import type { ConnectStore } from "@plumbline/connections/connect/connect-store.ts";
import { PENDING_CONNECTS, StoredConnects } from "@plumbline/connections/connect/stored-connects.ts";
import type { SessionStore } from "@plumbline/core/access/session-store.ts";
import { SESSIONS, StoredSessions } from "@plumbline/core/access/stored-sessions.ts";
import type { ApprovalStore } from "@plumbline/core/approvals/approval-store.ts";
import { APPROVALS, StoredApprovals } from "@plumbline/core/approvals/stored-approvals.ts";
import type { CallStore } from "@plumbline/core/calls/call-store.ts";
import { StoredCalls } from "@plumbline/core/calls/stored-calls.ts";
import type { Clock } from "@plumbline/core/clock/clock.ts";
import type { CredentialStore } from "@plumbline/core/credentials/credential-store.ts";
import type { LabelClaims } from "@plumbline/core/credentials/label-claims.ts";
import type { OpenedRecords } from "@plumbline/core/credentials/open-records.ts";
import type { OwnedKinds } from "@plumbline/core/credentials/sign-records.ts";
import { CREDENTIALS, StoredCredentials } from "@plumbline/core/credentials/stored-credentials.ts";
import type { IdempotencyStore } from "@plumbline/core/dispatch/idempotency/idempotency-store.ts";
import {
  IDEMPOTENT_CALLS,
  StoredIdempotentCalls,
} from "@plumbline/core/dispatch/idempotency/stored-idempotent-calls.ts";
import type { RunTraceStore } from "@plumbline/core/policy/run-trace-store.ts";
import { PAST_RUN_TRACES, RUN_TRACES, StoredRunTraces } from "@plumbline/core/policy/stored-run-traces.ts";
import type { RecordStore } from "@plumbline/core/records/record-store.ts";
import type { WatchWheel } from "@plumbline/watches/clock/watch-wheel.ts";
import { storedWatches, WATCH_STATES, WATCHES } from "@plumbline/watches/service/stored-watches.ts";
import type { WatchEventStore } from "@plumbline/watches/service/watch-event-store.ts";
import type { WatchStore } from "@plumbline/watches/service/watch-store.ts";

/** Stores that each platform implements. All others are written once over `records`. */
export interface PlatformStores {
  records: RecordStore;
  labelClaims: LabelClaims;
  watchWheel: WatchWheel;
  watchEvents: WatchEventStore;
}

export interface EntityStores {
  approvals: ApprovalStore;
  calls: CallStore;
  connects: ConnectStore;
  credentials: CredentialStore;
  idempotency: IdempotencyStore;
  runTraces: RunTraceStore;
  sessions: SessionStore;
  watches: WatchStore;
}

/** Opens the stores of the entities over checked records. */
export function entityStores(
  platform: PlatformStores,
  { records }: Pick<OpenedRecords, "records">,
  clock: Clock,
): EntityStores {
  return {
    approvals: new StoredApprovals(records),
    calls: new StoredCalls(records),
    connects: new StoredConnects(records),
    credentials: new StoredCredentials(records, platform.labelClaims),
    idempotency: new StoredIdempotentCalls(records),
    runTraces: new StoredRunTraces(records),
    sessions: new StoredSessions(records),
    watches: storedWatches({
      records,
      wheel: platform.watchWheel,
      events: platform.watchEvents,
      clock,
    }),
  };
}

/** Kinds that a tenant owns, for the command that brings forward the records of the last release. */
export const OWNED_KINDS = {
  signed: [APPROVALS, CREDENTIALS, IDEMPOTENT_CALLS, PENDING_CONNECTS, SESSIONS, WATCHES, WATCH_STATES],
  moved: [{ from: PAST_RUN_TRACES, to: RUN_TRACES }],
} as unknown as OwnedKinds;
