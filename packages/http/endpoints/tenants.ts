import type { ApiKeyRecord, TenantRecord } from "@plumbline/core/access/access-store.ts";
import { newKeySchema } from "@plumbline/core/access/api-keys.ts";
import { SCOPES } from "@plumbline/core/access/caller.ts";
import { MAX_OVERLAP_SECONDS, newTenantSchema } from "@plumbline/core/access/tenants.ts";
import { demandToolNames } from "@plumbline/core/policy/find-tool.ts";
import type { Service } from "@plumbline/service/service.ts";
import * as z from "zod";
import { actorOf, readJson, readQuery } from "../request.ts";
import { dataKeyRoutes } from "./data-keys.ts";
import { jsonAnswer, operation, type Route, route } from "./endpoint.ts";
import {
  createPageSchema,
  deletedUnreadable,
  formatPage,
  pageQuery,
  readPathId,
  recordId,
  toPageRequest,
  visibleName,
} from "./fields.ts";

const secretKey = z.string().describe("The key itself. It is in this answer and never again.");
const scope = z.enum(SCOPES).meta({ id: "Scope" });
const time = z.iso.datetime();

const tenant = z
  .object({
    tenant_id: z.uuid(),
    name: z.string(),
    external_id: z.string().nullable().describe("The operator's own id of it."),
    created_at: time,
    own_key: z
      .string()
      .nullable()
      .describe(
        "The KMS alias under which its own master key is looked for; null when the stage's key is used.",
      ),
  })
  .meta({ id: "Tenant", description: "A tenant: the owner of keys, credentials and all else." });

const newTenant = tenant
  .omit({ created_at: true })
  .extend({
    api_key: secretKey.describe(
      "Administers the tenant: every scope but `approvals:grant` and `connections:raw`. It is in this answer and never again.",
    ),
    agent_key: secretKey.describe(
      "For the tenant's agents: calls tools, research and the agent. It is in this answer and never again.",
    ),
  })
  .meta({ id: "NewTenant" });

const apiKey = z
  .object({
    key_id: z.uuid(),
    name: z.string(),
    scopes: z.array(scope).describe("What the key may do."),
    allowed_tools: z.array(z.string()).nullable().describe("The only tools it may use; null: all."),
    allowed_credentials: z
      .array(z.guid())
      .nullable()
      .describe("The only credentials it may use; any other is as if it did not exist. Null: all."),
    read_only: z.boolean().describe("It may use no tool that writes."),
    requests_per_minute: z.int().nullable().describe("Null: only the tenant's own limit holds."),
    rotated_from: z.uuid().nullable().describe("The first of the keys that it replaced, one after another."),
    created_at: time,
    expires_at: time.nullable(),
    revoked_at: time.nullable(),
    last_used_at: time.nullable().describe("Exact to five minutes."),
  })
  .meta({ id: "ApiKey", description: "A tenant's API key, without its secret." });

const newApiKey = apiKey.extend({ api_key: secretKey }).meta({ id: "NewApiKey" });

const ofTenant = z.object({ id: recordId.describe("The tenant's id.") });

export const createTenant = operation({
  id: "createTenant",
  access: "operator",
  tag: "Tenants",
  summary: "Make a tenant",
  description:
    "Makes a tenant and two keys. `api_key` has every scope but `approvals:grant` and `connections:raw`. Give agents `agent_key`: it calls tools, " +
    "research and the agent, and changes nothing else.",
  body: newTenantSchema
    .extend({
      name: visibleName.describe("1 to 120 characters on one line."),
      external_id: visibleName
        .optional()
        .describe("Your own id of it, such as the account's in your database."),
      own_key: newTenantSchema.shape.own_key.describe(
        "On AWS: its data keys are wrapped by a KMS key of its own, which has to have the alias of the answer before it stores anything.",
      ),
    })
    .meta({ id: "CreateTenant" }),
  examples: {
    "A tenant": { name: "Analytical Engines Ltd" },
    "A tenant with a key of its own": { name: "Difference Engines Ltd", own_key: true },
  },
  refusals: { not_supported: "A key of its own where there is no KMS." },
  answers: { 201: jsonAnswer("The tenant and its first keys.", newTenant) },
});

export const listTenants = operation({
  id: "listTenants",
  access: "operator",
  tag: "Tenants",
  summary: "List tenants",
  description: "All tenants that were not deleted, a page at a time.",
  query: pageQuery,
  answers: { 200: jsonAnswer("A page of tenants.", createPageSchema(tenant)) },
});

export const deleteTenant = operation({
  id: "deleteTenant",
  access: "operator",
  tag: "Tenants",
  summary: "Delete a tenant",
  description: "Erases the tenant and all that it owns; its keys stop at once. Repeating it is safe.",
  params: ofTenant,
  answers: { 204: { description: "It is gone." } },
});

export const createKey = operation({
  id: "createKey",
  access: "operator",
  tag: "Tenants",
  summary: "Make an API key",
  description:
    "Makes a key of the tenant. Without `scopes` it may do everything but `approvals:grant` and `connections:raw`.",
  params: ofTenant,
  body: newKeySchema
    .extend({
      name: visibleName.describe("1 to 120 characters on one line."),
      scopes: z.array(scope).min(1).optional().describe("What the key may do."),
      allowed_tools: newKeySchema.shape.allowed_tools.describe(
        "The only tools it may use, in either spelling; all when left out.",
      ),
      allowed_credentials: newKeySchema.shape.allowed_credentials.describe(
        "Ids of the only credentials it may use; any other is to it as if it did not exist.",
      ),
      read_only: newKeySchema.shape.read_only.describe("`true`: it may use only tools that read."),
      requests_per_minute: newKeySchema.shape.requests_per_minute.describe(
        "Requests that this key may make in a minute, within the tenant's own limit.",
      ),
      expires_at: newKeySchema.shape.expires_at.describe("In the future; left out, the key does not expire."),
    })
    .meta({ id: "CreateApiKey" }),
  examples: {
    "A key that only researches": { name: "newsroom", scopes: ["research"] },
    "A key of an agent that reads feeds": {
      name: "reader",
      scopes: ["agent", "tools:read", "tools:call"],
      allowed_tools: ["feed_read", "grounded_research"],
      read_only: true,
    },
  },
  answers: { 201: jsonAnswer("The key, with its secret.", newApiKey) },
});

export const listKeys = operation({
  id: "listKeys",
  access: "operator",
  tag: "Tenants",
  summary: "List a tenant's API keys",
  description: "All keys of the tenant, revoked and expired ones too, a page at a time.",
  params: ofTenant,
  query: pageQuery,
  answers: { 200: jsonAnswer("A page of keys.", createPageSchema(apiKey)) },
});

export const revokeKey = operation({
  id: "revokeKey",
  access: "operator",
  tag: "Tenants",
  summary: "Revoke an API key",
  description: "The key stops at once. Repeating it changes nothing.",
  params: ofTenant.extend({ key_id: recordId.describe("The key's id.") }),
  answers: { 200: jsonAnswer("The revoked key.", apiKey), 204: deletedUnreadable },
});

export const rotateKey = operation({
  id: "rotateKey",
  access: "operator",
  tag: "Tenants",
  summary: "Rotate an API key",
  description:
    "Makes a key with the name, scopes and limits of this one, and ends this one: at once, or after `overlap_seconds`. Sessions that " +
    "were made with the old key end with it.",
  params: revokeKey.params,
  body: z
    .strictObject({
      overlap_seconds: z
        .int()
        .min(0)
        .max(MAX_OVERLAP_SECONDS)
        .optional()
        .describe("Seconds that the old key goes on; 0 when left out."),
    })
    .meta({ id: "RotateApiKey" }),
  examples: { "At once": {}, "With an hour to change over": { overlap_seconds: 3600 } },
  answers: { 201: jsonAnswer("The new key, with its secret.", newApiKey) },
  refusals: { conflict: "The key is revoked or has expired." },
});

const formatKey = ({ hash: _hash, role: _role, tenant_id: _tenant, ...key }: ApiKeyRecord) => ({
  ...key,
  allowed_tools: key.allowed_tools ?? null,
  allowed_credentials: key.allowed_credentials ?? null,
  read_only: key.read_only ?? false,
  requests_per_minute: key.requests_per_minute ?? null,
  rotated_from: key.rotated_from ?? null,
});

/**
 * Creates the routes with which the operator manages tenants and their keys. A key's secret is returned only
 * once.
 */
export function tenantRoutes({
  tenants,
  dataKeyRotation,
  registry,
}: Pick<Service, "tenants" | "dataKeyRotation" | "registry">): readonly Route[] {
  const showTenant = (tenant: TenantRecord) => {
    const { tenant_id, name, external_id = null, created_at } = tenant;
    return { tenant_id, name, external_id, created_at, own_key: tenants.ownKeyOf(tenant) ?? null };
  };
  return [
    route(createTenant, async (context) => {
      const { tenant, key, agentKey } = await tenants.create(
        await readJson(context, createTenant.body),
        actorOf(context),
      );
      const { created_at: _created, ...shown } = showTenant(tenant);
      return context.json({ ...shown, api_key: key.reveal(), agent_key: agentKey.reveal() }, 201);
    }),
    route(listTenants, async (context) => {
      const page = await tenants.list(toPageRequest(readQuery(context, listTenants.query)));
      return context.json(formatPage(page, showTenant));
    }),
    route(deleteTenant, async (context) => {
      await tenants.delete(readPathId(context), actorOf(context));
      return context.body(null, 204);
    }),
    route(createKey, async (context) => {
      const id = readPathId(context);
      const { allowed_tools: named, ...input } = await readJson(context, createKey.body);
      const allowed_tools = named && demandToolNames(registry, named, "allowed_tools");
      const { record, key } = await tenants.createKey(id, { ...input, allowed_tools }, actorOf(context));
      return context.json({ ...formatKey(record), api_key: key.reveal() }, 201);
    }),
    route(listKeys, async (context) => {
      const page = toPageRequest(readQuery(context, listKeys.query));
      return context.json(formatPage(await tenants.listKeys(readPathId(context), page), formatKey));
    }),
    route(revokeKey, async (context) => {
      const key = await tenants.revokeKey(
        readPathId(context),
        readPathId(context, "key_id"),
        actorOf(context),
      );
      return key ? context.json(formatKey(key)) : context.body(null, 204);
    }),
    route(rotateKey, async (context) => {
      const { overlap_seconds: overlapSeconds } = await readJson(context, rotateKey.body);
      const [id, keyId] = [readPathId(context), readPathId(context, "key_id")];
      const { record, key } = await tenants.rotateKey(id, keyId, { overlapSeconds, by: actorOf(context) });
      return context.json({ ...formatKey(record), api_key: key.reveal() }, 201);
    }),
    ...dataKeyRoutes({ tenants, dataKeyRotation }),
  ];
}
