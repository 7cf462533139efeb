import type * as z from "zod";
import { type Clock, formatUuid, type Random, timestamp } from "../clock/clock.ts";
import { ServiceError } from "../errors/service-error.ts";
import { hashText } from "../records/hash-text.ts";
import type { RecordStore } from "../records/record-store.ts";
import { type AuditTrail, noAudit } from "./audit/audit.ts";
import type { Actor } from "./audit/audit-entry.ts";
import type { Grants, TenantCaller } from "./caller.ts";
import type { newSessionSchema } from "./request-bodies.ts";
import { Secret } from "./secret.ts";
import { SESSIONS, type SessionRecord } from "./session-record.ts";

const PREFIX = "pls_";
const TENANT_BYTES = 16;
const SECRET_BYTES = 32;
const TOKEN_FORMAT = /^pls_[A-Za-z0-9_-]{64}$/;

export type NewSession = z.output<typeof newSessionSchema>;

interface SessionsOptions {
  records: RecordStore;
  clock: Clock;
  random: Random;
  /** If omitted, changes are not recorded. */
  audit?: AuditTrail | undefined;
}

/**
 * Sessions of browsers and end users. Each has a short-lived token instead of a key, and at most the
 * permissions of its key. The token contains the tenant's ID, which selects the partition to search.
 */
export class Sessions {
  readonly #options: SessionsOptions;

  constructor(options: SessionsOptions) {
    this.#options = options;
  }

  /**
   * Creates a session for the calling key. Callers must first check that the tools and credentials in `input`
   * exist. The token is returned only once. Throws ServiceError `forbidden` if the caller has no key, and
   * `not_found` if the tenant was deleted.
   */
  async create(
    { tenantId, keyHash }: Pick<TenantCaller, "tenantId" | "keyHash">,
    input: NewSession,
    by?: Actor,
  ): Promise<{ token: Secret; record: SessionRecord }> {
    if (keyHash === undefined)
      throw new ServiceError("forbidden", "Only an API key (plk_…) can create sessions.");
    const { records, clock, random, audit = noAudit } = this.#options;
    const tenant = Buffer.from(tenantId.replaceAll("-", ""), "hex");
    const token = new Secret(
      PREFIX + Buffer.concat([tenant, random.bytes(SECRET_BYTES)]).toString("base64url"),
    );
    const record: SessionRecord = {
      tenant_id: tenantId,
      hash: hashText(token.reveal()),
      id: random.uuid(),
      key_hash: keyHash,
      allowed_tools: input.tools,
      allowed_credentials: input.credential_ids?.map((id) => id.toLowerCase()),
      end_user: input.end_user,
      origin: input.origin,
      created_at: timestamp(clock.now()),
      expires_at: timestamp(clock.now() + input.ttl_seconds * 1000),
    };
    if ((await records.put(SESSIONS, record)) === "tenant_deleted")
      throw new ServiceError("not_found", "There is no such tenant.");
    const { id: subject, expires_at, end_user } = record;
    const details = { expires_at, ...(end_user !== undefined && { end_user }) };
    await audit.record({ tenantId, action: "session.created", subject, by, details });
    return { token, record };
  }

  /** Finds the session of a token. Returns `undefined` if it is unknown or has expired. */
  async find(token: Secret): Promise<SessionRecord | undefined> {
    const { records, clock } = this.#options;
    const found = await records.get(SESSIONS, [readTenantId(token), hashText(token.reveal())]);
    return found && Date.parse(found.expires_at) > clock.now() ? found : undefined;
  }
}

/** Returns true if a text has the format of a session token. Others are rejected without a read. */
export function looksLikeSessionToken(text: string): boolean {
  return TOKEN_FORMAT.test(text);
}

/** Returns the grants that both the key and its session have. */
export function narrowGrants(key: Grants, session: SessionRecord): Grants {
  return {
    ...key,
    tools: intersect(key.tools, session.allowed_tools),
    credentials: intersect(key.credentials, session.allowed_credentials),
  };
}

/** Returns the items in both lists. An omitted list allows everything. */
function intersect(
  allowed: ReadonlySet<string> | undefined,
  asked: readonly string[] | undefined,
): ReadonlySet<string> | undefined {
  if (asked === undefined) return allowed;
  return new Set(asked.filter((one) => allowed?.has(one) ?? true));
}

function readTenantId(token: Secret): string {
  const bytes = Buffer.from(token.reveal().slice(PREFIX.length), "base64url");
  return formatUuid(bytes.subarray(0, TENANT_BYTES));
}
