import type { RecordKind } from "../records/record-kind.ts";
import { STAGE } from "../records/record-state.ts";
import type { RecordStore } from "../records/record-store.ts";

/** A session as stored. The token is stored only as its SHA-256. Times are ISO 8601 in UTC. */
export interface SessionRecord {
  tenant_id: string;
  /** Hexadecimal SHA-256 of the token. */
  hash: string;
  id: string;
  /** SHA-256 of the key that created the session. Every call with the token reads this key. */
  key_hash: string;
  /** The tools that the session may use. Omitted if it may use all of its key's. */
  allowed_tools?: readonly string[] | undefined;
  /** IDs of the credentials that the session may use. Omitted if it may use all of its key's. */
  allowed_credentials?: readonly string[] | undefined;
  /** The name that the session's creator gave to the person who uses it. */
  end_user?: string | undefined;
  /** The only `Origin` from which its token is accepted. */
  origin?: string | undefined;
  created_at: string;
  /** The token is invalid after this time, even if the record still exists. */
  expires_at: string;
}

/** A sign-in that was ended before it expired (visits.ts). */
export interface EndedVisit {
  /** SHA-256 of its signed text, in hexadecimal. */
  hash: string;
  /** When the sign-in would have expired. The record is not needed after that. */
  expires_at: string;
}

export const SESSIONS: RecordKind<SessionRecord> = {
  name: "sessions",
  table: "main",
  key: ["tenant_id", "hash"],
  expires: ({ expires_at }) => expires_at,
  signed: { as: "session", unsignedUntil: null, hidesRefused: true },
};

/** An ended sign-in as stored. `tenant_id` is the stage. */
interface EndedVisitRecord extends EndedVisit {
  tenant_id: string;
}

/**
 * Unsigned, because a record only states that a sign-in ended. Stored in the key table, because deleting a
 * record would make the sign-in valid again.
 */
export const ENDED_VISITS: RecordKind<EndedVisitRecord> = {
  name: "ended_visits",
  table: "keys",
  key: ["tenant_id", "hash"],
  expires: ({ expires_at }) => expires_at,
  signed: false,
};

/** Ended sign-ins that the previous release stored in the main table. */
export const PAST_ENDED_VISITS: RecordKind<EndedVisitRecord> = {
  ...ENDED_VISITS,
  name: SESSIONS.name,
  table: "main",
  signed: { as: "ended visit", hidesRefused: true, isPast: true },
};

/** Stores sessions until they expire, and sign-ins that were ended early. */
export class SessionStore {
  readonly #records: RecordStore;

  constructor(records: RecordStore) {
    this.#records = records;
  }

  /** Stores a session. Writes nothing for a deleted tenant. */
  async create(session: SessionRecord): Promise<"created" | "tenant_deleted"> {
    const answer = await this.#records.put(SESSIONS, session);
    return answer === "written" ? "created" : answer;
  }

  /** Finds a session. It may have expired without having been deleted yet. */
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
