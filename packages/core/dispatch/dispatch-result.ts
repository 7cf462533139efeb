import type { CredentialName } from "../credentials/credential.ts";
import type { AdapterErrorCode } from "../errors/adapter-error.ts";
import type { ResearchRefusal } from "../tool/tool.ts";

/** Stable error codes of a failed call. */
export type DispatchErrorCode = AdapterErrorCode | ResearchRefusal | "approval_required" | "approval_denied";

/** Fields of every result. */
interface EndedCall {
  tool: string;
  /**
   * The account that was used or, for a refused call, would have been used. Omitted if the call needs none.
   */
  credential?: CredentialName;
  /** Paths of arguments that were normalized to a different form, such as `limit`. */
  corrected?: readonly string[];
  /** Paths of integers that are strings in the result, because a JSON number would round them. */
  numbers_as_text?: string[];
  attempts: number;
  elapsed_ms: number;
}

export interface DispatchSuccess extends EndedCall {
  ok: true;
  result: unknown;
  /** An earlier attempt failed with an unknown outcome, so the write may exist twice. */
  possible_duplicate?: true;
  /** The write was already made when the same message was handled earlier. Nothing was sent this time. */
  made_before?: true;
  /** The call as a person changed it, if one did so before it was sent. */
  changed?: ChangedCall;
}

/** Describes what was sent in place of a call that a person changed. */
export interface ChangedCall {
  /** `Posted to #general: The build is green` */
  title_done: string;
  /** Secrets are redacted. */
  arguments: unknown;
}

/** A failed call. Every field is shown to the agent unchanged. */
export interface DispatchFailure extends EndedCall {
  ok: false;
  refusal_reason: string;
  error_code: DispatchErrorCode;
  retry_after_seconds?: number;
  /** Advice on what a person can do about the failure. */
  next_step?: string;
  /** The write may have taken effect: the provider did not respond, or returned an error. */
  outcome_unknown?: true;
  /** Set if the call waits for approval (`approval_required`). */
  approval_id?: string;
  /** ID of the call as a person changed it, which is decided in its place. */
  changed_to?: string;
  /** Page on which a person can approve or deny the call. */
  approve_url?: string;
  /** The tool's own result if it includes the refusal (research), or the response of a webhook. */
  result?: unknown;
}

export type DispatchResult = DispatchSuccess | DispatchFailure;

/** Returns the ID of the approval that a call waits for, or `undefined` if it needs none. */
export function approvalOf(result: DispatchResult): string | undefined {
  return !result.ok && result.error_code === "approval_required" ? result.approval_id : undefined;
}
