import * as z from "zod";
import { type Clock, type Random, timestamp } from "../clock/clock.ts";
import { ServiceError } from "../errors/service-error.ts";
import type { AccessStore, ApiKeyRecord, ApiKeyRole, TenantRecord } from "./access-store.ts";
import { type AuditTrail, noAudit } from "./audit/audit.ts";
import type { Actor } from "./audit/audit-entry.ts";
import { generateApiKey, hashApiKey } from "./authenticator.ts";
import { DEFAULT_SCOPES, SCOPES } from "./caller.ts";
import { displayName } from "./display-name.ts";
import type { Page, PageRequest } from "./page.ts";
import type { Secret } from "./secret.ts";

export const newTenantSchema = z.strictObject({ name: displayName, own_key: z.boolean().optional() });
export const newKeySchema = z.strictObject({
  name: displayName,
  scopes: z.array(z.enum(SCOPES)).min(1).optional(),
  expires_at: z.iso.datetime({ offset: true }).optional(),
});

/**
 * Tenants and their keys, as an operator administers them. A key's secret is given out once, when it is made.
 */
export class Tenants {
  readonly #store: AccessStore;
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #ownKeyOf: ((tenantId: string) => string) | undefined;
  readonly #audit: AuditTrail;

  /**
   * `ownKeyOf`: what a tenant that brings a master key of its own has to call it; left out where none can.
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

  /** Throws `not_supported` for a tenant with its own key on a platform without such keys. */
  async create(
    input: z.infer<typeof newTenantSchema>,
    by?: Actor,
  ): Promise<{ tenant: TenantRecord; key: Secret }> {
    if (input.own_key && !this.#ownKeyOf)
      throw new ServiceError(
        "not_supported",
        "A tenant's own key is one of KMS, and this service does not use KMS.",
        { issues: [{ path: "own_key", message: "is not supported without KMS" }] },
      );
    const tenant: TenantRecord = {
      tenant_id: this.#random.uuid(),
      name: input.name,
      own_key: input.own_key || undefined,
      created_at: timestamp(this.#clock.now()),
      deleted_at: null,
    };
    const { secret, record } = this.#makeKey("tenant", tenant.tenant_id, { name: "first key" });
    await this.#store.createTenant(tenant, record);
    const { tenant_id: tenantId } = tenant;
    const created = { action: "tenant.created", subject: tenantId, by } as const;
    await this.#audit.record(created);
    await this.#audit.record({ ...created, tenantId });
    await this.#keyCreated(record, by);
    return { tenant, key: secret };
  }

  /** The name under which its master key is looked for; `undefined` for a tenant without one of its own. */
  ownKeyOf({ tenant_id, own_key }: TenantRecord): string | undefined {
    return own_key && this.#ownKeyOf?.(tenant_id);
  }

  /** Finds a tenant that counts, deleted ones too. */
  get(tenantId: string): Promise<TenantRecord | undefined> {
    return this.#store.getTenant(tenantId);
  }

  list(page: PageRequest): Promise<Page<TenantRecord>> {
    return this.#store.listTenants(page);
  }

  /**
   * Erases the tenant and all that it owned; repeated, it erases what an earlier one left. Throws
   * `not_found`.
   */
  async delete(tenantId: string, by?: Actor): Promise<void> {
    if (!(await this.#store.getTenant(tenantId)))
      throw new ServiceError("not_found", "There is no such tenant.");
    await this.#store.deleteTenant(tenantId, timestamp(this.#clock.now()));
    await this.#audit.record({ action: "tenant.deleted", subject: tenantId, by });
  }

  async createKey(
    tenantId: string,
    input: z.infer<typeof newKeySchema>,
    by?: Actor,
  ): Promise<{ record: ApiKeyRecord; key: Secret }> {
    await this.demand(tenantId);
    if (input.expires_at !== undefined && Date.parse(input.expires_at) <= this.#clock.now()) {
      throw new ServiceError("bad_request", "expires_at lies in the past.", {
        issues: [{ path: "expires_at", message: "must be in the future" }],
      });
    }
    const { secret, record } = this.#makeKey("tenant", tenantId, input);
    await this.#store.putKey(record);
    await this.#keyCreated(record, by);
    return { record, key: secret };
  }

  /** A key that administers tenants; made at the first start of a stage, never over HTTP. */
  async createOperatorKey(
    input: z.infer<typeof newKeySchema>,
  ): Promise<{ record: ApiKeyRecord; key: Secret }> {
    const { secret, record } = this.#makeKey("operator", null, input);
    await this.#store.putKey(record);
    await this.#keyCreated(record);
    return { record, key: secret };
  }

  listOperatorKeys(page: PageRequest): Promise<Page<ApiKeyRecord>> {
    return this.#store.listKeys(null, page);
  }

  /** Throws `not_found`. */
  revokeOperatorKey(keyId: string): Promise<ApiKeyRecord> {
    return this.#revoked(null, keyId);
  }

  async listKeys(tenantId: string, page: PageRequest): Promise<Page<ApiKeyRecord>> {
    await this.demand(tenantId);
    return this.#store.listKeys(tenantId, page);
  }

  async revokeKey(tenantId: string, keyId: string, by?: Actor): Promise<ApiKeyRecord> {
    await this.demand(tenantId);
    return this.#revoked(tenantId, keyId, by);
  }

  async #revoked(tenantId: string | null, keyId: string, by?: Actor): Promise<ApiKeyRecord> {
    const key = await this.#store.revokeKey(tenantId, keyId, timestamp(this.#clock.now()));
    if (!key) throw new ServiceError("not_found", "There is no such key.");
    await this.#audit.record({
      tenantId: tenantId ?? undefined,
      action: "api_key.revoked",
      subject: key.key_id,
      by,
    });
    return key;
  }

  #keyCreated({ tenant_id, key_id, scopes }: ApiKeyRecord, by?: Actor): Promise<void> {
    const event = { action: "api_key.created", subject: key_id, by, details: { scopes } } as const;
    return this.#audit.record({ ...event, tenantId: tenant_id ?? undefined });
  }

  #makeKey(role: ApiKeyRole, tenantId: string | null, input: z.infer<typeof newKeySchema>) {
    const secret = generateApiKey(role, this.#random);
    const record: ApiKeyRecord = {
      key_id: this.#random.uuid(),
      role,
      hash: hashApiKey(secret),
      tenant_id: tenantId,
      name: input.name,
      scopes: role === "operator" ? [] : (input.scopes ?? DEFAULT_SCOPES),
      created_at: timestamp(this.#clock.now()),
      expires_at: input.expires_at === undefined ? null : timestamp(Date.parse(input.expires_at)),
      revoked_at: null,
      last_used_at: null,
    };
    return { secret, record };
  }

  /** Finds a tenant that was not deleted. Throws `not_found`. */
  async demand(tenantId: string): Promise<TenantRecord> {
    const tenant = await this.#store.getTenant(tenantId);
    if (!tenant || tenant.deleted_at !== null)
      throw new ServiceError("not_found", "There is no such tenant.");
    return tenant;
  }
}
