import type { CredentialName } from "../credentials/credential.ts";
import type { AdapterErrorCode } from "../errors/adapter-error.ts";
import type { ResearchRefusal } from "../tool/tool.ts";

/** Stable codes of a refused call. */
export type DispatchErrorCode = AdapterErrorCode | ResearchRefusal | "approval_required" | "approval_denied";

/** Fields of every result. */
interface EndedCall {
  tool: string;
  /**
   * The account that was used or, for a refused call, would have been used. Omitted if the call needs none.
   */
  credential?: CredentialName;
  /** Paths of arguments that were accepted in a different form than they were sent in, such as `limit`. */
  corrected?: readonly string[];
  /** Paths of integers that the result holds as strings, because a JSON number would round them. */
  numbers_as_text?: string[];
  attempts: number;
  elapsed_ms: number;
}

export interface DispatchSuccess extends EndedCall {
  ok: true;
  result: unknown;
  /** An earlier attempt failed in a way that leaves its outcome unknown, so the write may exist twice. */
  possible_duplicate?: true;
  /** The write was made when the same message was handled earlier. Nothing was sent this time. */
  made_before?: true;
}

/** A failed call. Every field is shown to the agent unchanged. */
export interface DispatchFailure extends EndedCall {
  ok: false;
  refusal_reason: string;
  error_code: DispatchErrorCode;
  retry_after_seconds?: number;
  /** Advice on what a person can do about the failure. */
  next_step?: string;
  /** The write may have taken effect: the provider did not answer, or answered with a failure. */
  outcome_unknown?: true;
  /** Set if the call waits for approval (`approval_required`). */
  approval_id?: string;
  /** The page on which a person approves or denies the call. */
  approve_url?: string;
  /** The tool's own result if it contains the refusal (research), or the answer of a webhook. */
  result?: unknown;
}

export type DispatchResult = DispatchSuccess | DispatchFailure;

/** Returns the ID of the approval that a call waits for; `undefined` if it does not wait. */
export function approvalOf(result: DispatchResult): string | undefined {
  return !result.ok && result.error_code === "approval_required" ? result.approval_id : undefined;
}
