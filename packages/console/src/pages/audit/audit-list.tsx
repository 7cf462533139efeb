import type { Schemas } from "@plumbline/client/schemas.ts";
import type { JSX } from "preact";
import { linkTo, place } from "../../app/route.ts";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { EmptyState } from "../../parts/empty-state.tsx";
import { describeKey } from "../../parts/key-words.ts";
import { RelativeTime } from "../../parts/relative-time.tsx";
import { type ListPage, usePages } from "../../parts/use-pages.ts";

type ChangeKind = Schemas["AuditEntry"]["action"];

/** Heading for each kind of change. */
const HEADINGS: Readonly<Record<ChangeKind, string>> = {
  "credential.created": "Connections",
  "credential.changed": "Connections",
  "credential.revoked": "Connections",
  "credential.refreshed": "Connections",
  "credential.refresh_failed": "Connections",
  "connection.started": "Connections",
  "connection.completed": "Connections",
  "connection.failed": "Connections",
  "connection.withdrawn": "Connections",
  "api_key.created": "Keys and sessions",
  "api_key.revoked": "Keys and sessions",
  "api_key.rotated": "Keys and sessions",
  "api_key.scopes_added": "Keys and sessions",
  "session.created": "Keys and sessions",
  "record.refused": "Tenants and data keys",
  "conversation.erased": "Tenants and data keys",
  "policy.changed": "Policy and approvals",
  "approval.asked": "Policy and approvals",
  "approval.approved": "Policy and approvals",
  "approval.denied": "Policy and approvals",
  "approval.carried_out": "Policy and approvals",
  "allowance.added": "Policy and approvals",
  "allowance.removed": "Policy and approvals",
  "tenant.created": "Tenants and data keys",
  "tenant.deleted": "Tenants and data keys",
  "tenant.exported": "Tenants and data keys",
  "data_key.rotated": "Tenants and data keys",
  "data_key.rewrapped": "Tenants and data keys",
};

const ACTIONS = Object.keys(HEADINGS) as ChangeKind[];

/** Kinds of change by their heading. */
const CHANGE_GROUPS: Readonly<Record<string, readonly ChangeKind[]>> = Object.fromEntries(
  Object.values(HEADINGS).map((heading) => [
    heading,
    ACTIONS.filter((action) => HEADINGS[action] === heading),
  ]),
);

function isChangeKind(text: string | null): text is ChangeKind {
  return ACTIONS.includes(text as ChangeKind);
}

/** An entry with the name of its key, if it is known. */
export type AuditEntry = Schemas["AuditEntry"] & { key_name?: string };

/** Query for a page of entries, newest first. */
export interface AuditRequest {
  limit: number;
  order: "desc";
  after?: string;
  action?: ChangeKind;
}

interface AuditListProps {
  load: (query: AuditRequest, signal: AbortSignal) => Promise<ListPage<AuditEntry>>;
  /** Prefixes of the actions that this log may contain. If omitted, all. */
  groups?: readonly string[];
}

const COLUMNS: readonly Column<AuditEntry>[] = [
  { title: "When", cell: ({ at }) => <RelativeTime at={at} /> },
  { title: "What", cell: ({ action }) => <code class="change-kind">{action}</code> },
  { title: "Of", cell: ({ subject }) => <code class="small id">{subject}</code> },
  { title: "By", cell: (entry) => <span class="id">{describeKey(entry)}</span> },
  { title: "Details", cell: DetailsCell },
];

function DetailsCell(entry: AuditEntry): JSX.Element {
  const { details, request_id: request, sequence, hash } = entry;
  const words = Object.entries(details).map(
    ([name, value]) => `${name}: ${[value].flat().join(", ") || "none"}`,
  );
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

/** Shows a log of changes, newest first. The address determines which kind of change is shown. */
export function AuditList({ load, groups }: AuditListProps): JSX.Element {
  const named = place.value.query.get("action");
  const action = isChangeKind(named) ? named : undefined;
  const list = usePages<AuditEntry>((cursor, signal) => {
    const query: AuditRequest = { limit: 50, order: "desc" };
    if (cursor !== undefined) query.after = cursor;
    if (action !== undefined) query.action = action;
    return load(query, signal);
  }, action);
  return (
    <>
      <ActionFilter action={action} groups={groups} />
      <DataTable
        caption="Changes, newest first"
        columns={COLUMNS}
        list={list}
        rowKey={({ sequence }) => String(sequence)}
        empty={
          list.hasMore ? (
            <p class="soft">None of those loaded so far match.</p>
          ) : (
            <EmptyState icon="list" title={action ? "No changes of this kind" : "No changes yet"} />
          )
        }
      />
    </>
  );
}

function ActionFilter({
  action,
  groups = Object.keys(CHANGE_GROUPS),
}: {
  action: ChangeKind | undefined;
  groups?: readonly string[] | undefined;
}): JSX.Element {
  const choose = (chosen: string) => {
    location.hash = linkTo("audit") + (chosen === "" ? "" : `?action=${encodeURIComponent(chosen)}`);
  };
  return (
    <form class="filters">
      <select
        aria-label="Kind of change"
        value={action ?? ""}
        onChange={(event) => choose(event.currentTarget.value)}
      >
        <option value="">All changes</option>
        {groups.map((group) => (
          <optgroup key={group} label={group}>
            {CHANGE_GROUPS[group]?.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </form>
  );
}
