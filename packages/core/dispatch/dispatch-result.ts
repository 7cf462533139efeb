import type { CredentialName } from "../credentials/credential.ts";
import type { AdapterErrorCode } from "../errors/adapter-error.ts";
import type { ResearchRefusal } from "../tool/tool.ts";

/** Stable codes of a refused call. */
export type DispatchErrorCode = AdapterErrorCode | ResearchRefusal | "approval_required" | "approval_denied";

/** Fields of every result. */
interface EndedCall {
  tool: string;
  /** The account that was used, or for a refused call named or found; left out of a call without one. */
  credential?: CredentialName;
  /** Paths of the arguments that were read in another form than they came in, such as `limit`. */
  corrected?: readonly string[];
  /** Paths in the result of whole numbers that stand there as texts: a JSON number would be rounded. */
  numbers_as_text?: string[];
  attempts: number;
  elapsed_ms: number;
}

export interface DispatchSuccess extends EndedCall {
  ok: true;
  result: unknown;
  /** An earlier attempt was answered with a failure, and may have done the same: there may be two. */
  possible_duplicate?: true;
  /** The same message made this write when it was run before; nothing was sent now. */
  made_before?: true;
}

/** Every field is shown to the agent as it stands. */
export interface DispatchFailure extends EndedCall {
  ok: false;
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
}

export type DispatchResult = DispatchSuccess | DispatchFailure;

/** The approval that a call waits for; `undefined` for a call that does not wait. */
export function approvalOf(result: DispatchResult): string | undefined {
  return !result.ok && result.error_code === "approval_required" ? result.approval_id : undefined;
}
