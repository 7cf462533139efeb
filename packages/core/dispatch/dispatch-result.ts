import type { CredentialName } from "../credentials/credential.ts";
import type { AdapterErrorCode } from "../errors/adapter-error.ts";
import type { ResearchRefusal } from "../tool/tool.ts";

/** Stable codes of a refused call. */
export type DispatchErrorCode = AdapterErrorCode | ResearchRefusal | "approval_required" | "approval_denied";

export interface DispatchSuccess {
  ok: true;
  tool: string;
  /** The account that was used; left out of a call that used none. */
  credential?: CredentialName;
  result: unknown;
  /** An earlier attempt was answered with a failure, and may have done the same: there may be two. */
  possible_duplicate?: true;
  /** Arguments whose value was read as another than was written. */
  corrected?: string[];
  attempts: number;
  elapsed_ms: number;
}

/** Every field is shown to the agent as it stands. */
export interface DispatchFailure {
  ok: false;
  tool: string;
  /** The account that the call named or that was found for it. */
  credential?: CredentialName;
  refusal_reason: string;
  error_code: DispatchErrorCode;
  retry_after_seconds?: number;
  /** Action that a person can take about it. */
  next_step?: string;
  /** A write may have been carried out, though no answer came or a provider's failure was the answer. */
  outcome_unknown?: true;
  /** Of a call that waits for a person (`approval_required`). */
  approval_id?: string;
  /** The page on which a person decides about it. */
  approve_url?: string;
  /** The tool's own result, where the refusal is one (research), or what a webhook answered. */
  result?: unknown;
  attempts: number;
  elapsed_ms: number;
}

export type DispatchResult = DispatchSuccess | DispatchFailure;

/** The approval that a call waits for; `undefined` for a call that does not wait. */
export function approvalOf(result: DispatchResult): string | undefined {
  return !result.ok && result.error_code === "approval_required" ? result.approval_id : undefined;
}
