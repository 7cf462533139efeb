import type { JSX } from "preact";
import { service } from "../../app/api.ts";
import type { ConsolePage } from "../../app/console-page.ts";
import { PageHead } from "../../parts/page-head.tsx";
import type { ListPage } from "../../parts/use-pages.ts";
import { type AuditEntry, AuditList, type AuditRequest } from "./audit-list.tsx";

/** Lists changes of credentials, connections, keys and the policy, with author and time. */
export const auditPage: ConsolePage = {
  path: "audit",
  title: "Audit",
  icon: "list",
  group: "Manage",
  needs: "audit:read",
  Body: AuditPage,
};

/** Lists operators' actions, for operators. */
export const operatorAuditPage: ConsolePage = { ...auditPage, needs: "operator", Body: OperatorAuditPage };

function AuditPage(): JSX.Element {
  return (
    <>
      <PageHead
        title="Audit"
        lead="Changes to credentials, connections, keys and the policy, newest first. Each entry contains the hash of the previous one."
      />
      <AuditList load={loadOwn} />
    </>
  );
}

async function loadOwn(query: AuditRequest, signal: AbortSignal): Promise<ListPage<AuditEntry>> {
  const { data } = await service.GET("/api/v1/audit", { params: { query }, signal });
  const named = data.items.map((entry): AuditEntry => {
    const key_name = data.key_names[entry.key_id ?? ""];
    return { ...entry, ...(key_name !== undefined && { key_name }) };
  });
  return { ...data, items: named };
}

function OperatorAuditPage(): JSX.Element {
  return (
    <>
      <PageHead
        title="Audit"
        lead="Tenants created and deleted, and operator keys, newest first. What happens inside a tenant is in its own log."
      />
      <AuditList load={loadOperators} groups={["Keys and sessions", "Tenants and data keys"]} />
    </>
  );
}

async function loadOperators(query: AuditRequest, signal: AbortSignal): Promise<ListPage<AuditEntry>> {
  return (await service.GET("/api/v1/audit/operators", { params: { query }, signal })).data;
}
