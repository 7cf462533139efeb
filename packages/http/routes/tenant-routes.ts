import type { TenantRecord } from "@plumbline/core/access/access-store.ts";
import type { ApiKeyRecord } from "@plumbline/core/access/api-key.ts";
import { newKeySchema, newTenantSchema } from "@plumbline/core/access/tenants.ts";
import { pageAnswer, pageQuery, pageRequest } from "../paging.ts";
import { pathId } from "../path-id.ts";
import { readJson, readQuery } from "../read-json.ts";
import type { Route } from "../route.ts";
import type { Service } from "../service.ts";

const showTenant = ({ tenant_id, name, created_at }: TenantRecord) => ({ tenant_id, name, created_at });

const showKey = ({ hash: _hash, role: _role, tenant_id: _tenant, ...shown }: ApiKeyRecord) => shown;

/** Tenants and their keys: the operator's. A key's secret is in one answer and never again. */
export function tenantRoutes({ tenants }: Pick<Service, "tenants">): readonly Route[] {
  return [
    {
      method: "POST",
      path: "/api/v1/tenants",
      access: "operator",
      async handle(context) {
        const { tenant, key } = await tenants.create(await readJson(context, newTenantSchema));
        return context.json({ tenant_id: tenant.tenant_id, name: tenant.name, api_key: key.reveal() }, 201);
      },
    },
    {
      method: "GET",
      path: "/api/v1/tenants",
      access: "operator",
      async handle(context) {
        const page = await tenants.list(pageRequest(readQuery(context, pageQuery)));
        return context.json(pageAnswer(page, showTenant));
      },
    },
    {
      method: "DELETE",
      path: "/api/v1/tenants/:id",
      access: "operator",
      async handle(context) {
        await tenants.delete(pathId(context));
        return context.body(null, 204);
      },
    },
    {
      method: "POST",
      path: "/api/v1/tenants/:id/keys",
      access: "operator",
      async handle(context) {
        const id = pathId(context);
        const { record, key } = await tenants.createKey(id, await readJson(context, newKeySchema));
        return context.json({ ...showKey(record), api_key: key.reveal() }, 201);
      },
    },
    {
      method: "GET",
      path: "/api/v1/tenants/:id/keys",
      access: "operator",
      async handle(context) {
        const page = pageRequest(readQuery(context, pageQuery));
        return context.json(pageAnswer(await tenants.listKeys(pathId(context), page), showKey));
      },
    },
    {
      method: "DELETE",
      path: "/api/v1/tenants/:id/keys/:key_id",
      access: "operator",
      async handle(context) {
        const key = await tenants.revokeKey(pathId(context), pathId(context, "key_id"));
        return context.json(showKey(key));
      },
    },
  ];
}
