import { timestamp } from "@plumbline/core/clock/clock.ts";
import type { CredentialKind } from "@plumbline/core/credentials/kinds.ts";
import type { Page, PageRequest } from "@plumbline/core/records/page.ts";
import type { RecordKind } from "@plumbline/core/records/record-kind.ts";
import type { VersionedRecords } from "@plumbline/core/records/versioned-records.ts";

/**
 * A connect that has begun and waits for a person. A `link` is the address of a page, on which a person
 * begins visits; an `authorization` is one visit to the provider, which comes back with its state.
 */
export interface PendingConnect {
  tenant_id: string;
  /** Hexadecimal SHA-256 of the link's token or of the state. Neither is stored. */
  id: string;
  form: "link" | "authorization";
  kind: CredentialKind;
  label: string;
  /** The credential that is renewed; `null` for a new one. */
  credential_id: string | null;
  scopes: readonly string[];
  /** Of an authorization alone. */
  authorization?: PendingAuthorization | undefined;
  created_at: string;
  expires_at: string;
  /** When it was used up: an authorization by its callback, a link by a connection. */
  used_at: string | null;
  /** Random, which marks the one writer that used it; or `WITHDRAWN`. */
  used_by: string | null;
  /** 1 while it waits, as when it is left out; more once it was used. */
  version?: number | undefined;
}

export interface PendingAuthorization {
  /** The link at which it began; `null` for a raw address. */
  link_id: string | null;
  /** Hexadecimal SHA-256 of the cookie of the browser in which it began; `null` for a raw address. */
  browser_hash: string | null;
  /** The address that the provider sends the browser back to; the token request repeats it. */
  redirect_uri: string;
  /** Of the challenge (RFC 7636); `null` where the provider takes none. */
  verifier_cipher: string | null;
}

/** In the place of a user: the tenant took the connect back before anybody used it. */
export const WITHDRAWN = "withdrawn";

/** So long an expired or used one is kept, so that its page can say what happened to it. */
export const KEPT_AFTER_EXPIRY_MS = 24 * 3600_000;

export const PENDING_CONNECTS: RecordKind<PendingConnect> = {
  name: "pending_connects",
  table: "main",
  key: ["tenant_id", "id"],
  expires: ({ expires_at }) => timestamp(Date.parse(expires_at) + KEPT_AFTER_EXPIRY_MS),
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
 * Keeps pending connects, each under its tenant. They are deleted some time after they expired. Reads after
 * an acknowledged write see it.
 */
export class ConnectStore {
  readonly #records: VersionedRecords;

  constructor(records: VersionedRecords) {
    this.#records = records;
  }

  /** `tenant_deleted`: the tenant was deleted meanwhile, and nothing of the write is left. */
  async create(connect: PendingConnect): Promise<"tenant_deleted" | undefined> {
    const answer = await this.#records.put(PENDING_CONNECTS, connect);
    return answer === "written" ? undefined : answer;
  }

  find(tenantId: string, id: string): Promise<PendingConnect | undefined> {
    return this.#records.get(PENDING_CONNECTS, [tenantId, id]);
  }

  /**
   * Notes that it is used up; `false` when it was already, by somebody else, or is gone. Its own mark in
   * place means that it has used the connect before.
   */
  async use(connect: PendingConnect, { at, by }: { at: string; by: string }): Promise<boolean> {
    const { version } = connect;
    const used: PendingConnect = { ...connect, used_at: at, used_by: by };
    if (await this.#records.replace(PENDING_CONNECTS, used, { used_by: null, version })) return true;
    return (await this.find(connect.tenant_id, connect.id))?.used_by === by;
  }

  /** Ends one whose record was edited or taken away. `false` where there is nothing to end. */
  discard(tenantId: string, id: string): Promise<boolean> {
    return this.#records.discard(PENDING_CONNECTS, [tenantId, id]);
  }

  /** Lists those that wait at this time, ordered by id, without authorizations that began at a link. */
  list(tenantId: string, { now, ...page }: PageRequest & { now: number }): Promise<Page<PendingConnect>> {
    const wanted = (connect: PendingConnect) => isWaiting(connect, now);
    return this.#records.page(PENDING_CONNECTS, tenantId, { ...page, wanted });
  }
}

/** Tells whether a connect is listed as waiting. */
export function isWaiting({ used_at, expires_at, authorization }: PendingConnect, now: number): boolean {
  const beganAtLink = (authorization?.link_id ?? null) !== null;
  return used_at === null && Date.parse(expires_at) > now && !beganAtLink;
}

/** Where the verifier of an authorization is sealed. */
export function verifierPlace({ tenant_id, id, kind }: Pick<PendingConnect, "tenant_id" | "id" | "kind">) {
  return { tenantId: tenant_id, recordId: id, kind, field: "verifier" };
}
