import type { Deadline } from "../clock/clock.ts";
import type { RunTrace } from "../policy/run-trace.ts";
import type { SpanContext } from "../tracing/tracer.ts";
import type { ApprovedCall } from "./approval-port.ts";

/** Options that the caller of a dispatch may set. */
export interface CallOptions {
  /** The whole call must finish before this deadline. */
  deadline?: Deadline | undefined;
  signal?: AbortSignal | undefined;
  /** Receives a short message for people before each step: an attempt, a wait, a search. */
  onProgress?: ((message: string) => void) | undefined;
  requestId?: string | undefined;
  /** The span that the call's own span belongs to. */
  span?: SpanContext | undefined;
  /**
   * Marks one of very many similar calls, such as a watch's poll. If it succeeds, metrics count it without
   * its tenant.
   */
  routine?: boolean | undefined;
  /** Overrides the retry policy's limit, for a caller with its own schedule. */
  maxAttempts?: number | undefined;
  /**
   * Set to false by a caller with its own schedule: a wait that the provider asks for is then reported at
   * once.
   */
  holdsAskedWaits?: boolean | undefined;
  /**
   * Set when the request had an `Idempotency-Key`. A failure with an unknown outcome is then stored under
   * that key.
   */
  keyed?: KeyedBy | undefined;
  /** The run that the call belongs to, if any. */
  trace?: RunTrace | undefined;
  /** The caller's own ID for that run, used in the log of calls. */
  runId?: string | undefined;
  /** The watches that this call polls for. The log of calls counts it for each of them. */
  watchIds?: readonly string[] | undefined;
  /** Set to false to keep the call out of the log of calls, because it is recorded elsewhere. */
  isLogged?: boolean | undefined;
  /** Set to false when the arguments were written before the run read any outside text. */
  followsOutside?: boolean | undefined;
  /** Why the call must wait for a person, regardless of the policy. */
  heldBecause?: string | undefined;
  /** Base URL of this service, without a trailing slash, used for links shown to the caller. */
  baseUrl?: string | undefined;
  /**
   * A person's approval of this call. The call does not wait again, and is refused if it differs from what
   * was approved.
   */
  approved?: ApprovedCall | undefined;
}

/** Terms that an `Idempotency-Key` sets for the call that holds the key's claim. */
export interface KeyedBy {
  /** The key to send to a provider that supports idempotency keys, instead of a new one. */
  providerKey: string;
  /** Called before each run of the tool. */
  noteRun(): void;
}
