import { createHash } from "node:crypto";
import type { Scope } from "../access/caller.ts";
import type { CredentialRecord } from "../credentials/credential.ts";
import type { CallConversation } from "../policy/run-trace.ts";
import { canonicalJson } from "../records/canonical-json.ts";
import type { Destination } from "../tool/destination.ts";
import type { Tool } from "../tool/tool.ts";
import type { ShownChanges } from "./read-changes.ts";

/** Longest time that a call may wait for a person. */
export const WAITS_MS = 24 * 60 * 60_000;

/** A destination of a write, as shown to the person who decides. */
export interface ApprovalDestination {
  /** Identifier used in code, such as `channel` or `recipient`. */
  kind: string;
  /** The value exactly as it will be sent. */
  value: string;
  /** The argument that holds the value, such as `cc`. Omitted for the account of the connection. */
  argument?: string | undefined;
}

/** Everything that an approval is bound to. If any of it changes, the approval no longer applies. */
export interface BoundCall {
  tool: Tool;
  /** The arguments after the dispatcher parsed them. */
  arguments: unknown;
  /** The credential that the call uses, whether the caller chose it or the dispatcher found it. */
  credential: CredentialRecord | undefined;
  destinations: readonly ApprovalDestination[];
}

/** A call that must not be sent before a person has agreed to it. */
export interface CallToApprove extends BoundCall {
  caller: AskingCaller;
  /** The parts shown in lists of approvals and to the person who decides. */
  shown: ShownCall;
  requestId?: string | undefined;
  /** The call's conversation. An equal call that already waits in it shares its approval. */
  conversation?: CallConversation | undefined;
  /** Describes the outside text that the conversation has read. Omitted for a call without one. */
  readBefore?: readonly string[] | undefined;
  /** The destinations to approve, set only when nothing else makes the call wait. */
  places?: readonly Destination[] | undefined;
}

/** A call as people see it, with secrets removed. */
export interface ShownCall {
  /** Why the call waits: one sentence, also shown to the caller. */
  reason: string;
  arguments: unknown;
  destinations: readonly ApprovalDestination[];
  /** The requests that the call would send, as a preview shows them. */
  preview: unknown;
  /** Omitted for a call that leaves existing things as they are. */
  changes?: ShownChanges | undefined;
}

/** On whose behalf the call was made. */
export interface AskingCaller {
  tenantId: string;
  /** ID of the API key, or of the key that created the session. */
  keyId: string;
  /** Same as `rotatedFrom` of a caller. */
  rotatedFrom?: string | undefined;
  scopes: ReadonlySet<Scope>;
  session?: { id: string; endUser?: string | undefined } | undefined;
  /** The `sub` claim of the OIDC token. */
  subject?: string | undefined;
}

/** Keeps calls that wait for a person. */
export interface ApprovalPort {
  /**
   * Stores the call and returns the ID of its approval. Throws AdapterError if the call is too large to store
   * or too many calls already wait.
   */
  ask(call: CallToApprove): Promise<{ approvalId: string; expiresAt: string }>;
  /** Returns whether a person has allowed this caller or conversation to write to all of the destinations. */
  allows(call: Pick<CallToApprove, "caller" | "conversation" | "credential" | "places">): Promise<boolean>;
}

/** A person's approval of one call. The dispatcher sends the call only if its binding matches. */
export interface ApprovedCall {
  approvalId: string;
  binding: string;
}

/**
 * Returns a SHA-256 hash, 64 hexadecimal digits, of everything that an approval is bound to. Only the
 * credential's fields that decide the account and the destination are included, so renewing its token does
 * not change the hash.
 */
export function approvalBinding({ tool, arguments: args, credential, destinations }: BoundCall): string {
  const account = credential && {
    id: credential.id,
    kind: credential.kind,
    label: credential.label,
    account: credential.account?.id ?? null,
    metadata: credential.metadata,
    created_at: credential.created_at,
  };
  const places = destinations.map(({ kind, value }) => [kind, value]);
  const bound = canonicalJson([tool.name, withoutCredentialId(args), account ?? null, places]);
  return createHash("sha256").update(bound).digest("hex");
}

/**
 * Drops the credential's ID, because the credential's record is bound already. A call that sets the ID thus
 * equals a call for which the dispatcher found the same credential.
 */
function withoutCredentialId(args: unknown): unknown {
  if (args === null || typeof args !== "object" || Array.isArray(args)) return args;
  const { credential_id: _id, ...rest } = args as Record<string, unknown>;
  return rest;
}
