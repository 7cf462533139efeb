import type { TenantRecord } from "@plumbline/core/access/access-store.ts";
import type { ApiKeyRecord } from "@plumbline/core/access/api-key.ts";
import type { Service } from "@plumbline/service/service.ts";
import {
  createKey,
  createTenant,
  deleteTenant,
  listKeys,
  listTenants,
  revokeKey,
} from "../api/tenant-operations.ts";
import { pageAnswer, pageRequest } from "../paging.ts";
import { pathId } from "../path-id.ts";
import { readJson, readQuery } from "../read-json.ts";
import { type Route, route } from "../route.ts";

const showKey = ({ hash: _hash, role: _role, tenant_id: _tenant, ...shown }: ApiKeyRecord) => shown;

/** Tenants and their keys: the operator's. A key's secret is in one answer and never again. */
export function tenantRoutes({ tenants }: Pick<Service, "tenants">): readonly Route[] {
  const showTenant = (tenant: TenantRecord) => {
    const { tenant_id, name, created_at } = tenant;
    return { tenant_id, name, created_at, own_key: tenants.ownKeyOf(tenant) ?? null };
  };
  return [
    route(createTenant, async (context) => {
      const { tenant, key } = await tenants.create(await readJson(context, createTenant.body));
      const { created_at: _created, ...shown } = showTenant(tenant);
      return context.json({ ...shown, api_key: key.reveal() }, 201);
    }),
    route(listTenants, async (context) => {
      const page = await tenants.list(pageRequest(readQuery(context, listTenants.query)));
      return context.json(pageAnswer(page, showTenant));
    }),
    route(deleteTenant, async (context) => {
      await tenants.delete(pathId(context));
      return context.body(null, 204);
    }),
    route(createKey, async (context) => {
      const id = pathId(context);
      const { record, key } = await tenants.createKey(id, await readJson(context, createKey.body));
      return context.json({ ...showKey(record), api_key: key.reveal() }, 201);
    }),
    route(listKeys, async (context) => {
      const page = pageRequest(readQuery(context, listKeys.query));
      return context.json(pageAnswer(await tenants.listKeys(pathId(context), page), showKey));
    }),
    route(revokeKey, async (context) => {
      const key = await tenants.revokeKey(pathId(context), pathId(context, "key_id"));
      return context.json(showKey(key));
    }),
  ];
}
