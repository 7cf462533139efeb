import { timestamp } from "@plumbline/core/clock/clock.ts";
import type { CredentialKind } from "@plumbline/core/credentials/kinds.ts";
import type { RecordKind } from "@plumbline/core/records/record-kind.ts";
import type { RecordStore } from "@plumbline/core/records/record-store.ts";

/**
 * A pending connect, which a person has to complete. A `link` is a page on which they start authorizations.
 * An `authorization` is one redirect to the provider and back, identified by its state.
 */
export interface PendingConnect {
  tenant_id: string;
  /** SHA-256 of the link's token or of the state, in hexadecimal. Neither is stored itself. */
  id: string;
  form: "link" | "authorization";
  kind: CredentialKind;
  label: string;
  /** The credential to renew; `null` for a new one. */
  credential_id: string | null;
  scopes: readonly string[];
  /** Set only for an authorization. */
  authorization?: PendingAuthorization | undefined;
  created_at: string;
  expires_at: string;
  /** When it was used: an authorization by its callback, a link by a successful connection. */
  used_at: string | null;
  /** Random ID of the writer that used it, or `WITHDRAWN`. */
  used_by: string | null;
  /** 1 or omitted while it is pending; higher once it was used. */
  version?: number | undefined;
}

export interface PendingAuthorization {
  /** The link where it started; `null` for a raw URL. */
  link_id: string | null;
  /** SHA-256 of the cookie of the browser in which it started, in hexadecimal; `null` for a raw URL. */
  browser_hash: string | null;
  /** The callback URL. The token request repeats it. */
  redirect_uri: string;
  /** Encrypted PKCE verifier (RFC 7636); `null` if the provider does not support PKCE. */
  verifier_cipher: string | null;
}

/** Value of `used_by` for a connect that the tenant withdrew before use. */
export const WITHDRAWN = "withdrawn";

/** Time for which an expired or used connect is stored, so that its page can show what happened. */
export const CONNECT_RETENTION_MS = 24 * 3600_000;

export const PENDING_CONNECTS: RecordKind<PendingConnect> = {
  name: "pending_connects",
  table: "main",
  key: ["tenant_id", "id"],
  expires: ({ expires_at }) => timestamp(Date.parse(expires_at) + CONNECT_RETENTION_MS),
  signed: {
    as: "connect",
    version: {
      state: ([tenantId, id]) => ({ owner: String(tenantId), record: `connect/${id}` }),
      of: ({ version = 1 }) => version,
      alwaysRead: true,
    },
  },
};

/**
 * Marks a connect as used. Returns `false` if someone else has used it or it no longer exists. If it already
 * has the mark `by`, this writer has used it before, and the result is `true`.
 */
export async function markUsed(
  records: RecordStore,
  connect: PendingConnect,
  { at, by }: { at: string; by: string },
): Promise<boolean> {
  const { tenant_id, id, version } = connect;
  const used: PendingConnect = { ...connect, used_at: at, used_by: by };
  if (await records.replace(PENDING_CONNECTS, used, { used_by: null, version })) return true;
  return (await records.get(PENDING_CONNECTS, [tenant_id, id]))?.used_by === by;
}

/** Returns whether a connect is listed as waiting. Authorizations that started at a link are not listed. */
export function isWaiting({ used_at, expires_at, authorization }: PendingConnect, now: number): boolean {
  const beganAtLink = (authorization?.link_id ?? null) !== null;
  return used_at === null && Date.parse(expires_at) > now && !beganAtLink;
}

/** Returns the context to which an authorization's encrypted verifier is bound. */
export function getVerifierSealContext({ tenant_id, id, kind }: PendingConnect) {
  return { tenantId: tenant_id, recordId: id, kind, field: "verifier" };
}
