import type { AccessStore } from "../access/access-store.ts";
import { ListedAccessStore } from "../access/listed-access-store.ts";
import type { RecordStateStore } from "../access/record-state.ts";
import { RecordStates } from "../access/record-states.ts";
import type { Clock, Random } from "../clock/clock.ts";
import type { Logger } from "../log/logger.ts";
import { CredentialSeals } from "./credential-seals.ts";
import type { CredentialStore } from "./credential-store.ts";
import { statedCredentialStore } from "./stated-credential-store.ts";
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
