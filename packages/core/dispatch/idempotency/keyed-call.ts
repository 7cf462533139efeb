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
  /** Deadline of claiming the key and carrying out the call together. */
  readonly deadline: Deadline;
}

/**
 * Returns true if a call whose process died may be repeated: it only reads, or the provider recognizes a
 * repeated write by its key.
 */
export function mayRunAgain({ idempotency }: Tool): boolean {
  return idempotency !== "none";
}

/**
 * Returns whether a result is stored under its key. Of failures, only those with an unknown outcome and those
 * that wait for approval are stored. After any other failure the key may be used again.
 */
export function isKept(result: DispatchResult): boolean {
  return result.ok || result.outcome_unknown === true || approvalOf(result) !== undefined;
}

/**
 * Returns true if a failed write with a provider key may have taken effect. A 5xx leaves this open, and
 * so does a refusal of a later attempt. The provider recognizes a repeated write by its key alone, so the
 * same call must continue with the same key. This counts runs of the tool rather than the result's attempts,
 * because a second run that failed before the network is not an attempt.
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
    refusal_reason: "The first call with this Idempotency-Key was interrupted, and its outcome is not known.",
    error_code: "transient",
    next_step: adviseToCheck(true),
    outcome_unknown: true,
    attempts: 0,
    elapsed_ms: 0,
  };
}

/**
 * Replaces the body of a write's result, which is too large to store, with a note that the write was carried
 * out.
 */
export function withoutBody(result: DispatchResult): DispatchResult {
  return {
    ...result,
    result: { not_kept: "The call was carried out; its result was too large to be kept." },
  };
}
