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

/** Where sessions are kept until they expire, and visits that were ended. */
export interface SessionStore {
  /** Leaves nothing in a deleted tenant. */
  create(session: SessionRecord): Promise<"created" | "tenant_deleted">;
  /** Finds a session, also one that has expired but is not erased yet. */
  find(tenantId: string, hash: string): Promise<SessionRecord | undefined>;
  endVisit(visit: EndedVisit): Promise<void>;
  isVisitEnded(hash: string): Promise<boolean>;
}
