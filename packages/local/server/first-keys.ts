import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Secret } from "@plumbline/core/access/secret.ts";
import type { Tenants } from "@plumbline/core/access/tenants.ts";
import { writePrivateFile } from "../store/private-file.ts";

/** Name of the tenant of the first start. */
const LOCAL = "local";

/** Keys made at this start, to be shown once; empty at every later one. */
export interface FirstKeys {
  tenantKey?: Secret;
  operatorKey?: Secret;
}

/**
 * At the first start: a tenant with an API key, and an operator key, each kept alone in a file of mode 0600.
 * A file is written only after its key is in the store, so a start that is killed half-way makes what is
 * missing next time; so does one whose file was lost, for the same tenant.
 */
export async function makeFirstKeys(dataDir: string, tenants: Tenants): Promise<FirstKeys> {
  const made: FirstKeys = {};
  const operatorFile = join(dataDir, "operator-key");
  if (!existsSync(operatorFile)) {
    made.operatorKey = (await tenants.createOperatorKey({ name: "local operator" })).key;
    writePrivateFile(operatorFile, made.operatorKey.reveal());
  }
  const tenantFile = join(dataDir, "dev-api-key");
  if (!existsSync(tenantFile)) {
    made.tenantKey = await localTenantKey(tenants);
    writePrivateFile(tenantFile, made.tenantKey.reveal());
  }
  return made;
}

async function localTenantKey(tenants: Tenants): Promise<Secret> {
  const { items } = await tenants.list({ limit: 100 });
  const local = items.find(({ name }) => name === LOCAL);
  if (!local) return (await tenants.create({ name: LOCAL })).key;
  return (await tenants.createKey(local.tenant_id, { name: "local key" })).key;
}
