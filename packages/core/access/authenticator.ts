import { AtMostEvery, type Clock, timestamp } from "../clock/clock.ts";
import { ServiceError } from "../errors/service-error.ts";
import { describeUnexpected, type Logger } from "../log/logger.ts";
import type { ApiKeyRecord, TenantRecord } from "./access-records.ts";
import type { AccessStore } from "./access-store.ts";
import { HOW_TO_GET_A_KEY, hashApiKey, isKeyValid, looksLikeApiKey, readGrants } from "./api-keys.ts";
import { AGENT_SCOPES, ALL_GRANTED, type Caller, type Scope, type TenantCaller } from "./caller.ts";
import { combinePolicy } from "./policy.ts";
import { Secret } from "./secret.ts";
import { looksLikeSessionToken, narrowGrants, type Sessions } from "./sessions.ts";
import type { TokenVerifier } from "./token-verifier.ts";
import type { ShownVisit, Visitor, Visits } from "./visits.ts";

/** Minimum interval between two writes of a key's last use by one process. */
const TOUCH_EVERY_MS = 5 * 60_000;

/** Credentials accepted in addition to API keys. Omitted kinds are rejected. */
interface OtherCredentials {
  /** Verifies tokens of the OIDC issuer. */
  tokens?: TokenVerifier | undefined;
  sessions?: Pick<Sessions, "find"> | undefined;
  /** Finds the sessions of people signed in to the console. */
  visits?: Pick<Visits, "find"> | undefined;
}

/**
 * Authenticates callers by the Authorization header. Reads the key on every call, even for sessions, so that
 * a revoked key stops working immediately.
 */
export class Authenticator {
  readonly #store: AccessStore;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #tokens: TokenVerifier | undefined;
  readonly #sessions: Pick<Sessions, "find"> | undefined;
  readonly #visits: Pick<Visits, "find"> | undefined;
  readonly #touches: AtMostEvery;

  constructor(store: AccessStore, clock: Clock, logger: Logger, others: OtherCredentials = {}) {
    this.#store = store;
    this.#clock = clock;
    this.#logger = logger;
    this.#tokens = others.tokens;
    this.#sessions = others.sessions;
    this.#visits = others.visits;
    this.#touches = new AtMostEvery(clock, TOUCH_EVERY_MS);
  }

  /**
   * Authenticates a request. `origin` is its Origin header. Throws ServiceError `unauthenticated` if the key
   * or token is missing, malformed, unknown, revoked or expired, or if a session's token comes from a
   * different origin. Throws `unavailable` if tokens of the issuer cannot be verified at the moment.
   */
  async authenticate(authorization: string | undefined, origin?: string): Promise<Caller> {
    const text = /^Bearer +(\S+) *$/i.exec(authorization ?? "")?.[1];
    if (text === undefined) {
      throw new ServiceError("unauthenticated", `This request has no API key. ${HOW_TO_GET_A_KEY}`);
    }
    if (looksLikeToken(text)) return this.#readTokenCaller(text);
    if (looksLikeSessionToken(text)) return this.#readSessionCaller(new Secret(text), origin);
    const hash = looksLikeApiKey(text) ? hashApiKey(new Secret(text)) : undefined;
    const caller = hash && (await this.findCallerOfHash(hash));
    if (caller) return caller;
    throw new ServiceError(
      "unauthenticated",
      `This API key is unknown, revoked or expired. ${HOW_TO_GET_A_KEY}`,
    );
  }

  /**
   * Authenticates a person signed in to the console. Throws ServiceError `unauthenticated` if the sign-in has
   * expired or is forged, the page's secret is missing, or the key was revoked or has expired.
   */
  async authenticateVisit(shown: ShownVisit): Promise<Caller> {
    const visit = await this.#visits?.find(shown);
    const caller = visit && (await this.findCallerOfVisitor(visit.visitor));
    if (caller) return caller.type === "tenant" ? { ...caller, atConsole: true } : caller;
    throw new ServiceError("unauthenticated", "Your sign-in has ended. Sign in again.");
  }

  /** Returns the caller for a signed-in person, or `undefined` if the key is no longer valid. */
  async findCallerOfVisitor(visitor: Visitor): Promise<Caller | undefined> {
    if ("keyHash" in visitor) return this.findCallerOfHash(visitor.keyHash);
    return this.findCallerOfSubject(visitor.tenantId, visitor.subject, new Set(visitor.scopes));
  }

  /**
   * Returns the caller for the key with this hash, or `undefined` if the key is unknown, revoked or expired.
   * Throws ServiceError `unauthenticated` if the tenant was deleted.
   */
  async findCallerOfHash(hash: string): Promise<Caller | undefined> {
    const isAlive = (key: ApiKeyRecord) => isKeyValid(key, this.#clock.now());
    const touch = async (key: ApiKeyRecord) => (isAlive(key) ? this.#touch(key) : undefined);
    const { key, tenant } = await this.#store.findKeyAndTenant(hash, touch);
    if (!key || !isAlive(key)) return undefined;
    return this.#toCaller(key, tenant);
  }

  /**
   * Returns the caller for a tenant's key, to carry out an approved call. For a key that was rotated and has
   * expired since, returns the caller of its latest successor. Returns `undefined` if the key is unknown,
   * revoked (somebody else may have had it) or has expired without a successor. Throws ServiceError
   * `unauthenticated` if the tenant was deleted.
   */
  async findCallerOfKey(tenantId: string, keyId: string): Promise<TenantCaller | undefined> {
    const now = this.#clock.now();
    const asked = await this.#store.findKeyById(tenantId, keyId);
    if (!asked || asked.revoked_at !== null) return undefined;
    const key = isKeyValid(asked, now) ? asked : await this.#store.findSuccessor(asked, now);
    if (!key) return undefined;
    const caller = this.#toCaller(key, await this.#store.getTenant(tenantId));
    return caller?.type === "tenant" ? caller : undefined;
  }

  #toCaller(key: ApiKeyRecord, tenant: TenantRecord | undefined): Caller {
    return key.role === "operator"
      ? { type: "operator", keyId: key.key_id }
      : this.#toTenantCaller(key, tenant);
  }

  #toTenantCaller(key: ApiKeyRecord, tenant: TenantRecord | undefined): TenantCaller {
    if (!tenant || tenant.deleted_at !== null) {
      throw new ServiceError("unauthenticated", "The tenant of this API key has been deleted.");
    }
    return {
      type: "tenant",
      tenantId: tenant.tenant_id,
      keyId: key.key_id,
      rotatedFrom: key.rotated_from,
      keyHash: key.hash,
      scopes: new Set(key.scopes),
      grants: readGrants(key),
      policy: combinePolicy(tenant),
    };
  }

  /**
   * Authenticates a session. It has the permissions of its key, limited to an agent's scopes and to the
   * session's own tools and credentials.
   */
  async #readSessionCaller(token: Secret, origin: string | undefined): Promise<TenantCaller> {
    const session = await this.#sessions?.find(token);
    const { key, tenant } = session ? await this.#store.findKeyAndTenant(session.key_hash) : {};
    if (!session || !key || key.tenant_id !== session.tenant_id || !isKeyValid(key, this.#clock.now()))
      throw new ServiceError("unauthenticated", "This session is unknown or has ended. Create a new one.");
    if (session.origin !== undefined && session.origin !== origin)
      throw new ServiceError("unauthenticated", "This session was created for a different origin.");
    const { keyHash: _hash, ...caller } = this.#toTenantCaller(key, tenant);
    const { id, end_user: endUser, origin: own } = session;
    return {
      ...caller,
      scopes: new Set(AGENT_SCOPES.filter((scope) => caller.scopes.has(scope))),
      grants: narrowGrants(caller.grants, session),
      session: { id, endUser, origin: own },
    };
  }

  async #readTokenCaller(token: string): Promise<TenantCaller> {
    if (!this.#tokens)
      throw new ServiceError(
        "unauthenticated",
        "This service does not accept tokens of an OIDC issuer. Send an API key (plk_…).",
      );
    const { tenant: tenantId, subject, scopes } = await this.#tokens.verify(token);
    const caller = await this.findCallerOfSubject(tenantId, subject, scopes);
    if (caller) return caller;
    throw new ServiceError("unauthenticated", "The tenant in this token does not exist.");
  }

  /**
   * Returns the caller for a subject of the OIDC issuer with these scopes, or `undefined` if the tenant does
   * not exist.
   */
  async findCallerOfSubject(
    tenantId: string,
    subject: string,
    scopes: ReadonlySet<Scope>,
  ): Promise<TenantCaller | undefined> {
    const tenant = TENANT_ID.test(tenantId) ? await this.#store.getTenant(tenantId) : undefined;
    if (!tenant || tenant.deleted_at !== null) return undefined;
    const keyId = formatTokenKeyId(subject);
    const policy = combinePolicy(tenant);
    return { type: "tenant", tenantId, keyId, scopes, grants: ALL_GRANTED, policy, subject };
  }

  /** Records the last use of a key. A failure is only logged, so that the call succeeds. */
  async #touch(key: ApiKeyRecord): Promise<void> {
    if (!this.#touches.take(key.hash)) return;
    try {
      await this.#store.touchKey(key.hash, timestamp(this.#clock.now()));
    } catch (error) {
      this.#logger.log("warn", "key_touch_failed", { key_id: key.key_id, ...describeUnexpected(error) });
    }
  }
}

/**
 * Format of tenant IDs. Tokens can claim any tenant, so other values are rejected without reading the store.
 */
const TENANT_ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Returns the substitute for a key ID in logs, in the audit log and in comparisons of callers. */
function formatTokenKeyId(subject: string): string {
  return `oidc:${subject}`;
}

/** Returns true if a text has the format of a JSON Web Token (RFC 7519). */
function looksLikeToken(text: string): boolean {
  return /^eyJ[\w-]*\.[\w-]+\.[\w-]*$/.test(text);
}
