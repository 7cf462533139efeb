import type { ApiKeyRecord, TenantRecord } from "@plumbline/core/access/access-records.ts";
import { SCOPES } from "@plumbline/core/access/caller.ts";
import { newKeySchema } from "@plumbline/core/access/request-bodies.ts";
import { MAX_OVERLAP_SECONDS, newTenantSchema } from "@plumbline/core/access/tenants.ts";
import { demandToolNames } from "@plumbline/core/policy/find-tool.ts";
import type { Service } from "@plumbline/service/service.ts";
import * as z from "zod";
import { getActor, readJson, readQuery } from "../request.ts";
import { dataKeyRoutes, ofTenant } from "./data-keys.ts";
import { jsonAnswer, operation, type Route, route } from "./endpoint.ts";
import {
  deletedUnreadable,
  describeFields,
  pickFields,
  readPathId,
  recordId,
  visibleName,
} from "./fields.ts";
import { createPageSchema, formatPage, pageQuery, toPageRequest } from "./paging.ts";

const secretKey = z
  .string()
  .describe("The key itself. It is only returned here; it cannot be retrieved later.");
const scope = z.enum(SCOPES).meta({ id: "Scope" });
const time = z.iso.datetime();

const tenant = z
  .object({
    tenant_id: z.uuid(),
    name: z.string(),
    external_id: z.string().nullable().describe("The operator's own id for it."),
    created_at: time,
    own_key: z
      .string()
      .nullable()
      .describe("The KMS alias of the tenant's own master key; null when the stage's key is used."),
  })
  .meta({ id: "Tenant", description: "A tenant, the owner of keys, credentials and all other data." });

const newTenant = tenant
  .omit({ created_at: true })
  .extend({
    api_key: secretKey.describe(
      "Administers the tenant, with every scope except `approvals:grant` and `connections:raw`. It is only returned here; it cannot be retrieved later.",
    ),
    agent_key: secretKey.describe(
      "For the tenant's agents: calls tools, research and the agent. It is only returned here; it cannot be retrieved later.",
    ),
  })
  .meta({ id: "NewTenant" });

const apiKey = z
  .object({
    key_id: z.uuid(),
    name: z.string(),
    scopes: z.array(scope).describe("What the key may do."),
    allowed_tools: z.array(z.string()).nullable().describe("The only tools it may use; null means all."),
    allowed_credentials: z
      .array(z.guid())
      .nullable()
      .describe("The only credentials it may use; others appear not to exist. Null means all."),
    read_only: z.boolean().describe("It may only use read-only tools."),
    requests_per_minute: z.int().nullable().describe("Null means that only the tenant's limit applies."),
    rotated_from: z
      .uuid()
      .nullable()
      .describe("The first key in the chain of rotations that led to this one."),
    created_at: time,
    expires_at: time.nullable(),
    revoked_at: time.nullable(),
    last_used_at: time.nullable().describe("Accurate to five minutes."),
  })
  .meta({ id: "ApiKey", description: "A tenant's API key, without its secret." });

const newApiKey = apiKey.extend({ api_key: secretKey }).meta({ id: "NewApiKey" });

const createTenant = operation({
  id: "createTenant",
  access: "operator",
  summary: "Create a tenant",
  description:
    "Creates a tenant and two keys. `api_key` has every scope except `approvals:grant` and `connections:raw`. Give `agent_key` to agents: it can call tools, " +
    "research and the agent, but cannot change anything else.",
  body: newTenantSchema
    .extend({
      name: visibleName.describe("1 to 120 characters on one line."),
      external_id: visibleName
        .optional()
        .describe("Your own id for it, such as the account's id in your database."),
      own_key: newTenantSchema.shape.own_key.describe(
        "On AWS: encrypts its data keys with a separate KMS key. Give that key the alias from the response before the tenant stores anything.",
      ),
    })
    .meta({ id: "CreateTenant" }),
  examples: {
    "A tenant": { name: "Analytical Engines Ltd" },
    "A tenant with its own KMS key": { name: "Difference Engines Ltd", own_key: true },
  },
  refusals: { not_supported: "A separate master key was requested, but there is no KMS." },
  answers: () => ({ 201: jsonAnswer("The tenant and its first keys.", newTenant) }),
});

const listTenants = operation({
  id: "listTenants",
  access: "operator",
  summary: "List tenants",
  description: "All tenants that have not been deleted.",
  query: pageQuery.extend({ tenant_id: recordId.optional().describe("Only this tenant.") }),
  answers: () => ({ 200: jsonAnswer("A page of tenants.", createPageSchema(tenant)) }),
});

const deleteTenant = operation({
  id: "deleteTenant",
  access: "operator",
  summary: "Delete a tenant",
  description:
    "Erases the tenant and everything it owns. Its keys stop working immediately. Repeating the request is safe.",
  params: ofTenant,
  answers: () => ({ 204: { description: "It has been deleted." } }),
});

const createKey = operation({
  id: "createKey",
  access: "operator",
  summary: "Create an API key",
  description:
    "Creates a key for the tenant. Without `scopes` it gets all of them except `approvals:grant` and `connections:raw`.",
  params: ofTenant,
  body: newKeySchema
    .extend({
      ...describeFields(newKeySchema, {
        allowed_tools: "The only tools it may use, in either spelling. Default: all.",
        allowed_credentials: "Ids of the only credentials it may use; others appear not to exist.",
        read_only: "`true`: it may only use read-only tools.",
        requests_per_minute: "Requests that this key may make per minute, within the tenant's limit.",
        expires_at: "Must be in the future. Default: the key does not expire.",
      }),
      name: visibleName.describe("1 to 120 characters on one line."),
      scopes: z.array(scope).min(1).optional().describe("What the key may do."),
    })
    .meta({ id: "CreateApiKey" }),
  examples: {
    "A key for research only": { name: "newsroom", scopes: ["research"] },
    "A key for an agent that reads feeds": {
      name: "reader",
      scopes: ["agent", "tools:read", "tools:call"],
      allowed_tools: ["feed_read", "grounded_research"],
      read_only: true,
    },
  },
  answers: () => ({ 201: jsonAnswer("The key, with its secret.", newApiKey) }),
});

const listKeys = operation({
  id: "listKeys",
  access: "operator",
  summary: "List a tenant's API keys",
  description: "All keys of the tenant, including revoked and expired ones.",
  params: ofTenant,
  query: pageQuery,
  answers: () => ({ 200: jsonAnswer("A page of keys.", createPageSchema(apiKey)) }),
});

const revokeKey = operation({
  id: "revokeKey",
  access: "operator",
  summary: "Revoke an API key",
  description: "The key stops working immediately. Repeating the request has no effect.",
  params: ofTenant.extend({ key_id: recordId.describe("The key's id.") }),
  answers: () => ({ 200: jsonAnswer("The revoked key.", apiKey), 204: deletedUnreadable }),
});

const rotateKey = operation({
  id: "rotateKey",
  access: "operator",
  summary: "Rotate an API key",
  description:
    "Creates a key with the same name, scopes and limits, and disables this one immediately, or after `overlap_seconds`. Sessions " +
    "created with the old key end with it.",
  params: revokeKey.params,
  body: z
    .strictObject({
      overlap_seconds: z
        .int()
        .min(0)
        .max(MAX_OVERLAP_SECONDS)
        .optional()
        .describe("How many seconds the old key remains valid. Default: 0."),
    })
    .meta({ id: "RotateApiKey" }),
  examples: { "At once": {}, "With an hour to switch over": { overlap_seconds: 3600 } },
  answers: () => ({ 201: jsonAnswer("The new key, with its secret.", newApiKey) }),
  refusals: { conflict: "The key has been revoked or has expired." },
});

const formatKey = (key: ApiKeyRecord) => ({ ...pickFields(apiKey, key), read_only: key.read_only ?? false });

/**
 * Creates the routes with which the operator manages tenants and their keys. A key's secret is returned only
 * once.
 */
export function tenantRoutes(service: Service): readonly Route[] {
  const { tenants, registry } = service;
  const showTenant = (tenant: TenantRecord) => {
    const { tenant_id, name, external_id = null, created_at } = tenant;
    return { tenant_id, name, external_id, created_at, own_key: tenants.getOwnKey(tenant) ?? null };
  };
  return [
    route(createTenant, async (context) => {
      const body = await readJson(context, createTenant.body);
      const { tenant, key, agentKey } = await tenants.create(body, getActor(context));
      const { created_at: _created, ...shown } = showTenant(tenant);
      return context.json({ ...shown, api_key: key.reveal(), agent_key: agentKey.reveal() }, 201);
    }),
    route(listTenants, async (context) => {
      const { tenant_id: id, ...query } = readQuery(context, listTenants.query);
      if (id === undefined)
        return context.json(formatPage(await tenants.list(toPageRequest(query)), showTenant));
      const tenant = await tenants.get(id);
      const items = tenant?.deleted_at === null ? [tenant] : [];
      return context.json(formatPage({ items, next: null }, showTenant));
    }),
    route(deleteTenant, async (context) => {
      await tenants.delete(readPathId(context), getActor(context));
      return context.body(null, 204);
    }),
    route(createKey, async (context) => {
      const id = readPathId(context);
      const { allowed_tools: named, ...input } = await readJson(context, createKey.body);
      const allowed_tools = named && (await demandToolNames(registry, named, "allowed_tools"));
      const { record, key } = await tenants.createKey(id, { ...input, allowed_tools }, getActor(context));
      return context.json({ ...formatKey(record), api_key: key.reveal() }, 201);
    }),
    route(listKeys, async (context) => {
      const page = toPageRequest(readQuery(context, listKeys.query));
      return context.json(formatPage(await tenants.listKeys(readPathId(context), page), formatKey));
    }),
    route(revokeKey, async (context) => {
      const [id, keyId] = [readPathId(context), readPathId(context, "key_id")];
      const key = await tenants.revokeKey(id, keyId, getActor(context));
      return key ? context.json(formatKey(key)) : context.body(null, 204);
    }),
    route(rotateKey, async (context) => {
      const { overlap_seconds: overlapSeconds } = await readJson(context, rotateKey.body);
      const [id, keyId] = [readPathId(context), readPathId(context, "key_id")];
      const { record, key } = await tenants.rotateKey(id, keyId, { overlapSeconds, by: getActor(context) });
      return context.json({ ...formatKey(record), api_key: key.reveal() }, 201);
    }),
    ...dataKeyRoutes(service),
  ];
}
