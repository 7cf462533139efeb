import { service } from "../../app/api.ts";
import type { ListOptions, ListRequest } from "../../parts/list-view.tsx";
import { resourcePage } from "../../parts/resource-page.tsx";
import { AUDIT_COLUMNS, type AuditEntry, type ChangeKind, changeChoices } from "./audit-entry.tsx";

const PAGE = { path: "audit", title: "Audit", icon: "list", group: "Manage" } as const;

/** Lists changes of credentials, connections, keys and the policy, with author and time. */
export const auditPage = resourcePage<AuditEntry>({
  ...PAGE,
  needs: "audit:read",
  lead: "Changes to credentials, connections, keys and the policy, newest first. Each entry contains the hash of the previous one.",
  list: listOf({
    async load(request, signal) {
      const { data } = await service.GET("/api/v1/audit", { params: { query: queryOf(request) }, signal });
      const named = data.items.map((entry): AuditEntry => {
        const key_name = data.key_names[entry.key_id ?? ""];
        return { ...entry, ...(key_name !== undefined && { key_name }) };
      });
      return { ...data, items: named };
    },
  }),
});

/** Lists operators' actions, for operators. */
export const operatorAuditPage = resourcePage<AuditEntry>({
  ...PAGE,
  needs: "operator",
  lead: "Tenants created and deleted, and operator keys, newest first. What happens inside a tenant is in its own log.",
  list: listOf({
    headings: ["Keys and sessions", "Tenants and data keys"],
    load: async (request, signal) =>
      (await service.GET("/api/v1/audit/operators", { params: { query: queryOf(request) }, signal })).data,
  }),
});

interface AuditListOptions extends Pick<ListOptions<AuditEntry>, "load"> {
  /** Headings of the changes that this log may contain. If omitted, all. */
  headings?: readonly string[];
}

function listOf({ load, headings }: AuditListOptions) {
  return {
    load,
    caption: "Changes, newest first",
    columns: AUDIT_COLUMNS,
    filters: [
      { name: "action", label: "Kind of change", choices: changeChoices(headings), isInHistory: true },
    ],
    rowKey: ({ sequence }: AuditEntry) => String(sequence),
    empty: { title: "No changes yet" },
    emptyIfFiltered: { title: "No changes of this kind" },
  };
}

function queryOf({ page: { limit, cursor }, values: { action } }: ListRequest) {
  return {
    limit,
    order: "desc" as const,
    ...(cursor !== undefined && { after: cursor }),
    ...(action && { action: action as ChangeKind }),
  };
}
