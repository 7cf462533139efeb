import type { Deadline } from "../../clock/clock.ts";
import type { Tool } from "../../tool/tool.ts";
import type { CallOptions } from "../call.ts";
import { lookFirst } from "../call-endings.ts";
import type { DispatchFailure, DispatchResult } from "../dispatch-result.ts";

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
  readonly tenantId: string;
  /** Of its record: the digest of tenant and key. */
  readonly id: string;
  readonly tool: Tool;
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
 * Whether a call whose process died may be made once more: it only reads, or its writes meet the first one's
 * by their key.
 */
export function mayRunAgain({ idempotency }: Tool): boolean {
  return idempotency !== "none";
}

/** Of failures only an unknown outcome is kept; after any other the key may be used again. */
export function isKept(result: DispatchResult): boolean {
  return result.ok || result.outcome_unknown === true;
}

/**
 * Whether a failed write by key may have written: a 5xx tells nothing of that, nor does a refusal of what
 * came after one. The provider tells a second writing by the key alone, so the same call must go on with the
 * same one. The tool's runs are counted rather than the result's attempts: a second run that was refused
 * before the network is no attempt.
 */
export function mayHaveWritten({ tool }: KeyedCall, result: DispatchResult, runs: number): boolean {
  const unsure = runs > 1 || (!result.ok && result.error_code === "transient");
  return tool.idempotency === "key" && unsure;
}

/**
 * What is left to say of a write that was interrupted. Its own attempts went down with it; of the answer's
 * there were none.
 */
export function interrupted({ tool }: KeyedCall): DispatchFailure {
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

/** What is kept of a write whose result is too large: that it was carried out. */
export function withoutBody(result: DispatchResult): DispatchResult {
  return {
    ...result,
    result: { not_kept: "The call was carried out; its result was too large to be kept." },
  };
}
