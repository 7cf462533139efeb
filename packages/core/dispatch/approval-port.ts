import type { Scope } from "../access/caller.ts";
import type { CredentialRecord } from "../credentials/credential.ts";
import type { CallConversation } from "../policy/run-trace.ts";
import { canonicalJson } from "../records/canonical-json.ts";
import { hashText } from "../records/hash-text.ts";
import type { Destination } from "../tool/destination.ts";
import type { ShownChanges, Tool } from "../tool/tool.ts";

/** Maximum time that a call waits for approval. */
export const MAX_WAIT_MS = 24 * 60 * 60_000;

/** A destination of a write, as shown to the person who decides. */
export interface ApprovalDestination {
  /** Identifier used in code, such as `channel` or `recipient`. */
  kind: string;
  /** The value exactly as it will be sent. */
  value: string;
  /** The argument that holds the value, such as `cc`. Omitted for the account of the connection. */
  argument?: string | undefined;
}

/** A call with what its approval depends on. `hashBinding` chooses the parts that must not change. */
export interface BoundCall {
  tool: Tool;
  /** The arguments as parsed by the dispatcher. */
  arguments: unknown;
  /** The credential that the call uses, chosen by the caller or found by the dispatcher. */
  credential: CredentialRecord | undefined;
  destinations: readonly ApprovalDestination[];
}

/** A call that must not be sent without a person's approval. */
export interface CallToApprove extends BoundCall {
  caller: AskingCaller;
  /** The fields shown in lists of approvals and to the person who decides. */
  shown: ShownCall;
  requestId?: string | undefined;
  /** The caller's own ID for the run that the call belongs to. */
  runId?: string | undefined;
  /** The call's conversation. An identical call that already waits in it shares its approval. */
  conversation?: CallConversation | undefined;
  /**
   * Describes the untrusted text that the conversation has read. Omitted for a call without a conversation.
   */
  readBefore?: readonly string[] | undefined;
  /** Set if the call waits only because these destinations are new. */
  places?: readonly Destination[] | undefined;
}

/** A call as shown to people, with secrets removed. */
export interface ShownCall {
  /** Why the call needs approval: one sentence, also shown to the caller. */
  reason: string;
  arguments: unknown;
  destinations: readonly ApprovalDestination[];
  /** The requests that the call would send, as in a preview. */
  preview: unknown;
  /** Omitted for a call that leaves existing things as they are. */
  changes?: ShownChanges | undefined;
}

/** The caller on whose behalf the call was made. */
interface AskingCaller {
  tenantId: string;
  /** ID of the API key, or of the key that created the session. */
  keyId: string;
  /** ID of the key that this one replaced. */
  rotatedFrom?: string | undefined;
  scopes: ReadonlySet<Scope>;
  session?: { id: string; endUser?: string | undefined } | undefined;
  /** True for a person at the console. */
  atConsole?: true | undefined;
  /** The `sub` claim of the OIDC token. */
  subject?: string | undefined;
}

/** Stores calls that wait for approval. */
export interface ApprovalPort {
  /**
   * Stores a call and returns the ID of its approval. Throws AdapterError if the call is too large to store,
   * or if too many calls already wait.
   */
  ask(call: CallToApprove): Promise<{ approvalId: string; expiresAt: string }>;
  /** Returns true if a person has allowed this caller or conversation to write to all destinations. */
  allows(call: Pick<CallToApprove, "caller" | "conversation" | "credential" | "places">): Promise<boolean>;
}

/**
 * The credential's fields at the time of the call. Compared in place of the current ones, because a person
 * may have renamed the connection since, or connected the same account again.
 */
export type ApprovedAs = Pick<CredentialRecord, "id" | "kind" | "label" | "account" | "created_at">;

/** A person's approval of one call. The dispatcher sends a call only if it matches `binding`. */
export interface ApprovedCall {
  approvalId: string;
  binding: string;
  /** Omitted for a call without a credential. */
  as?: ApprovedAs | undefined;
}

/**
 * Hashes everything that an approval is bound to, as 64 hexadecimal digits (SHA-256). Of the credential, only
 * the fields that determine the account and the destination are included, so renewing its token does not
 * change the hash.
 */
export function hashBinding({ tool, arguments: args, credential, destinations }: BoundCall): string {
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
  return hashText(bound);
}

/**
 * Removes the credential's ID, because the hash already covers the credential's record. A call that gives the
 * ID therefore equals one for which the dispatcher found the same credential.
 */
function withoutCredentialId(args: unknown): unknown {
  if (args === null || typeof args !== "object" || Array.isArray(args)) return args;
  const { credential_id: _id, ...rest } = args as Record<string, unknown>;
  return rest;
}
