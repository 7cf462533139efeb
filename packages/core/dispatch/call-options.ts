import type { Deadline } from "../clock/clock.ts";
import type { RunTrace } from "../policy/run-trace.ts";
import type { ApprovedCall } from "./approval-port.ts";

/** Options that the caller of a dispatch may set. */
export interface CallOptions {
  /** By then the whole call must be over. */
  deadline?: Deadline | undefined;
  signal?: AbortSignal | undefined;
  /** Hears in a few words for people what the call does next: an attempt, a wait, a search. */
  onProgress?: ((message: string) => void) | undefined;
  requestId?: string | undefined;
  /**
   * One of very many of the same kind (a watch's look): where it worked, it is counted without its tenant.
   */
  routine?: boolean | undefined;
  /** For a caller with a schedule of its own; left out, what the retry policy allows. */
  maxAttempts?: number | undefined;
  /**
   * False: a wait that the provider asks for is reported at once and never held, for a caller with its own
   * schedule.
   */
  holdsAskedWaits?: boolean | undefined;
  /** It came with an `Idempotency-Key`, so that a failure whose outcome is unknown is kept under that key. */
  keyed?: KeyedBy | undefined;
  /** The run that the call belongs to; left out, it belongs to none. */
  trace?: RunTrace | undefined;
  /** The caller's own name of that run, for the log of calls. */
  runId?: string | undefined;
  /** It is a look for these watches: the log of calls counts it for each. */
  watchIds?: readonly string[] | undefined;
  /** False: the log of calls leaves it out, as something else tells of it. */
  isLogged?: boolean | undefined;
  /** False: its arguments were written before outside text came into the run, whatever came since. */
  followsOutside?: boolean | undefined;
  /** Why the call waits for a person, whatever its policy says. */
  heldBecause?: string | undefined;
  /** Where this service is reached, without a slash at the end, for links in what a caller reads. */
  baseUrl?: string | undefined;
  /** A person has agreed to this very call: it does not wait again, and is refused if it is another. */
  approved?: ApprovedCall | undefined;
}

/** Terms that an `Idempotency-Key` sets for the call that holds its claim. */
export interface KeyedBy {
  /** The key that is sent to a provider which knows such keys, in place of a new one. */
  providerKey: string;
  /** Called before each run of the tool. */
  noteRun(): void;
}
