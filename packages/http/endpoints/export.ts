import { loadOnce } from "@plumbline/core/loading/load-once.ts";
import type { Service } from "@plumbline/service/service.ts";
import * as z from "zod";
import { actorOf, readQuery } from "../request.ts";
import { jsonAnswer, operation, type Route, route } from "./endpoint.ts";
import { createPageSchema, formatPage, pageQuery, toPageRequest } from "./fields.ts";
import { requireAllCredentialsVisible } from "./in-sight.ts";

const exported = z
  .object({
    type: z.string().describe("The kind of the record: `credentials`, `watch_events`, and so on."),
    record: z.looseObject({}).describe("The record, readable; `null` in a field that could not be opened."),
  })
  .meta({ id: "ExportedRecord", description: "One record that is the tenant's own." });

export const exportTenant = operation({
  id: "exportTenant",
  access: "tenant:export",
  tag: "Tenants",
  summary: "Export all that is the tenant's own",
  description:
    "Every record of the tenant, readable: its policy, keys without their secrets, credentials without their tokens, watches and what they found, approvals, " +
    "calls, conversations, kept results, sessions and the audit log. A page may hold fewer records than `limit`, or none, and still have a `next_cursor`. " +
    "What changes meanwhile may be in it or not. Beginning one is in the audit log. A key that is limited to some credentials may not export.",
  query: pageQuery,
  answers: { 200: jsonAnswer("A page of records.", createPageSchema(exported)) },
});

/** Creates the route that exports a tenant's data, without tokens. */
export function exportRoutes({
  exportParts,
  audit,
}: Pick<Service, "exportParts" | "audit">): readonly Route[] {
  // Loaded on first use, because few requests need it.
  const exporting = loadOnce(async () => {
    const { TenantExport } = await import("@plumbline/service/export/tenant-export.ts");
    return new TenantExport(exportParts);
  });
  return [
    route(exportTenant, async (context, caller) => {
      requireAllCredentialsVisible(caller);
      const page = toPageRequest(readQuery(context, pageQuery));
      const { tenantId } = caller;
      if (page.after === undefined) {
        const by = actorOf(context);
        await audit.record({ tenantId, action: "tenant.exported", subject: tenantId, by });
      }
      return context.json(formatPage(await (await exporting()).page(tenantId, page), (one) => one));
    }),
  ];
}
