import { AUDIT_ORDERS, type AuditQuery } from "@plumbline/core/access/audit/audit.ts";
import { AUDIT_ACTIONS, type AuditEntry } from "@plumbline/core/access/audit/audit-entry.ts";
import { encodeCursor } from "@plumbline/core/records/page.ts";
import type { Service } from "@plumbline/service/service.ts";
import type { Context } from "hono";
import * as z from "zod";
import { type AppTypes, readQuery } from "../request.ts";
import { jsonAnswer, operation, type Route, route } from "./endpoint.ts";
import { createPageSchema, decodeSequence, formatPage, pageQuery } from "./paging.ts";
import { requireAllCredentialsVisible } from "./visibility.ts";

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const auditEntry = z
  .object({
    tenant_id: z.string(),
    sequence: z.int().describe("Counts from 1 without a gap."),
    cursor: z.string(),
    at: z.iso.datetime(),
    action: z.enum(AUDIT_ACTIONS),
    subject: z.string().describe("Id of the credential, key, tenant or other record that changed."),
    key_id: z.string().nullable().describe("The API key that made the change; null if the service did."),
    request_id: z.string().nullable(),
    details: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]))
      .describe(
        "Fixed words, ids and numbers; never a label or a token. An entry about a policy also has `changes`: each value before and after, with URLs cut to their origin.",
      ),
    previous: sha256.describe("`hash` of the previous entry; 64 zeros in the first."),
    hash: sha256.describe("SHA-256 of all other fields but `cursor`, as JSON with sorted keys."),
  })
  .meta({ id: "AuditEntry", description: "One recorded change." });

const auditQuery = pageQuery.omit({ cursor: true }).extend({
  after: pageQuery.shape.cursor.describe("The `cursor` of the last entry you read, or a `next_cursor`."),
  order: z.enum(AUDIT_ORDERS).default("asc").describe("`desc`: newest first."),
  action: z
    .enum(AUDIT_ACTIONS)
    .optional()
    .describe(
      "Only entries with this action. A page may then be short or empty and still have a `next_cursor`.",
    ),
});

const listAuditEntries = operation({
  id: "listAuditEntries",
  access: "audit:read",
  summary: "List audit entries",
  description:
    "Changes to the tenant's credentials, connections and keys, oldest first unless `order` says otherwise. The log is append-only, and each entry contains the hash of " +
    "the previous one. Keep the `cursor` of the last entry and send it as `after` next time. A key that is limited to certain credentials may not read it.",
  query: auditQuery,
  answers: () => ({
    200: jsonAnswer(
      "A page of entries.",
      createPageSchema(auditEntry, "after").extend({
        key_names: z
          .record(z.string(), z.string())
          .describe("Names of the keys in `key_id`, as far as they are known. Not part of the log."),
      }),
    ),
  }),
});

const listOperatorAuditEntries = operation({
  id: "listOperatorAuditEntries",
  access: "operator",
  summary: "List audit entries of operators",
  description:
    "The operators' log: tenants created and deleted, and operator keys. Its entries have an empty `tenant_id` " +
    "and form a hash chain like a tenant's. What happens inside a tenant is only in that tenant's log.",
  query: auditQuery,
  answers: () => ({ 200: jsonAnswer("A page of entries.", createPageSchema(auditEntry, "after")) }),
});

/** Creates the routes of the audit logs. A tenant reads its own, operators read theirs. */
export function auditRoutes({ audit, tenants }: Service): readonly Route[] {
  return [
    route(listAuditEntries, async (context, caller) => {
      requireAllCredentialsVisible(caller);
      const found = await audit.list(caller.tenantId, readAuditQuery(context));
      const ids = found.items.map(({ key_id }) => key_id);
      const key_names = Object.fromEntries(await tenants.listKeyNames(caller.tenantId, ids));
      return context.json({ ...formatPage(found, formatEntry), key_names });
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
