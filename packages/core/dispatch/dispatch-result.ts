import type { AdapterErrorCode } from "../errors/adapter-error.ts";
import type { ResearchRefusal } from "../errors/research-refusal.ts";

/** Stable codes of a refused call. */
export type DispatchErrorCode = AdapterErrorCode | ResearchRefusal | "approval_required";

export interface DispatchSuccess {
  ok: true;
  tool: string;
  result: unknown;
  attempts: number;
  elapsed_ms: number;
}

/** Every field is shown to the agent as it stands. */
export interface DispatchFailure {
  ok: false;
  tool: string;
  refusal_reason: string;
  error_code: DispatchErrorCode;
  retry_after_seconds?: number;
  /** What a person can do about it. */
  next_step?: string;
  /** A write may have been carried out though no answer came. */
  outcome_unknown?: true;
  /** The tool's own result, where the refusal is one (research). */
  result?: unknown;
  attempts: number;
  elapsed_ms: number;
}

export type DispatchResult = DispatchSuccess | DispatchFailure;
