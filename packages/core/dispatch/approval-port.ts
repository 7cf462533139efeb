import { createHash } from "node:crypto";
import type { Scope } from "../access/caller.ts";
import type { CredentialRecord } from "../credentials/credential.ts";
import type { CallConversation } from "../policy/run-trace.ts";
import { canonicalJson } from "../records/canonical-json.ts";
import type { Destination } from "../tool/destination.ts";
import type { Tool } from "../tool/tool.ts";

/** A call may wait so long for a person. */
export const WAITS_MS = 24 * 60 * 60_000;

/** A place that a write goes to, as a person reads it. */
export interface ApprovalDestination {
  /** A word of the code, such as `channel` or `recipient`. */
  kind: string;
  /** As it is sent. */
  value: string;
  /** The argument that holds it, such as `cc`. Left out for the account of the connection. */
  argument?: string | undefined;
}

/** Everything that an approval is bound to: with any of it changed, it is another call. */
export interface BoundCall {
  tool: Tool;
  /** The arguments as the dispatcher read them. */
  arguments: unknown;
  /** The credential that the call uses, named or found. */
  credential: CredentialRecord | undefined;
  destinations: readonly ApprovalDestination[];
}

/** A call that must not be sent before a person has agreed to it. */
export interface CallToApprove extends BoundCall {
  caller: AskingCaller;
  /** The parts that lists and the person who decides see. */
  shown: ShownCall;
  requestId?: string | undefined;
  /** An equal call that waits in it already is the same approval. */
  conversation?: CallConversation | undefined;
  /** The places that it waits for, where it waits for nothing else. */
  places?: readonly Destination[] | undefined;
}

/** A call as people see it, without secrets. */
export interface ShownCall {
  /** Why it waits: one sentence, shown to the caller too. */
  reason: string;
  arguments: unknown;
  destinations: readonly ApprovalDestination[];
  /** The requests that it would send, as a preview shows them. */
  preview: unknown;
}

/** On whose behalf the call was made. */
export interface AskingCaller {
  tenantId: string;
  /** Of the key; for a session, of the key that made it. */
  keyId: string;
  /** As a caller has it. */
  rotatedFrom?: string | undefined;
  scopes: ReadonlySet<Scope>;
  session?: { id: string; endUser?: string | undefined } | undefined;
  /** `sub` of the token of an OIDC issuer. */
  subject?: string | undefined;
}

/** Keeps calls that wait for a person. */
export interface ApprovalPort {
  /**
   * Stores the call and returns the id of its approval. Throws AdapterError where the call cannot wait: it is
   * too large, or too many wait already.
   */
  ask(call: CallToApprove): Promise<{ approvalId: string; expiresAt: string }>;
  /** Returns whether a person has let calls of the caller or the conversation go to all of the places. */
  allows(call: Pick<CallToApprove, "caller" | "conversation" | "credential" | "places">): Promise<boolean>;
}

/** A person's agreement to one call. The dispatcher sends the call only if its binding is this one. */
export interface ApprovedCall {
  approvalId: string;
  binding: string;
}

/**
 * Returns the hash of all that an approval is bound to, 64 hexadecimal digits. Of the credential it takes
 * what decides where the call goes and on whose account: a renewed token is the same credential.
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

/** The credential is bound by its record: a call that names it is the same as one for which it was found. */
function withoutCredentialId(args: unknown): unknown {
  if (args === null || typeof args !== "object" || Array.isArray(args)) return args;
  const { credential_id: _id, ...rest } = args as Record<string, unknown>;
  return rest;
}
