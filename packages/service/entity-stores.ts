import { PENDING_CONNECTS } from "@plumbline/connections/connect/pending-connect.ts";
import { SESSIONS } from "@plumbline/core/access/session-record.ts";
import { APPROVALS } from "@plumbline/core/approvals/approval-record.ts";
import { CALL_BLOCKS } from "@plumbline/core/calls/call-record.ts";
import { CALL_SUMS } from "@plumbline/core/calls/usage-sums.ts";
import type { Clock } from "@plumbline/core/clock/clock.ts";
import { CREDENTIALS, CredentialStore } from "@plumbline/core/credentials/credential-store.ts";
import type { LabelClaims } from "@plumbline/core/credentials/label-claims.ts";
import type { OpenedRecords } from "@plumbline/core/credentials/open-records.ts";
import type { OwnedKinds } from "@plumbline/core/credentials/sign-records.ts";
import { IDEMPOTENT_CALLS } from "@plumbline/core/dispatch/idempotency/idempotency-record.ts";
import type { RecordStore } from "@plumbline/core/records/record-store.ts";
import type { WatchWheel } from "@plumbline/watches/clock/watch-wheel.ts";
import { createWatchStore, WATCH_STATES, WATCHES } from "@plumbline/watches/service/stored-watches.ts";
import type { WatchEventStore } from "@plumbline/watches/service/watch-event-store.ts";

/** Stores that each platform implements. All others are implemented once, on top of `records`. */
export interface PlatformStores {
  records: RecordStore;
  labelClaims: LabelClaims;
  watchWheel: WatchWheel;
  watchEvents: WatchEventStore;
}

export type EntityStores = ReturnType<typeof openEntityStores>;

/** Opens the stores of the entities, on top of verified records. */
export function openEntityStores(
  platform: PlatformStores,
  { records }: Pick<OpenedRecords, "records">,
  clock: Clock,
) {
  return {
    credentials: new CredentialStore(records, platform.labelClaims),
    watches: createWatchStore({
      records,
      wheel: platform.watchWheel,
      events: platform.watchEvents,
      clock,
    }),
  };
}

/** A tenant's record kinds, for the command that migrates the records of the previous release. */
export const OWNED_KINDS = {
  signed: [
    APPROVALS,
    CALL_BLOCKS,
    CALL_SUMS,
    CREDENTIALS,
    IDEMPOTENT_CALLS,
    PENDING_CONNECTS,
    SESSIONS,
    WATCHES,
    WATCH_STATES,
  ],
} as unknown as OwnedKinds;
