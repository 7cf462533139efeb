import { AUDIT_ORDERS, type AuditQuery } from "@plumbline/core/access/audit/audit.ts";
import { AUDIT_ACTIONS, type AuditEntry } from "@plumbline/core/access/audit/audit-entry.ts";
import { encodeCursor } from "@plumbline/core/records/page.ts";
import type { Service } from "@plumbline/service/service.ts";
import type { Context } from "hono";
import * as z from "zod";
import { type AppTypes, readQuery } from "../request.ts";
import { jsonAnswer, operation, type Route, route } from "./endpoint.ts";
import { createPageSchema, decodeSequence, formatPage, pageQuery } from "./fields.ts";
import { requireAllCredentialsVisible } from "./in-sight.ts";

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const auditEntry = z
  .object({
    tenant_id: z.string(),
    sequence: z.int().describe("Counts from 1 without a gap."),
    cursor: z.string(),
    at: z.iso.datetime(),
    action: z.enum(AUDIT_ACTIONS),
    subject: z.string().describe("Id of the credential, key, tenant or other record that it happened to."),
    key_id: z.string().nullable().describe("The API key that asked; null where the service acted by itself."),
    request_id: z.string().nullable(),
    details: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]))
      .describe("Words of the service, ids and numbers; never a label or a token."),
    previous: sha256.describe("`hash` of the entry before; 64 zeros in the first."),
    hash: sha256.describe("SHA-256 of all other fields but `cursor`, as JSON with sorted keys."),
  })
  .meta({ id: "AuditEntry", description: "One change that was recorded." });

const auditQuery = pageQuery.omit({ cursor: true }).extend({
  after: pageQuery.shape.cursor.describe("The `cursor` of the last entry that was read, or a `next_cursor`."),
  order: z.enum(AUDIT_ORDERS).default("asc").describe("`desc`: the newest first."),
  action: z
    .enum(AUDIT_ACTIONS)
    .optional()
    .describe(
      "Only what happened in this way. A page may then be short, or empty, and still have a `next_cursor`.",
    ),
});

export const listAuditEntries = operation({
  id: "listAuditEntries",
  access: "audit:read",
  tag: "Audit",
  summary: "List what happened",
  description:
    "Changes of the tenant's credentials, connections and keys, oldest first unless `order` says otherwise. The list is append-only, and each entry holds the hash of " +
    "the one before it. Keep the `cursor` of the last entry and send it as `after` next time. A key that is limited to some credentials may not read it.",
  query: auditQuery,
  answers: { 200: jsonAnswer("A page of entries.", createPageSchema(auditEntry)) },
});

export const listOperatorAuditEntries = operation({
  id: "listOperatorAuditEntries",
  access: "operator",
  tag: "Audit",
  summary: "List what operators did",
  description:
    "The operators' own log: tenants that were made and deleted, and operator keys. Its entries have an empty `tenant_id` " +
    "and form a chain as those of a tenant do. What happened inside a tenant is in that tenant's log alone.",
  query: auditQuery,
  answers: { 200: jsonAnswer("A page of entries.", createPageSchema(auditEntry)) },
});

/** Creates the routes of the audit logs. A tenant reads its own, operators read theirs. */
export function auditRoutes({ audit }: Pick<Service, "audit">): readonly Route[] {
  return [
    route(listAuditEntries, async (context, caller) => {
      requireAllCredentialsVisible(caller);
      const found = await audit.list(caller.tenantId, readAuditQuery(context));
      return context.json(formatPage(found, formatEntry));
    }),
    route(listOperatorAuditEntries, async (context) =>
      context.json(formatPage(await audit.list(null, readAuditQuery(context)), formatEntry)),
    ),
  ];
}

function readAuditQuery(context: Context<AppTypes>): AuditQuery {
  const { after, ...query } = readQuery(context, auditQuery);
  return { ...query, after: decodeSequence("after", after)?.toString() };
}

function formatEntry(entry: AuditEntry) {
  return { ...entry, cursor: encodeCursor(String(entry.sequence)) };
}
