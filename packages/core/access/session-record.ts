import type { RecordKind } from "../records/record-kind.ts";

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

export const SESSIONS: RecordKind<SessionRecord> = {
  name: "sessions",
  table: "main",
  key: ["tenant_id", "hash"],
  expires: ({ expires_at }) => expires_at,
  signed: { as: "session", unsignedUntil: null, hidesRefused: true },
};
