import type { RecordKind } from "../records/record-kind.ts";
import { STAGE } from "../records/record-state.ts";
import type { RecordStore } from "../records/record-store.ts";
import type { EndedVisit, SessionRecord, SessionStore } from "./session-store.ts";

export const SESSIONS: RecordKind<SessionRecord> = {
  name: "sessions",
  table: "main",
  key: ["tenant_id", "hash"],
  expires: ({ expires_at }) => expires_at,
  signed: { as: "session", unsignedUntil: null, hidesRefused: true },
};

/** Owner of all of them is the stage. */
interface EndedVisitRecord extends EndedVisit {
  tenant_id: string;
}

/**
 * Unsigned: a record says no more than that a visit ended. It is in the key table, as its deletion would let
 * the visit go on.
 */
export const ENDED_VISITS: RecordKind<EndedVisitRecord> = {
  name: "ended_visits",
  table: "keys",
  key: ["tenant_id", "hash"],
  expires: ({ expires_at }) => expires_at,
  signed: false,
};

/** Visits whose end the last release kept in the main table. */
export const PAST_ENDED_VISITS: RecordKind<EndedVisitRecord> = {
  ...ENDED_VISITS,
  name: SESSIONS.name,
  table: "main",
  signed: { as: "ended visit", hidesRefused: true, isPast: true },
};

export class StoredSessions implements SessionStore {
  readonly #records: RecordStore;

  constructor(records: RecordStore) {
    this.#records = records;
  }

  async create(session: SessionRecord): Promise<"created" | "tenant_deleted"> {
    const answer = await this.#records.put(SESSIONS, session);
    return answer === "written" ? "created" : answer;
  }

  find(tenantId: string, hash: string): Promise<SessionRecord | undefined> {
    return this.#records.get(SESSIONS, [tenantId, hash]);
  }

  async endVisit({ hash, expires_at }: EndedVisit): Promise<void> {
    await this.#records.put(ENDED_VISITS, { tenant_id: STAGE, hash, expires_at });
  }

  async isVisitEnded(hash: string): Promise<boolean> {
    for (const kind of [ENDED_VISITS, PAST_ENDED_VISITS])
      if (await this.#records.get(kind, [STAGE, hash])) return true;
    return false;
  }
}
