import type { Deadline } from "../clock/clock.ts";
import type { RunTrace } from "../policy/run-trace.ts";
import type { SpanContext } from "../tracing/tracer.ts";
import type { ApprovedCall } from "./approval-port.ts";

/** Options of a tool call. */
export interface CallOptions {
  /** The whole call must finish before this deadline. */
  deadline?: Deadline | undefined;
  signal?: AbortSignal | undefined;
  /** Receives a short message for people before each step, such as an attempt, a wait or a search. */
  onProgress?: ((message: string) => void) | undefined;
  requestId?: string | undefined;
  /** Parent span of the call's span. */
  span?: SpanContext | undefined;
  /**
   * Marks a call as one of very many similar ones, such as a watch's poll. Metrics count it without its
   * tenant if it succeeds.
   */
  routine?: boolean | undefined;
  /**
   * Overrides the retry policy's maximum number of attempts, for callers that retry on their own schedule.
   */
  maxAttempts?: number | undefined;
  /**
   * Set to false by callers that retry on their own schedule. If the provider then requests a wait
   * (`Retry-After`), the call fails at once and returns it.
   */
  waitsForRetryAfter?: boolean | undefined;
  /** Set if the request had an `Idempotency-Key`, under which unknown outcomes are then stored. */
  keyed?: KeyedBy | undefined;
  /** The run that the call belongs to, if any. */
  trace?: RunTrace | undefined;
  /** The caller's own ID of that run, for the log of calls. */
  runId?: string | undefined;
  /** The watches that this call polls for. The log of calls counts the poll for each of them. */
  watchIds?: readonly string[] | undefined;
  /** Set to false if the call is recorded elsewhere and must not appear in the log of calls. */
  isLogged?: boolean | undefined;
  /** Set to false if the arguments were written before the run read any untrusted text. */
  followsUntrustedText?: boolean | undefined;
  /** Requires approval regardless of the policy, for this reason: one sentence for people. */
  heldBecause?: string | undefined;
  /** Base URL of this service, without a trailing slash, for links shown to the caller. */
  baseUrl?: string | undefined;
  /** A person's approval of this call. The call does not wait again. It must equal the approved one. */
  approved?: ApprovedCall | undefined;
}

/** Effects of an `Idempotency-Key` on the call that has claimed it. */
interface KeyedBy {
  /** The idempotency key to send to the provider, instead of a new one. */
  providerKey: string;
  /** Called before each run of the tool. */
  noteRun(): void;
}
