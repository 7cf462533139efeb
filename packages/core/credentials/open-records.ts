import type { AccessStore } from "../access/access-store.ts";
import { ListedAccessStore } from "../access/listed-access-store.ts";
import type { Clock, Random } from "../clock/clock.ts";
import type { Logger } from "../log/logger.ts";
import type { RecordStateStore } from "../records/record-state.ts";
import { RecordStates } from "../records/record-states.ts";
import type { CredentialRecord } from "./credential.ts";
import { CredentialSeals, stateName } from "./credential-seals.ts";
import type { CredentialConflict, CredentialStore } from "./credential-store.ts";
import type { DataKeyStore } from "./vault/data-key-store.ts";
import { DataKeys } from "./vault/data-keys.ts";
import type { KeyService } from "./vault/key-service.ts";
import { Vault } from "./vault/vault.ts";

interface AccessStores {
  access: AccessStore;
  dataKeys: DataKeyStore;
  recordStates: RecordStateStore;
}

interface OpenRecordsOptions<Stores extends AccessStores> {
  stores: Stores;
  keys: KeyService;
  stage: string;
  clock: Clock;
  random: Random;
  logger: Logger;
}

/**
 * Puts the checks of the key table before the stores of tenants, keys and credentials. Everything that reads
 * or writes these records goes through what this returns.
 */
export function openAccess({ stores, keys, stage, clock, random, logger }: OpenRecordsOptions<AccessStores>) {
  const dataKeys = new DataKeys({ store: stores.dataKeys, keys, clock, stage });
  const vault = new Vault(dataKeys, random);
  const states = new RecordStates({ store: stores.recordStates, macs: vault, clock });
  const access = new ListedAccessStore({ store: stores.access, states, macs: vault, clock, logger });
  return { access, dataKeys, vault, states };
}

/** The same with credentials. */
export function openRecords(options: OpenRecordsOptions<AccessStores & { credentials: CredentialStore }>) {
  const opened = openAccess(options);
  return {
    ...opened,
    seals: new CredentialSeals(opened.vault, opened.states),
    credentials: statedCredentialStore(options.stores.credentials, opened.states),
  };
}

/**
 * A credential store that tells the key table of every version: before it is written, so that a crash in
 * between loses none, and after, so that no earlier one counts any more. A revocation is written there first.
 */
export function statedCredentialStore(store: CredentialStore, states: RecordStates): CredentialStore {
  const written = async (
    record: CredentialRecord,
    from: number,
    write: () => Promise<CredentialConflict | undefined>,
  ) => {
    const { tenant_id, id, version, revoked_at } = record;
    const name = { owner: tenant_id, record: stateName(id) };
    if (revoked_at !== null) await states.revoke(name, revoked_at);
    else await states.begin(name, from, version);
    const conflict = await write();
    if (conflict === undefined && revoked_at === null) await states.settle(name, version);
    return conflict;
  };
  return {
    create: (record) => written(record, 0, () => store.create(record)),
    update: (record, from = record.version - 1) => written(record, from, () => store.update(record, from)),
    // A whole record of another place says whose it is, and would open as what it was there.
    async get(tenantId, id) {
      const record = await store.get(tenantId, id);
      return record?.tenant_id === tenantId && record.id === id ? record : undefined;
    },
    async list(tenantId, page) {
      const found = await store.list(tenantId, page);
      return { ...found, items: found.items.filter(({ tenant_id }) => tenant_id === tenantId) };
    },
    async *ofKinds(tenantId, kinds) {
      for await (const found of store.ofKinds(tenantId, kinds))
        yield found.filter(({ tenant_id }) => tenant_id === tenantId);
    },
    async findByLabel(tenantId, label, kinds) {
      const found = await store.findByLabel(tenantId, label, kinds);
      return found.filter(({ tenant_id }) => tenant_id === tenantId);
    },
    noteUse: (...args) => store.noteUse(...args),
    noteAccount: (...args) => store.noteAccount(...args),
    takeLease: (...args) => store.takeLease(...args),
    freeLease: (...args) => store.freeLease(...args),
  };
}
