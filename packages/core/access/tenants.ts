import * as z from "zod";
import { type Clock, type Random, timestamp } from "../clock/clock.ts";
import { ServiceError } from "../errors/service-error.ts";
import { canonicalJson } from "../records/canonical-json.ts";
import { listItems, type Page, type PageRequest } from "../records/page.ts";
import type { ApiKeyRecord, TenantRecord } from "./access-records.ts";
import type { AccessStore } from "./access-store.ts";
import { type CreatedKey, createApiKey, hashApiKey, isKeyValid, type NewKey } from "./api-keys.ts";
import { type AuditTrail, noAudit } from "./audit/audit.ts";
import type { Actor } from "./audit/audit-entry.ts";
import { AGENT_SCOPES, DEFAULT_SCOPES, type Scope } from "./caller.ts";
import { displayName } from "./display-name.ts";
import { combinePolicy, NO_POLICY, type Policy } from "./policy.ts";
import { describePolicyChanges } from "./policy-changes.ts";
import type { Secret } from "./secret.ts";

export const newTenantSchema = z.strictObject({
  name: displayName,
  external_id: displayName.optional(),
  own_key: z.boolean().optional(),
});

/** Maximum number of attempts to change a tenant or key while others change it. */
const MAX_ATTEMPTS = 20;

/** Maximum time in seconds that a key may keep working after its rotation. */
export const MAX_OVERLAP_SECONDS = 7 * 24 * 3600;

/** Maximum number of keys to read to find their names. */
const MAX_KEYS_READ = 1_000;

/** Manages tenants and their keys for an operator. A key's secret is only returned when it is created. */
export class Tenants {
  readonly #store: AccessStore;
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #ownKeyOf: ((tenantId: string) => string) | undefined;
  readonly #audit: AuditTrail;

  /**
   * `ownKeyOf` returns the required name of a tenant's own master key. Omit it if the platform does not
   * support such keys.
   */
  constructor(
    store: AccessStore,
    clock: Clock,
    random: Random,
    {
      ownKeyOf,
      audit = noAudit,
    }: { ownKeyOf?: ((tenantId: string) => string) | undefined; audit?: AuditTrail } = {},
  ) {
    this.#audit = audit;
    this.#store = store;
    this.#ownKeyOf = ownKeyOf;
    this.#clock = clock;
    this.#random = random;
  }

  /**
   * Creates a tenant with two keys: one that manages it, and one for its agents, which may only call tools,
   * research and the agent. Throws `not_supported` if `own_key` is set and the platform does not support it.
   */
  async create(
    input: z.infer<typeof newTenantSchema>,
    by?: Actor,
    { keyName = "first key", keyScopes = DEFAULT_SCOPES, agentKeyName = "agent key" } = {},
  ): Promise<{ tenant: TenantRecord; key: Secret; agentKey: Secret }> {
    if (input.own_key && !this.#ownKeyOf)
      throw new ServiceError(
        "not_supported",
        "A tenant's own key requires KMS, which this service does not use.",
        { issues: [{ path: "own_key", message: "is not supported without KMS" }] },
      );
    const tenant: TenantRecord = {
      tenant_id: this.#random.uuid(),
      name: input.name,
      external_id: input.external_id,
      own_key: input.own_key || undefined,
      follows_outside_text: true,
      created_at: timestamp(this.#clock.now()),
      deleted_at: null,
    };
    const { tenant_id: tenantId } = tenant;
    const key = this.#createKey(tenantId, { name: keyName, scopes: [...keyScopes] });
    const agentKey = this.#createKey(tenantId, { name: agentKeyName, scopes: [...AGENT_SCOPES] });
    await this.#store.createTenant(tenant, key.record, agentKey.record);
    const created = { action: "tenant.created", subject: tenantId, by } as const;
    await this.#audit.record(created);
    await this.#audit.record({ ...created, tenantId });
    for (const { record } of [key, agentKey]) await this.#auditKey(record, by);
    return { tenant, key: key.secret, agentKey: agentKey.secret };
  }

  /**
   * Returns the required name of the tenant's own master key, or `undefined` if the tenant does not use one.
   */
  getOwnKey({ tenant_id, own_key }: TenantRecord): string | undefined {
    return own_key && this.#ownKeyOf?.(tenant_id);
  }

  /** Finds a tenant with a valid record, even if it was deleted. */
  get(tenantId: string): Promise<TenantRecord | undefined> {
    return this.#store.getTenant(tenantId);
  }

  list(page: PageRequest): Promise<Page<TenantRecord>> {
    return this.#store.listTenants(page);
  }

  /**
   * Deletes the tenant and everything it owned. If it was interrupted, repeating it deletes the rest. Throws
   * `not_found`.
   */
  async delete(tenantId: string, by?: Actor): Promise<void> {
    const now = timestamp(this.#clock.now());
    if (!(await this.#store.getTenant(tenantId)) && !(await this.#store.discardTenant(tenantId, now)))
      throw createNotFoundError();
    await this.#store.deleteTenant(tenantId, now);
    await this.#audit.record({ action: "tenant.deleted", subject: tenantId, by });
  }

  async createKey(
    tenantId: string,
    input: NewKey,
    by?: Actor,
  ): Promise<{ record: ApiKeyRecord; key: Secret }> {
    await this.require(tenantId);
    const { secret, record } = this.#createKey(tenantId, input);
    await this.#store.putKey(record);
    await this.#auditKey(record, by);
    return { record, key: secret };
  }

  /**
   * Creates a key with the permissions of an existing one. Revokes the old key and its sessions, immediately
   * or after `overlapSeconds`. Throws `not_found`, and `conflict` if the old key is revoked or has expired.
   */
  async rotateKey(
    tenantId: string,
    keyId: string,
    { overlapSeconds = 0, by }: { overlapSeconds?: number | undefined; by?: Actor } = {},
  ): Promise<{ record: ApiKeyRecord; key: Secret }> {
    await this.require(tenantId);
    const old = await this.findKeyById(tenantId, keyId);
    if (!old) throw new ServiceError("not_found", "There is no such key.");
    const now = this.#clock.now();
    if (!isKeyValid(old, now))
      throw new ServiceError("conflict", "This key has been revoked or has expired. Create a new one.");
    const { secret, record: made } = this.#createKey(tenantId, { name: old.name });
    const { key_id, hash, created_at } = made;
    const rotated_from = old.rotated_from ?? old.key_id;
    const record = { ...old, key_id, hash, rotated_from, version: undefined, created_at, last_used_at: null };
    await this.#store.putKey(record);
    const end = now + overlapSeconds * 1000;
    const endsSooner = old.expires_at !== null && Date.parse(old.expires_at) <= end;
    if (overlapSeconds === 0) await this.#store.revokeKey(tenantId, keyId, timestamp(now));
    else if (!endsSooner) await this.#changeKey(old, (key) => ({ ...key, expires_at: timestamp(end) }));
    const details = { new_key: key_id, overlap_seconds: overlapSeconds };
    await this.#audit.record({ tenantId, action: "api_key.rotated", subject: keyId, by, details });
    return { record, key: secret };
  }

  /** Finds a key with a valid record by its secret, even if it is revoked or has expired. */
  findKey(key: Secret): Promise<ApiKeyRecord | undefined> {
    return this.#store.findKey(hashApiKey(key));
  }

  /** Adds missing scopes to a key. Does nothing if the key has them or is no longer valid. */
  async addScopes(key: ApiKeyRecord, scopes: readonly Scope[], by?: Actor): Promise<void> {
    const added = scopes.filter((scope) => !key.scopes.includes(scope));
    if (added.length === 0 || key.tenant_id === null || !isKeyValid(key, this.#clock.now())) return;
    await this.#changeKey(key, (now) => ({ ...now, scopes: [...new Set([...now.scopes, ...added])] }));
    const event = { action: "api_key.scopes_added", subject: key.key_id, by } as const;
    await this.#audit.record({ ...event, tenantId: key.tenant_id, details: { scopes: added } });
  }

  /** Changes a key, unless it is revoked or expired by then. Throws `conflict` or `not_found`. */
  async #changeKey(key: ApiKeyRecord, change: (key: ApiKeyRecord) => ApiKeyRecord): Promise<void> {
    let before = key;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      if (await this.#store.changeKey(change(before), before)) return;
      const found = await this.#store.findKey(key.hash);
      if (!found) throw new ServiceError("not_found", "There is no such key.");
      if (!isKeyValid(found, this.#clock.now())) return;
      before = found;
    }
    throw new ServiceError("conflict", "Other changes to this key keep interfering. Try again later.");
  }

  /** Replaces a tenant's policy. Returns the effective policy. Throws `not_found`. */
  async setPolicy(tenantId: string, policy: Policy, by?: Actor): Promise<Policy> {
    const tenant = await this.#replacePolicy(tenantId, policy);
    const { policy: before = NO_POLICY } = tenant;
    const names = new Set([...Object.keys(before), ...Object.keys(policy)]) as Set<keyof Policy>;
    const fields = [...names].filter((name) => canonicalJson(before[name]) !== canonicalJson(policy[name]));
    const details = { fields: fields.toSorted(), changes: describePolicyChanges(before, policy) };
    await this.#audit.record({ tenantId, action: "policy.changed", subject: tenantId, by, details });
    return combinePolicy({ ...tenant, policy });
  }

  /** Replaces a tenant's policy. Returns the tenant's record from before the change. */
  async #replacePolicy(tenantId: string, policy: Policy): Promise<TenantRecord> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const tenant = await this.require(tenantId);
      if (await this.#store.putTenant({ ...tenant, policy }, tenant)) return tenant;
    }
    throw new ServiceError("conflict", "Other changes to this policy keep interfering. Try again later.");
  }

  /** Creates a key that manages tenants. Used at the first start of a stage, and not available over HTTP. */
  async createOperatorKey(input: NewKey): Promise<{ record: ApiKeyRecord; key: Secret }> {
    const ports = { clock: this.#clock, random: this.#random };
    const { secret, record } = createApiKey("operator", null, input, ports);
    await this.#store.putKey(record);
    await this.#auditKey(record);
    return { record, key: secret };
  }

  listOperatorKeys(page: PageRequest): Promise<Page<ApiKeyRecord>> {
    return this.#store.listKeys(null, page);
  }

  /** Revokes an operator key. See `revokeKey`. */
  revokeOperatorKey(keyId: string): Promise<ApiKeyRecord | undefined> {
    return this.#revoke(null, keyId);
  }

  async listKeys(tenantId: string, page: PageRequest): Promise<Page<ApiKeyRecord>> {
    await this.require(tenantId);
    return this.#store.listKeys(tenantId, page);
  }

  /**
   * Revokes a key. Returns `undefined` if the key is revoked but its record was modified or removed. Throws
   * `not_found`.
   */
  revokeKey(tenantId: string, keyId: string, by?: Actor): Promise<ApiKeyRecord | undefined> {
    return this.#revoke(tenantId, keyId, by);
  }

  async #revoke(tenantId: string | null, keyId: string, by?: Actor): Promise<ApiKeyRecord | undefined> {
    const key = await this.#store.revokeKey(tenantId, keyId, timestamp(this.#clock.now()));
    if (!key) throw new ServiceError("not_found", "There is no such key.");
    await this.#audit.record({
      tenantId: tenantId ?? undefined,
      action: "api_key.revoked",
      subject: keyId,
      by,
    });
    return key === "unread" ? undefined : key;
  }

  #auditKey({ tenant_id, key_id, scopes }: ApiKeyRecord, by?: Actor): Promise<void> {
    const event = { action: "api_key.created", subject: key_id, by, details: { scopes } } as const;
    return this.#audit.record({ ...event, tenantId: tenant_id ?? undefined });
  }

  #createKey(tenantId: string, input: NewKey): CreatedKey {
    return createApiKey("tenant", tenantId, input, { clock: this.#clock, random: this.#random });
  }

  /** Finds a tenant's key by its ID, including revoked and expired keys. */
  findKeyById(tenantId: string, keyId: string): Promise<ApiKeyRecord | undefined> {
    return this.#store.findKeyById(tenantId, keyId);
  }

  /**
   * Returns the names of a tenant's keys by ID, including revoked and expired keys. Some may be missing if
   * the tenant has more than 1,000 keys.
   */
  async listKeyNames(
    tenantId: string,
    keyIds: Iterable<string | null>,
  ): Promise<ReadonlyMap<string, string>> {
    const wanted = new Set(keyIds);
    wanted.delete(null);
    const names = new Map<string, string>();
    if (wanted.size === 0) return names;
    let read = 0;
    for await (const { key_id, name } of listItems((page) => this.#store.listKeys(tenantId, page))) {
      if (wanted.has(key_id)) names.set(key_id, name);
      read += 1;
      if (names.size === wanted.size || read === MAX_KEYS_READ) break;
    }
    return names;
  }

  /** Returns a tenant that was not deleted. Throws `not_found`. */
  async require(tenantId: string): Promise<TenantRecord> {
    const tenant = await this.#store.getTenant(tenantId);
    if (!tenant || tenant.deleted_at !== null) throw createNotFoundError();
    return tenant;
  }
}

function createNotFoundError(): ServiceError {
  return new ServiceError("not_found", "There is no such tenant.");
}
