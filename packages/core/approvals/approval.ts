import { holderOf, type Scope } from "../access/caller.ts";
import { type Clock, formatUuid, type Random } from "../clock/clock.ts";
import type { AllowablePlace, AlwaysFor } from "../conversations/allowances.ts";
import type { CredentialName } from "../credentials/credential.ts";
import type { ApprovalDestination, CallToApprove } from "../dispatch/approval-port.ts";
import type { DispatchFailure, DispatchResult } from "../dispatch/dispatch-result.ts";
import type { CallConversation } from "../policy/run-trace.ts";
import type { Tool } from "../tool/tool.ts";
import type { ApprovalRecord, ApprovalStatus } from "./approval-store.ts";

/** Everything that a list shows of an approval beside its record. */
export interface ApprovalSummary {
  /** Scopes that the caller had. */
  scopes: readonly Scope[];
  reason: string;
  credential: CredentialName | null;
  destinations: readonly ApprovalDestination[];
  /** The caller's own name for the person who used its session. */
  end_user: string | null;
  /** `sub` of the token of an OIDC issuer. */
  subject: string | null;
  /** Whoever held the key that made the call, as `holderOf` names it; left out by calls of older versions. */
  holder?: string | undefined;
  /** Of the call; left out where it named none, and by calls of older versions. */
  conversation?: CallConversation | undefined;
}

/** A call that waits in a conversation, as its owner reads it. */
export type WaitingInConversation = Pick<ApprovalRecord, "tool" | "created_at" | "expires_at"> & {
  approval_id: string;
};

/** The call itself, as it is carried out once a person has agreed. */
export interface KeptCall {
  /** As they were sent; they may hold secrets. */
  arguments: unknown;
  /** The same as they may be shown. */
  shown_arguments: unknown;
  /** The requests that it would send, without secrets. */
  preview: unknown;
  /** See `approvalBinding`. */
  binding: string;
  /** The places that it waits for; left out where it waits for more than that, and by older versions. */
  places?: readonly AllowablePlace[] | undefined;
}

/** An approval as it is listed. */
export interface Approval extends Omit<ApprovalSummary, "scopes" | "holder" | "conversation"> {
  id: string;
  status: ApprovalStatus;
  tool: string;
  key_id: string;
  session_id: string | null;
  created_at: string;
  expires_at: string;
  decided_by: string | null;
  decided_at: string | null;
}

/** One approval, whole. */
export interface ApprovalDetail extends Approval {
  arguments: unknown;
  preview: unknown;
  /** The result of the call; `null` until it was carried out. */
  result: DispatchResult | null;
  /** For which later calls to the same places an approval of this one may count. */
  may_always: readonly AlwaysFor[];
}

/** The approval and its result are kept so long after that. */
export const KEPT_AFTER_MS = 6 * 24 * 60 * 60_000;

/**
 * Returns where a call stands at `now`, in milliseconds since the epoch. A waiting one expires by the clock
 * alone. One that was being carried out when its process died has failed, and nobody knows how far it came.
 */
export function statusAt(record: ApprovalRecord, now: number): ApprovalStatus {
  if (record.status === "waiting" && Date.parse(record.expires_at) <= now) return "expired";
  if (record.status === "carrying_out" && isInterrupted(record, now)) return "failed";
  return record.status;
}

function isInterrupted({ carrying_until }: ApprovalRecord, now: number): boolean {
  return carrying_until !== null && Date.parse(carrying_until) <= now;
}

/** An id that sorts by the time at which it was made (RFC 9562, version 7). */
export function timeOrderedId(clock: Clock, random: Random): string {
  const bytes = random.bytes(16);
  bytes.writeUIntBE(clock.now(), 0, 6);
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  return formatUuid(bytes);
}

type Unsent = Pick<DispatchFailure, "refusal_reason" | "error_code" | "next_step">;

/** The result of a call that was not sent. */
export function unsentCall(tool: Pick<Tool, "name">, approvalId: string, why: Unsent): DispatchFailure {
  return { ok: false, tool: tool.name, ...why, approval_id: approvalId, attempts: 0, elapsed_ms: 0 };
}

/** The result of a call whose process died while it was carried out. */
export function interruptedCall(tool: Pick<Tool, "name">, approvalId: string): DispatchFailure {
  return {
    ok: false,
    tool: tool.name,
    refusal_reason: "The approved call was interrupted, and its outcome is not known.",
    error_code: "transient",
    next_step: "It may have been carried out: look in the provider before repeating it.",
    outcome_unknown: true,
    approval_id: approvalId,
    attempts: 0,
    elapsed_ms: 0,
  };
}

/** Makes the result of a call that nobody has agreed to. */
export function notApproved(
  { tool, id }: Pick<ApprovalRecord, "tool" | "id">,
  status: "waiting" | "carrying_out" | "denied" | "expired",
): DispatchFailure {
  const told: Record<typeof status, Unsent> = {
    waiting: {
      refusal_reason: "A person has not decided about this call yet. Nothing was sent.",
      error_code: "approval_required",
      next_step: "Ask again once somebody has decided.",
    },
    carrying_out: {
      refusal_reason: "This call was approved and is being carried out.",
      error_code: "approval_required",
      next_step: "Ask again in a moment for its result.",
    },
    denied: {
      refusal_reason: "A person denied this call. Nothing was sent.",
      error_code: "approval_denied",
      next_step: "Do not repeat it unless the user asks for something else.",
    },
    expired: {
      refusal_reason: "Nobody decided about this call within 24 hours. Nothing was sent.",
      error_code: "approval_denied",
      next_step: "Make the call again if it is still wanted.",
    },
  };
  return unsentCall({ name: tool }, id, told[status]);
}

/** Tells what lists and approvers see of a call that is to wait. */
export function summarizeCall({ caller, credential, shown, conversation }: CallToApprove): ApprovalSummary {
  return {
    scopes: [...caller.scopes],
    reason: shown.reason,
    credential: credential ? { id: credential.id, kind: credential.kind, label: credential.label } : null,
    destinations: shown.destinations,
    end_user: caller.session?.endUser ?? null,
    subject: caller.subject ?? null,
    holder: holderOf(caller),
    conversation,
  };
}
