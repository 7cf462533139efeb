import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { TenantRecord } from "@plumbline/core/access/access-records.ts";
import { hashApiKey } from "@plumbline/core/access/api-keys.ts";
import { AGENT_SCOPES, DEFAULT_SCOPES, type Scope } from "@plumbline/core/access/caller.ts";
import { LOCAL_TENANT } from "@plumbline/core/access/display-name.ts";
import { Secret } from "@plumbline/core/access/secret.ts";
import type { Tenants } from "@plumbline/core/access/tenants.ts";
import { writePrivateFile } from "../keys/key-file.ts";
import { KEY_FILES, type KeyFile } from "../store/data-folder.ts";

/** Scopes of the first release. A `dev-api-key` with all of them is meant to administer its tenant. */
const FIRST_SCOPES: readonly Scope[] = [
  "research",
  "agent",
  "tools:read",
  "tools:call",
  "credentials:read",
  "credentials:write",
  "watches:read",
  "watches:write",
];

/**
 * Scopes of `dev-api-key`. Its holder administers the tenant and may change which calls wait for approval, so
 * they may decide about them too.
 */
const ADMIN_SCOPES: Scope[] = [...DEFAULT_SCOPES, "approvals:grant"];

/** A key created by this start. Shown only once. */
export interface FirstKey {
  file: KeyFile;
  key: Secret;
}

/**
 * Creates, on the first start, an operator key and a tenant with three API keys: for administering it, for
 * its agents, and for approving their calls. Each is stored in a file of mode 0600 named after it. A file is
 * only written after its key is stored. After an interrupted start, a lost file or an upgrade, the next start
 * therefore creates the missing keys for the same tenant. Returns the keys in the order of `KEY_FILES`.
 */
export async function makeFirstKeys(dataDir: string, tenants: Tenants): Promise<readonly FirstKey[]> {
  const made = new Map<KeyFile, Secret>();
  const keep = (file: KeyFile, key: Secret) => {
    writePrivateFile(join(dataDir, file), key.reveal());
    made.set(file, key);
  };
  const isMissing = (file: KeyFile) => !existsSync(join(dataDir, file));
  if (isMissing("operator-key"))
    keep("operator-key", (await tenants.createOperatorKey({ name: "operator-key" })).key);
  const local = await findLocal(tenants);
  if (!isMissing("dev-api-key")) await addLaterScopes(dataDir, tenants);
  else if (local)
    keep(
      "dev-api-key",
      (await tenants.createKey(local.tenant_id, { name: "dev-api-key", scopes: ADMIN_SCOPES })).key,
    );
  else await makeLocal(tenants, keep);
  if (local)
    for (const { file, name, scopes } of NARROW_KEYS)
      if (isMissing(file)) keep(file, (await tenants.createKey(local.tenant_id, { name, scopes })).key);
  return KEY_FILES.flatMap((file) => {
    const key = made.get(file);
    return key ? [{ file, key }] : [];
  });
}

/**
 * Returns the hash of the key in `agent-key`, comparable to a caller's, or `undefined` without such a file.
 */
export function readAgentKeyHash(dataDir: string): string | undefined {
  const path = join(dataDir, "agent-key" satisfies KeyFile);
  return existsSync(path) ? hashApiKey(new Secret(readFileSync(path, "utf8").trim())) : undefined;
}

const APPROVER: { file: KeyFile; name: string; scopes: Scope[] } = {
  file: "approver-key",
  name: "approver-key",
  scopes: ["approvals:grant"],
};

/** Keys of the local tenant with fewer permissions than its administrator. */
const NARROW_KEYS: readonly (typeof APPROVER)[] = [
  { file: "agent-key", name: "agent-key", scopes: [...AGENT_SCOPES] },
  APPROVER,
];

async function makeLocal(tenants: Tenants, keep: (file: KeyFile, key: Secret) => void): Promise<void> {
  const names = { keyName: "dev-api-key", keyScopes: ADMIN_SCOPES, agentKeyName: "agent-key" };
  const { tenant, key, agentKey } = await tenants.create({ name: LOCAL_TENANT }, undefined, names);
  keep("dev-api-key", key);
  keep("agent-key", agentKey);
  const { file, name, scopes } = APPROVER;
  keep(file, (await tenants.createKey(tenant.tenant_id, { name, scopes })).key);
}

/** Adds the scopes of later releases to a key that administers the tenant. */
async function addLaterScopes(dataDir: string, tenants: Tenants): Promise<void> {
  const key = new Secret(readFileSync(join(dataDir, "dev-api-key"), "utf8").trim());
  const record = await tenants.findKey(key);
  if (record && FIRST_SCOPES.every((scope) => record.scopes.includes(scope)))
    await tenants.addScopes(record, ADMIN_SCOPES);
}

async function findLocal(tenants: Tenants): Promise<TenantRecord | undefined> {
  const { items } = await tenants.list({ limit: 100 });
  return items.find(({ name }) => name === LOCAL_TENANT);
}
