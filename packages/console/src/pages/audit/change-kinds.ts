import type { Schemas } from "@plumbline/client/schemas.ts";

export type ChangeKind = Schemas["AuditEntry"]["action"];

/** The heading under which each kind of change is offered. */
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
  "data_key.rotated": "Tenants and data keys",
  "data_key.rewrapped": "Tenants and data keys",
};

const ACTIONS = Object.keys(HEADINGS) as ChangeKind[];

/** Kinds of change by their heading. */
export const CHANGE_GROUPS: Readonly<Record<string, readonly ChangeKind[]>> = Object.fromEntries(
  Object.values(HEADINGS).map((heading) => [
    heading,
    ACTIONS.filter((action) => HEADINGS[action] === heading),
  ]),
);

export function isChangeKind(text: string | null): text is ChangeKind {
  return ACTIONS.includes(text as ChangeKind);
}
