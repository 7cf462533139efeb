import type { Schemas } from "@plumbline/client/schemas.ts";
import type { JSX } from "preact";
import { service } from "../../app/api.ts";
import type { ConsolePage } from "../../app/console-page.ts";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { EmptyState } from "../../parts/empty-state.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { RelativeTime } from "../../parts/relative-time.tsx";
import { usePages } from "../../parts/use-pages.ts";

/** Lists changes of credentials, connections, keys and the policy: who, when, what. */
export const auditPage: ConsolePage = {
  path: "audit",
  title: "Audit",
  icon: "list",
  group: "Manage",
  needs: "audit:read",
  Body: AuditPage,
};

type AuditEntry = Schemas["AuditEntry"];

const PAGE = 50;

const COLUMNS: readonly Column<AuditEntry>[] = [
  { title: "When", cell: ({ at }) => <RelativeTime at={at} /> },
  { title: "What", cell: ({ action }) => <code>{action}</code> },
  { title: "Of", cell: ({ subject }) => <code class="small">{subject}</code> },
  { title: "By", cell: ({ key_id: key }) => (key === null ? "the service" : `key ${key.slice(0, 8)}`) },
  { title: "Details", cell: DetailsCell },
];

function DetailsCell(entry: AuditEntry): JSX.Element {
  const { details, request_id: request, sequence, hash } = entry;
  const words = Object.entries(details).map(([name, value]) => `${name}: ${[value].flat().join(", ")}`);
  return (
    <details>
      <summary class="small">{words.length === 0 ? "Entry" : words.join("; ").slice(0, 60)}</summary>
      <ul class="small">
        {words.map((word) => (
          <li key={word}>{word}</li>
        ))}
        {request !== null && (
          <li>
            request <code>{request}</code>
          </li>
        )}
        <li>
          entry {sequence}, hash <code>{hash}</code>
        </li>
      </ul>
    </details>
  );
}

function AuditPage(): JSX.Element {
  const list = usePages<AuditEntry>(async (cursor, signal) => {
    const query = { limit: PAGE, ...(cursor !== undefined && { after: cursor }) };
    const { data } = await service.GET("/api/v1/audit", { params: { query }, signal });
    const items = data.items as readonly AuditEntry[];
    return { items, next_cursor: items.length < PAGE ? null : (items.at(-1)?.cursor ?? null) };
  });
  return (
    <>
      <PageHead
        title="Audit"
        lead="Changes of credentials, connections, keys and the policy, the oldest first. Each entry holds the hash of the one before."
      />
      <DataTable
        caption="Changes, the oldest first"
        columns={COLUMNS}
        list={list}
        rowKey={({ sequence }) => String(sequence)}
        empty={<EmptyState icon="list" title="Nothing was changed yet" />}
      />
    </>
  );
}
