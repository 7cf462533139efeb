import type { ToolCaller } from "../../access/caller.ts";
import type { Deadline } from "../../clock/clock.ts";
import type { Tool } from "../../tool/tool.ts";
import { adviseToCheck } from "../call-endings.ts";
import type { CallOptions } from "../call-options.ts";
import { approvalOf, type DispatchFailure, type DispatchResult } from "../dispatch-result.ts";

export interface KeyedRequest {
  /** The `Idempotency-Key`. */
  key: string;
  name: string;
  arguments: unknown;
}

export interface KeyedAnswer {
  result: DispatchResult;
  /** True if nothing was sent and the result is that of an earlier call. */
  replayed: boolean;
}

/** A call with an `Idempotency-Key`. */
export interface KeyedCall {
  readonly caller: ToolCaller;
  /** ID of the record: the digest of tenant and key. */
  readonly id: string;
  readonly tool: Tool;
  /** The arguments after parsing. */
  readonly args: unknown;
  readonly fingerprint: string;
  readonly fingerprintCipher: string;
  readonly options: CallOptions;
  /** Start time on the clock's monotonic scale, in milliseconds. */
  readonly startedAt: number;
  /** Shared deadline for claiming the key and running the call. */
  readonly deadline: Deadline;
}

/**
 * Returns true if a call whose process died may be repeated: it only reads, or the provider deduplicates
 * writes by key.
 */
export function mayRunAgain({ idempotency }: Tool): boolean {
  return idempotency !== "none";
}

/**
 * Returns whether a result is stored under its key. Failures are stored only if they await approval, or if
 * their outcome is unknown and a repeat would not be safe. After any other failure the key may be used again.
 */
export function isKept({ tool }: KeyedCall, result: DispatchResult): boolean {
  if (result.ok || approvalOf(result) !== undefined) return true;
  return result.outcome_unknown === true && !mayRunAgain(tool);
}

/**
 * Returns true if a failed write with a provider key may have taken effect. A 5xx, a missing answer, or an
 * error of a later attempt does not show whether the write took effect. A retry must then use the same key.
 * Counts runs, not attempts, because a run that fails before the network makes no attempt.
 */
export function mayHaveWritten({ tool }: KeyedCall, result: DispatchResult, runs: number): boolean {
  const unsure = runs > 1 || (!result.ok && result.error_code === "transient");
  return tool.idempotency === "key" && unsure;
}

/**
 * Returns the failure for a write that was interrupted. It reports no attempts: those of the interrupted call
 * are unknown, and this call made none.
 */
export function interruptedWrite({ tool }: KeyedCall): DispatchFailure {
  return {
    ok: false,
    tool: tool.name,
    refusal_reason: "The first call with this Idempotency-Key was interrupted, and its outcome is unknown.",
    error_code: "transient",
    next_step: adviseToCheck("none"),
    outcome_unknown: true,
    attempts: 0,
    elapsed_ms: 0,
  };
}

/** Replaces a result that is too large to store with a note that the write was carried out. */
export function withoutBody(result: DispatchResult): DispatchResult {
  return {
    ...result,
    result: { not_kept: "The call was made, but its result was too large to be kept." },
  };
}
