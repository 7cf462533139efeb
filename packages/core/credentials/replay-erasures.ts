import type { AccessStore } from "../access/access-store.ts";
import type { RecordStateStore } from "../records/record-state.ts";
import { lastVersionOf } from "./credential.ts";
import type { CredentialStore } from "./credential-store.ts";

export interface ReplayedErasures {
  tenants: number;
  api_keys: number;
  credentials: number;
}

/**
 * Erases again what a restored main table brought back: tenants that were deleted, keys and credentials that
 * were revoked. The key table, which was not restored, is the ledger. Takes the stores themselves, past their
 * checks. Repeating it does no harm.
 */
export async function replayErasures(stores: {
  access: AccessStore;
  credentials: CredentialStore;
  recordStates: RecordStateStore;
}): Promise<ReplayedErasures> {
  const replayed = { tenants: 0, api_keys: 0, credentials: 0 };
  await stores.recordStates.eachRevoked(async ({ tenant_id, record, revoked_at, version }) => {
    const at = revoked_at ?? "";
    const [type, id = ""] = record.split("/");
    if (type === "tenant") {
      const tenant = await stores.access.getTenant(id);
      if (tenant?.deleted_at === null) replayed.tenants += 1;
      // Also where the mark is there: what was restored beside it goes.
      await stores.access.deleteTenant(id, at);
    } else if (type === "api_key") {
      const key = await stores.access.findKey(id);
      if (key?.revoked_at !== null || !key) return;
      await stores.access.revokeKey(key.tenant_id, key.key_id, at);
      replayed.api_keys += 1;
    } else if (type === "credential") {
      const found = await stores.credentials.get(tenant_id, id);
      if (!found || found.revoked_at !== null) return;
      const revoked = { ...found, token_cipher: "", refresh_token_cipher: undefined, revoked_at: at };
      const next = Math.max(version, lastVersionOf(found) + 1);
      await stores.credentials.update({ ...revoked, version: next, updated_at: at }, found.version);
      replayed.credentials += 1;
    }
  });
  return replayed;
}
