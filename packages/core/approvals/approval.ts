import { getHolder, type Scope } from "../access/caller.ts";
import { type Clock, formatUuid, type Random } from "../clock/clock.ts";
import type { AllowablePlace, AlwaysFor } from "../conversations/allowances.ts";
import type { CredentialName } from "../credentials/credential.ts";
import type { ApprovalDestination, CallToApprove } from "../dispatch/approval-port.ts";
import type { DispatchFailure, DispatchResult } from "../dispatch/dispatch-result.ts";
import type { CallConversation } from "../policy/run-trace.ts";
import { formatCallTitleAsRead } from "../tool/call-title.ts";
import type { ReadableText, ShownChanges, Tool } from "../tool/tool.ts";
import type { ApprovalRecord, ApprovalStatus } from "./approval-record.ts";

/** An approval's content in lists, in addition to its record. */
export interface ApprovalSummary {
  /** The caller's scopes at the time of the call. */
  scopes: readonly Scope[];
  reason: string;
  /** Describes what the call would do. Omitted by older versions. */
  title?: string | undefined;
  credential: CredentialName | null;
  destinations: readonly ApprovalDestination[];
  /** The caller's own name for the end user of its session. */
  end_user: string | null;
  /** The `sub` claim of an OIDC token. */
  subject: string | null;
  /** Holder of the key that made the call (`getHolder`). Omitted by older versions. */
  holder?: string | undefined;
  /** True if a person at the console made the call. Omitted if a program did, and by older versions. */
  at_console?: true | undefined;
  /** The caller's own ID for the call's run. Omitted if it had none, and by older versions. */
  run_id?: string | undefined;
  /** The call's conversation, if any. Omitted by older versions. */
  conversation?: CallConversation | undefined;
  /**
   * Describes the untrusted text that the conversation had read, latest last. Omitted if `conversation` is.
   */
  read_before?: readonly string[] | undefined;
}

/** A conversation's waiting call, as shown to the conversation's owner. */
export type WaitingInConversation = Pick<ApprovalRecord, "tool" | "created_at" | "expires_at"> & {
  approval_id: string;
};

/** The call that is carried out after approval. */
export interface KeptCall {
  /** As sent. May contain secrets. */
  arguments: unknown;
  /** The arguments with secrets redacted. */
  shown_arguments: unknown;
  /** The requests that the call would send, without secrets. */
  preview: unknown;
  /** Changes that the call would make. Omitted if it changes nothing that exists, and by older versions. */
  changes?: ShownChanges | undefined;
  /** See `hashBinding`. */
  binding: string;
  /** The provider's ID of the account; `null` if it was not known. Omitted by older versions. */
  account_id?: string | null | undefined;
  /** The names of the arguments that say where the call goes. Omitted by older versions. */
  place_arguments?: readonly string[] | undefined;
  /** The destinations, if they are the only reason to wait. Older versions omit them. */
  places?: readonly AllowablePlace[] | undefined;
}

/** An approval in a list. */
export interface Approval
  extends Omit<
    ApprovalSummary,
    "scopes" | "holder" | "at_console" | "conversation" | "read_before" | "run_id"
  > {
  id: string;
  status: ApprovalStatus;
  tool: string;
  /** The same for all calls of a conversation; `null` for a call without one. */
  conversation: string | null;
  /** The caller's own ID for the call's run. */
  run_id: string | null;
  key_id: string;
  session_id: string | null;
  created_at: string;
  expires_at: string;
  decided_by: string | null;
  decided_at: string | null;
}

/** A destination, and when the tenant last wrote to it with the same tool; `null` if no stored call did. */
export interface DestinationBefore extends ApprovalDestination {
  last_written_at: string | null;
}

/** Another call of the same tool in the conversation of a waiting call. */
export interface RelatedWrite {
  /** Describes the call: `Post to #random: The build is green`. */
  title: string;
  /** When it was made, or when it was requested if it waits. */
  at: string;
  /** `waiting` for approval, `made`, or with an `unknown` outcome. */
  outcome: "waiting" | "made" | "unknown";
  /** `null` if it was made without approval. */
  approval_id: string | null;
}

/** An approval with all its details. */
export interface ApprovalDetail extends Approval {
  /** Describes in the past tense what the call does: `Posted to #general: The build is green`. */
  title_done: string;
  destinations: readonly DestinationBefore[];
  /** The untrusted text that the conversation had read, latest last; `null` without a conversation. */
  read_before: readonly string[] | null;
  /** Lists what else the conversation writes with this tool (`listRelatedWrites`); empty once decided. */
  related_writes: readonly RelatedWrite[];
  arguments: unknown;
  preview: unknown;
  /** Texts that their reader will not see as they are written. */
  texts: readonly Omit<ReadableText, "line">[];
  /** Names of the arguments that a person may change. */
  editable: readonly string[];
  /** Things that the call changes or removes; `null` if it leaves existing things as they are. */
  changes: ShownChanges | null;
  /** Result of the call, or `null` if it has not been carried out. */
  result: DispatchResult | null;
  /** ID of the call as a person changed it, which took this one's place; `null` for all others. */
  changed_to: string | null;
  /** Scopes in which this approval may also allow later calls to the same destinations. */
  may_always: readonly AlwaysFor[];
}

/** Name of the text that contains the call. */
export const CALL_TEXT = "call";

/** Retention of an approval and its result after the deadline for the decision. */
export const KEPT_AFTER_MS = 6 * 24 * 60 * 60_000;

/**
 * Returns the state of a call at `now`, in milliseconds since the epoch. Waiting calls expire without a
 * write. A call whose process died while carrying it out has failed with an unknown outcome.
 */
export function statusAt(record: ApprovalRecord, now: number): ApprovalStatus {
  if (record.status === "waiting" && Date.parse(record.expires_at) <= now) return "expired";
  if (record.status === "carrying_out" && isInterrupted(record, now)) return "failed";
  return record.status;
}

function isInterrupted({ carrying_until }: ApprovalRecord, now: number): boolean {
  return carrying_until !== null && Date.parse(carrying_until) <= now;
}

/** Returns an ID that sorts by its time of creation (RFC 9562, version 7). */
export function timeOrderedId(clock: Clock, random: Random): string {
  const bytes = random.bytes(16);
  bytes.writeUIntBE(clock.now(), 0, 6);
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  return formatUuid(bytes);
}

/** Why a call was not sent. */
export type Unsent = Pick<DispatchFailure, "refusal_reason" | "error_code" | "next_step">;

/** Creates the result of a call that was not sent. */
export function unsentResult(tool: Pick<Tool, "name">, approvalId: string, why: Unsent): DispatchFailure {
  return { ok: false, tool: tool.name, ...why, approval_id: approvalId, attempts: 0, elapsed_ms: 0 };
}

/** Creates the result of a call whose process died while carrying it out. */
export function interruptedResult(tool: Pick<Tool, "name">, approvalId: string): DispatchFailure {
  return {
    ok: false,
    tool: tool.name,
    refusal_reason: "The approved call was interrupted, and its outcome is unknown.",
    error_code: "transient",
    next_step: "It may have taken effect: check at the provider before repeating it.",
    outcome_unknown: true,
    approval_id: approvalId,
    attempts: 0,
    elapsed_ms: 0,
  };
}

/**
 * Creates the result of a call that was not approved. `changedTo` is the ID of the call as a person changed
 * it, if one did; `status` is then the state of that call.
 */
export function notApprovedResult(
  { tool, id }: Pick<ApprovalRecord, "tool" | "id">,
  status: "waiting" | "carrying_out" | "denied" | "expired",
  { because, changedTo }: { because?: string | undefined; changedTo?: string | undefined } = {},
): DispatchFailure {
  const results: Record<typeof status, Unsent> = {
    waiting: {
      refusal_reason:
        changedTo === undefined
          ? "This call is waiting for a person's approval. Nothing was sent."
          : `A person changed this call; the changed call is ${changedTo}, which waits for approval. Nothing was sent.`,
      error_code: "approval_required",
      next_step: "Repeat the call with its approval_id once somebody has decided.",
    },
    carrying_out: {
      refusal_reason: "This call was approved and is in progress.",
      error_code: "approval_required",
      next_step: "Repeat the call in a moment to get its result.",
    },
    denied: {
      refusal_reason:
        because === undefined
          ? "A person denied this call. Nothing was sent."
          : `A person denied this call: “${because}”. Nothing was sent.`,
      error_code: "approval_denied",
      next_step: "Do not repeat it unless the user asks for something else.",
    },
    expired: {
      refusal_reason: "Nobody approved this call within 24 hours. Nothing was sent.",
      error_code: "approval_denied",
      next_step: "Make the call again if it is still needed.",
    },
  };
  const result = unsentResult({ name: tool }, id, results[status]);
  return changedTo === undefined ? result : { ...result, changed_to: changedTo };
}

/** Why a waiting call is denied without a person's decision. */
export type Withdrawal = "stopped" | "erased";

const WITHDRAWALS: Readonly<Record<Withdrawal, string>> = {
  stopped: "The run that made this call was stopped. Nothing was sent.",
  erased: "The conversation or end user of this call was erased. Nothing was sent.",
};

/** Creates the result of a call that was denied because its run was stopped or its conversation erased. */
export function withdrawnResult(
  { tool, id }: Pick<ApprovalRecord, "tool" | "id">,
  why: Withdrawal,
): DispatchFailure {
  return unsentResult({ name: tool }, id, {
    refusal_reason: WITHDRAWALS[why],
    error_code: "approval_denied",
    next_step: "Make the call again if it is still needed.",
  });
}

/** Maximum number of texts that an approval lists as read. */
const MAX_READ = 20;

/** Summarizes a call that needs approval, for lists and for the person who decides. */
export async function summarizeCall({
  tool,
  caller,
  credential,
  shown,
  runId,
  conversation,
  readBefore,
}: CallToApprove): Promise<ApprovalSummary> {
  const { title } = await formatCallTitleAsRead(tool, tool.name, shown.arguments);
  return {
    title,
    scopes: [...caller.scopes],
    reason: shown.reason,
    credential: credential ? { id: credential.id, kind: credential.kind, label: credential.label } : null,
    destinations: shown.destinations,
    end_user: caller.session?.endUser ?? null,
    subject: caller.subject ?? null,
    holder: getHolder(caller),
    at_console: caller.atConsole,
    run_id: runId,
    conversation,
    read_before: readBefore?.slice(-MAX_READ),
  };
}
