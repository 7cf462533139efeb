import type { ToolCaller } from "../../access/caller.ts";
import type { Deadline } from "../../clock/clock.ts";
import type { Tool } from "../../tool/tool.ts";
import { lookFirst } from "../call-endings.ts";
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
  /** Nothing was done: the result is of an earlier call. */
  replayed: boolean;
}

/** A call that came with an `Idempotency-Key`. */
export interface KeyedCall {
  readonly caller: ToolCaller;
  /** Of its record: the digest of tenant and key. */
  readonly id: string;
  readonly tool: Tool;
  /** As they were read. */
  readonly args: unknown;
  readonly fingerprint: string;
  readonly fingerprintCipher: string;
  readonly options: CallOptions;
  /** On the clock's monotonic scale. */
  readonly startedAt: number;
  /** Claiming and the call share it. */
  readonly deadline: Deadline;
}

/**
 * Returns true when a call whose process died may be made once more: it only reads, or the provider
 * recognizes a repeated write by its key.
 */
export function mayRunAgain({ idempotency }: Tool): boolean {
  return idempotency !== "none";
}

/**
 * Of failures only an unknown outcome and a call that waits for a person are kept; after any other the key
 * may be used again.
 */
export function isKept(result: DispatchResult): boolean {
  return result.ok || result.outcome_unknown === true || approvalOf(result) !== undefined;
}

/**
 * Returns true when a failed write with a provider key may have been carried out. A 5xx does not rule that
 * out, nor does a refusal of a later try. The provider recognizes a repeated write by the key alone, so the
 * same call must continue with the same key. This counts the tool's runs and not the result's attempts,
 * because a second run that was refused before the network is not an attempt.
 */
export function mayHaveWritten({ tool }: KeyedCall, result: DispatchResult, runs: number): boolean {
  const unsure = runs > 1 || (!result.ok && result.error_code === "transient");
  return tool.idempotency === "key" && unsure;
}

/**
 * Returns the failure for a write that was interrupted. The count of its own attempts was lost with it, and
 * the call that receives this answer made no attempt.
 */
export function interruptedWrite({ tool }: KeyedCall): DispatchFailure {
  return {
    ok: false,
    tool: tool.name,
    refusal_reason: "The first call with this Idempotency-Key was interrupted, and its outcome is not known.",
    error_code: "transient",
    next_step: lookFirst(true),
    outcome_unknown: true,
    attempts: 0,
    elapsed_ms: 0,
  };
}

/**
 * Returns the result of a write without its body, which is too large to keep; it still says that the write
 * was carried out.
 */
export function withoutBody(result: DispatchResult): DispatchResult {
  return {
    ...result,
    result: { not_kept: "The call was carried out; its result was too large to be kept." },
  };
}
