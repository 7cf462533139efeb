import { type Clock, timestamp } from "../clock/clock.ts";
import type { Logger } from "../log/logger.ts";
import type { Page, PageRequest } from "../records/page.ts";
import { type RecordMacs, type RecordState, STAGE } from "../records/record-state.ts";
import { type RecordStates, StateForgedError } from "../records/record-states.ts";
import {
  type AccessStore,
  type ApiKeyRecord,
  isOutdated,
  keyName,
  recordVersionOf,
  signedTextOf,
  type TenantRecord,
  tenantName,
} from "./access-store.ts";

/** Record of the state that says: everything of this stage is listed; what is not was forged. */
const ALL_LISTED = "all_listed";
/** Milliseconds after which a stage that has not listed everything is asked again. */
const ASK_AGAIN_MS = 60_000;
const PAGE = 100;
/** Reads of a record and its state, until both are of the same change. */
const MAX_READS = 5;

export interface ListedAccessStoreOptions {
  store: AccessStore;
  states: RecordStates;
  macs: RecordMacs;
  clock: Clock;
  logger: Logger;
}

/**
 * Tenants and keys that count: each carries a signature of the stage's key, and is listed in the key table.
 * One that somebody wrote into the main table, changed there or put back is as if it were not there. A stage
 * of an earlier version takes unsigned records until `listEverything` has run.
 */
export class ListedAccessStore implements AccessStore {
  readonly #store: AccessStore;
  readonly #states: RecordStates;
  readonly #macs: RecordMacs;
  readonly #clock: Clock;
  readonly #logger: Logger;
  #allListed = false;
  #askedAt = Number.NEGATIVE_INFINITY;

  constructor({ store, states, macs, clock, logger }: ListedAccessStoreOptions) {
    this.#store = store;
    this.#states = states;
    this.#macs = macs;
    this.#clock = clock;
    this.#logger = logger;
  }

  async createTenant(tenant: TenantRecord, ...keys: readonly ApiKeyRecord[]): Promise<void> {
    const signedTenant = await this.#signed(tenant);
    const signedKeys = await Promise.all(keys.map((key) => this.#signed(key)));
    await this.#states.settle({ owner: STAGE, record: tenantName(tenant.tenant_id) }, 1);
    for (const key of keys) await this.#states.settle({ owner: STAGE, record: keyName(key.hash) }, 1);
    await this.#store.createTenant(signedTenant, ...signedKeys);
  }

  async getTenant(tenantId: string): Promise<TenantRecord | undefined> {
    const [tenant, state] = await this.#readBoth(tenantName(tenantId), () => this.#store.getTenant(tenantId));
    return tenant?.tenant_id === tenantId ? this.#checkedTenant(tenant, state) : undefined;
  }

  async listTenants(page: PageRequest): Promise<Page<TenantRecord>> {
    const found = await this.#store.listTenants(page);
    const checked = found.items.map(async (tenant) => {
      const state = await this.#stateOf(tenantName(tenant.tenant_id));
      if (isOutdated(tenant, state)) return this.getTenant(tenant.tenant_id);
      return this.#checkedTenant(tenant, state);
    });
    const tenants = (await Promise.all(checked)).filter((tenant) => tenant !== undefined);
    return { ...found, items: tenants.filter(({ deleted_at }) => deleted_at === null) };
  }

  /** The key table learns of it first: from then on nothing of the tenant counts. */
  async deleteTenant(tenantId: string, deletedAt: string): Promise<void> {
    await this.#states.revoke({ owner: STAGE, record: tenantName(tenantId) }, deletedAt);
    const hashes: string[] = [];
    for (let after: string | null | undefined; after !== null; ) {
      const page: Page<ApiKeyRecord> = await this.#store.listKeys(tenantId, { after, limit: PAGE });
      hashes.push(...page.items.map(({ hash }) => hash));
      after = page.next;
    }
    await this.#store.deleteTenant(tenantId, deletedAt);
    for (const hash of hashes) await this.#states.delete(STAGE, keyName(hash));
  }

  async putKey(key: ApiKeyRecord): Promise<void> {
    const signed = await this.#signed(key);
    await this.#states.settle({ owner: STAGE, record: keyName(key.hash) }, 1);
    await this.#store.putKey(signed);
  }

  changeKey(key: ApiKeyRecord, before: ApiKeyRecord): Promise<boolean> {
    const write = (signed: ApiKeyRecord) => this.#store.changeKey(signed, before);
    return this.#replace(keyName(key.hash), key, before, write);
  }

  async findKey(hash: string): Promise<ApiKeyRecord | undefined> {
    const [key, state] = await this.#readBoth(keyName(hash), () => this.#store.findKey(hash));
    return key && this.#checkedKey(key, hash, state);
  }

  async listKeys(tenantId: string | null, page: PageRequest): Promise<Page<ApiKeyRecord>> {
    const found = await this.#store.listKeys(tenantId, page);
    const checked = found.items.map(async (key) => {
      const state = await this.#stateOf(keyName(key.hash));
      return isOutdated(key, state) ? this.findKey(key.hash) : this.#checkedKey(key, key.hash, state);
    });
    const keys = (await Promise.all(checked)).filter((key) => key !== undefined);
    return { ...found, items: keys.filter((key) => key.tenant_id === tenantId) };
  }

  /** The key table learns of it first, so that the key stops even where the record cannot be written. */
  async revokeKey(
    tenantId: string | null,
    keyId: string,
    revokedAt: string,
  ): Promise<ApiKeyRecord | undefined> {
    for (let after: string | null | undefined; after !== null; ) {
      const page: Page<ApiKeyRecord> = await this.#store.listKeys(tenantId, { after, limit: PAGE });
      const named = page.items.find(({ key_id }) => key_id === keyId);
      if (named) {
        await this.#states.revoke(
          { owner: STAGE, record: keyName(named.hash) },
          named.revoked_at ?? revokedAt,
        );
        await this.#store.revokeKey(tenantId, keyId, revokedAt);
        return this.findKey(named.hash);
      }
      after = page.next;
    }
    return undefined;
  }

  touchKey(hash: string, usedAt: string): Promise<void> {
    return this.#store.touchKey(hash, usedAt);
  }

  /**
   * Signs and lists every tenant and key of a stage or store of an earlier version, then takes none unsigned
   * any more. Repeating it does no harm; once it was done it reads one state.
   */
  async listEverything(): Promise<void> {
    if (await this.#isAllListed()) return;
    await this.#listKeysOf(null);
    for (let after: string | null | undefined; after !== null; ) {
      const page: Page<TenantRecord> = await this.#store.listTenants({ after, limit: PAGE });
      for (const tenant of page.items) {
        await this.#listKeysOf(tenant.tenant_id);
        const name = tenantName(tenant.tenant_id);
        if (await this.#states.get(STAGE, name)) continue;
        if (await this.#store.putTenant(await this.#signed(tenant), tenant))
          await this.#states.settle({ owner: STAGE, record: name }, recordVersionOf(tenant));
      }
      after = page.next;
    }
    await this.#states.settle({ owner: STAGE, record: ALL_LISTED }, 1);
    this.#allListed = true;
  }

  putTenant(tenant: TenantRecord, before: TenantRecord): Promise<boolean> {
    const write = (signed: TenantRecord) => this.#store.putTenant(signed, before);
    return this.#replace(tenantName(tenant.tenant_id), tenant, before, write);
  }

  /** Writes the next version of a record. It counts beside the present one first, and alone once written. */
  async #replace<R extends TenantRecord | ApiKeyRecord>(
    name: string,
    record: R,
    before: R,
    write: (signed: R) => Promise<boolean>,
  ): Promise<boolean> {
    const from = recordVersionOf(before);
    const state = await this.#stateOf(name);
    if (state) await this.#states.begin({ owner: STAGE, record: name }, from, from + 1);
    if (!(await write(await this.#signed({ ...record, version: from + 1 })))) return false;
    await this.#states.settle({ owner: STAGE, record: name }, from + 1);
    return true;
  }

  /**
   * Lets tenants count again whose signed record is an earlier one, with the policy of that time. An operator
   * decides so after a restore of the main table. Returns their ids.
   */
  async acceptEarlierTenants(): Promise<string[]> {
    const accepted: string[] = [];
    for (let after: string | null | undefined; after !== null; ) {
      const page: Page<TenantRecord> = await this.#store.listTenants({ after, limit: PAGE });
      for (const tenant of page.items) if (await this.#acceptEarlier(tenant)) accepted.push(tenant.tenant_id);
      after = page.next;
    }
    return accepted;
  }

  async #acceptEarlier(tenant: TenantRecord): Promise<boolean> {
    const name = tenantName(tenant.tenant_id);
    const state = await this.#stateOf(name);
    if (!state || !isOutdated(tenant, state)) return false;
    if (!(await this.#macs.verify(STAGE, signedTextOf(tenant), tenant.mac ?? ""))) return false;
    const version = Math.max(state.version, state.next ?? 0) + 1;
    await this.#states.begin({ owner: STAGE, record: name }, state.version, version);
    if (!(await this.#store.putTenant(await this.#signed({ ...tenant, version }), tenant))) return false;
    await this.#states.settle({ owner: STAGE, record: name }, version);
    return true;
  }

  async #listKeysOf(tenantId: string | null): Promise<void> {
    for (let after: string | null | undefined; after !== null; ) {
      const page: Page<ApiKeyRecord> = await this.#store.listKeys(tenantId, { after, limit: PAGE });
      for (const key of page.items) {
        if (await this.#states.get(STAGE, keyName(key.hash))) continue;
        await this.#store.putKey(await this.#signed(key));
        if (key.revoked_at === null)
          await this.#states.settle({ owner: STAGE, record: keyName(key.hash) }, 1);
        else await this.#states.revoke({ owner: STAGE, record: keyName(key.hash) }, key.revoked_at);
      }
      after = page.next;
    }
  }

  async #checkedTenant(
    tenant: TenantRecord,
    state: RecordState | undefined,
  ): Promise<TenantRecord | undefined> {
    const { mac: _mac, ...shown } = tenant;
    if (state?.revoked_at) return { ...shown, deleted_at: tenant.deleted_at ?? state.revoked_at };
    // Deletion changes the record, and no deleted tenant opens anything.
    if (tenant.deleted_at !== null) return shown;
    if (!isOutdated(tenant, state) && (await this.#counts(tenant, state))) return shown;
    this.#logger.log("error", "record_refused", { table: "tenants", tenant_id: tenant.tenant_id });
    return undefined;
  }

  async #checkedKey(
    key: ApiKeyRecord,
    hash: string,
    state: RecordState | undefined,
  ): Promise<ApiKeyRecord | undefined> {
    const { mac: _mac, ...shown } = key;
    if (key.hash === hash && !isOutdated(key, state) && (await this.#counts(key, state)))
      return { ...shown, revoked_at: key.revoked_at ?? state?.revoked_at ?? null };
    this.#logger.log("error", "record_refused", { table: "api_keys", key_id: key.key_id });
    return undefined;
  }

  /** A change between both reads looks like an earlier record that was put back, so they are repeated. */
  async #readBoth<R extends TenantRecord | ApiKeyRecord>(
    name: string,
    read: () => Promise<R | undefined>,
  ): Promise<[R | undefined, RecordState | undefined]> {
    let both: [R | undefined, RecordState | undefined];
    let reads = 0;
    do {
      both = await Promise.all([read(), this.#stateOf(name)]);
      reads += 1;
    } while (reads < MAX_READS && isOutdated(...both));
    return both;
  }

  /** A state that was not written by the service ends the record. */
  async #stateOf(record: string): Promise<RecordState | undefined> {
    try {
      return await this.#states.get(STAGE, record);
    } catch (error) {
      if (!(error instanceof StateForgedError)) throw error;
      this.#logger.log("error", "record_refused", { table: "record_states" });
      return { tenant_id: STAGE, record, version: 0, next: null, revoked_at: timestamp(0), mac: "" };
    }
  }

  async #counts(record: TenantRecord | ApiKeyRecord, state: RecordState | undefined): Promise<boolean> {
    if (state) return this.#macs.verify(STAGE, signedTextOf(record), record.mac ?? "");
    return record.mac === undefined && !(await this.#isAllListed());
  }

  async #isAllListed(): Promise<boolean> {
    const now = this.#clock.now();
    if (this.#allListed || now - this.#askedAt < ASK_AGAIN_MS) return this.#allListed;
    this.#askedAt = now;
    this.#allListed = (await this.#states.get(STAGE, ALL_LISTED)) !== undefined;
    return this.#allListed;
  }

  async #signed<R extends TenantRecord | ApiKeyRecord>(record: R): Promise<R> {
    return { ...record, mac: await this.#macs.sign(STAGE, signedTextOf(record)) };
  }
}
