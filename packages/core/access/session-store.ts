import type { RecordKind } from "../records/record-kind.ts";
import { STAGE } from "../records/record-state.ts";
import type { RecordStore } from "../records/record-store.ts";

/**
 * A session as it is stored: the secret only as its SHA-256. Times are ISO 8601 in UTC.
 */
export interface SessionRecord {
  tenant_id: string;
  /** Hexadecimal SHA-256 of the token. */
  hash: string;
  id: string;
  /** The key that made it, which every call with the token looks up. */
  key_hash: string;
  /** Names of the only tools it may use; left out, all of its key's. */
  allowed_tools?: readonly string[] | undefined;
  /** Ids of the only credentials it may use; left out, all of its key's. */
  allowed_credentials?: readonly string[] | undefined;
  /** The caller's own name for the person who uses it. */
  end_user?: string | undefined;
  /** The only `Origin` its token is taken from. */
  origin?: string | undefined;
  created_at: string;
  /** From then on its token is unknown, whatever stands here. */
  expires_at: string;
}

/** A person's visit that was ended before its time (visits.ts). */
export interface EndedVisit {
  /** Hexadecimal SHA-256 of its text. */
  hash: string;
  /** When it would have ended by itself; nobody asks for it after that. */
  expires_at: string;
}

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

/** Keeps sessions until they expire, and visits that were ended. */
export class SessionStore {
  readonly #records: RecordStore;

  constructor(records: RecordStore) {
    this.#records = records;
  }

  /** Leaves nothing in a deleted tenant. */
  async create(session: SessionRecord): Promise<"created" | "tenant_deleted"> {
    const answer = await this.#records.put(SESSIONS, session);
    return answer === "written" ? "created" : answer;
  }

  /** Finds a session, also one that has expired but is not erased yet. */
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
