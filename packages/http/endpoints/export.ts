import { loadOnce } from "@plumbline/core/loading/load-once.ts";
import type { Service } from "@plumbline/service/service.ts";
import * as z from "zod";
import { getActor, readQuery } from "../request.ts";
import { jsonAnswer, operation, type Route, route } from "./endpoint.ts";
import { createPageSchema, formatPage, pageQuery, toPageRequest } from "./paging.ts";
import { requireAllCredentialsVisible } from "./visibility.ts";

const exported = z
  .object({
    type: z.string().describe("The kind of the record: `credentials`, `watch_events`, and so on."),
    record: z
      .looseObject({})
      .describe("The decrypted record; fields that could not be decrypted are `null`."),
  })
  .meta({ id: "ExportedRecord", description: "One record of the tenant." });

const exportTenant = operation({
  id: "exportTenant",
  access: "tenant:export",
  summary: "Export all data of the tenant",
  description:
    "Every record of the tenant, decrypted: policy, keys without secrets, credentials without tokens, watches and their events, approvals, " +
    "calls, conversations, kept results, sessions and the audit log. A page may contain fewer records than `limit`, or none, and still have a `next_cursor`. " +
    "Changes made during an export may or may not be included. Starting an export is recorded in the audit log. A key that is limited to certain credentials may not export.",
  query: pageQuery,
  answers: () => ({ 200: jsonAnswer("A page of records.", createPageSchema(exported)) }),
});

/** Creates the route that exports a tenant's data, without tokens. */
export function exportRoutes({ exportParts, audit }: Service): readonly Route[] {
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
        const by = getActor(context);
        await audit.record({ tenantId, action: "tenant.exported", subject: tenantId, by });
      }
      return context.json(formatPage(await (await exporting()).exportPage(tenantId, page), (one) => one));
    }),
  ];
}
