import type { Schemas } from "@plumbline/client/schemas.ts";
import type { JSX } from "preact";
import { linkTo } from "../../app/route.ts";
import type { Column } from "../../parts/data-table.tsx";
import { describeKey } from "../../parts/key-words.ts";
import { RelativeTime } from "../../parts/relative-time.tsx";

export type ChangeKind = Schemas["AuditEntry"]["action"];

/** Heading and sentence for each kind of change. */
const CHANGES: Readonly<Record<ChangeKind, readonly [heading: string, sentence: string]>> = {
  "credential.created": ["Connections", "Added a connection"],
  "credential.changed": ["Connections", "Changed a connection"],
  "credential.revoked": ["Connections", "Revoked a connection"],
  "credential.refreshed": ["Connections", "Renewed the token of a connection"],
  "credential.refresh_failed": ["Connections", "Could not renew the token of a connection"],
  "connection.started": ["Connections", "Began to connect an account"],
  "connection.completed": ["Connections", "Connected an account"],
  "connection.failed": ["Connections", "Could not connect an account"],
  "connection.withdrawn": ["Connections", "Withdrew an unfinished connection"],
  "api_key.created": ["Keys and sessions", "Created a key"],
  "api_key.revoked": ["Keys and sessions", "Revoked a key"],
  "api_key.rotated": ["Keys and sessions", "Rotated a key"],
  "api_key.scopes_added": ["Keys and sessions", "Added scopes to a key"],
  "session.created": ["Keys and sessions", "Created a session token"],
  "record.refused": ["Tenants and data keys", "Refused a stored record"],
  "conversation.erased": ["Tenants and data keys", "Erased a conversation"],
  "policy.changed": ["Policy and approvals", "Changed the policy"],
  "approval.asked": ["Policy and approvals", "Asked for approval of a call"],
  "approval.approved": ["Policy and approvals", "Approved a call"],
  "approval.denied": ["Policy and approvals", "Denied a call"],
  "approval.carried_out": ["Policy and approvals", "Made an approved call"],
  "allowance.added": ["Policy and approvals", "Always allowed a destination"],
  "allowance.removed": ["Policy and approvals", "No longer always allowed a destination"],
  "tenant.created": ["Tenants and data keys", "Created a tenant"],
  "tenant.deleted": ["Tenants and data keys", "Deleted a tenant"],
  "tenant.exported": ["Tenants and data keys", "Exported a tenant"],
  "data_key.rotated": ["Tenants and data keys", "Rotated a data key"],
  "data_key.rewrapped": ["Tenants and data keys", "Encrypted a data key again"],
};

/** The choices of a filter by kind of change: those of some headings, or all. */
export function changeChoices(
  headings?: readonly string[],
): (readonly [value: string, words: string, heading?: string])[] {
  const kinds = Object.entries(CHANGES).filter(([, [heading]]) => headings?.includes(heading) ?? true);
  return [
    ["", "All changes"],
    ...kinds.map(([action, [heading, sentence]]) => [action, sentence, heading] as const),
  ];
}

/** An entry with the name of its key, if it is known. */
export type AuditEntry = Schemas["AuditEntry"] & { key_name?: string };

export const AUDIT_COLUMNS: readonly Column<AuditEntry>[] = [
  { title: "When", cell: ({ at }) => <RelativeTime at={at} /> },
  { title: "What", cell: ChangeCell },
  { title: "By", cell: (entry) => <span class="id">{describeKey(entry)}</span> },
  { title: "Details", cell: DetailsCell },
];

/** Says what was changed, with the tool of a call and a link to what still exists. */
function ChangeCell({ action, subject, details: { tool, ok } }: AuditEntry): JSX.Element {
  const page = action.startsWith("approval.") ? "approvals" : action.startsWith("cred") && "connections";
  const sentence = `${CHANGES[action][1]}${tool ? ` to ${tool}` : ""}${ok === false ? ", which failed" : ""}`;
  return page ? <a href={linkTo(page, subject)}>{sentence}</a> : <>{sentence}</>;
}

/** Lists details in words. For a changed policy, lists each change instead of the changed fields. */
function listDetails({ fields, changes, ...others }: AuditEntry["details"]): string[] {
  const shown = Array.isArray(changes) || fields === undefined ? others : { fields, ...others };
  const words = Object.entries(shown).map(
    ([name, value]) => `${name}: ${[value].flat().join(", ") || "none"}`,
  );
  return Array.isArray(changes) ? [...(changes.length > 0 ? changes : ["no change"]), ...words] : words;
}

function DetailsCell(entry: AuditEntry): JSX.Element {
  const { action, subject, details, request_id: request, sequence, hash } = entry;
  const words = listDetails(details);
  const line = words.join("; ");
  return (
    <details>
      <summary class="small">{line.length > 60 ? `${line.slice(0, 60)}…` : line || "Entry"}</summary>
      <ul class="small">
        {words.map((word) => (
          <li key={word}>{word}</li>
        ))}
        <li>
          <code>{action}</code> of ID <code>{subject}</code>
        </li>
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
