import type { Secret } from "../access/secret.ts";
import type { CredentialName, CredentialRecord } from "../credentials/credential.ts";
import type { OpenCredential } from "../credentials/resolver.ts";
import type { Tool } from "../tool/tool.ts";
import type { CallHttp } from "./call-http.ts";
import type { RetryReason } from "./retry-policy.ts";

/** What the caller of a dispatch may set. */
export interface CallOptions {
  /** Milliseconds until the whole call must be over. */
  deadlineMs?: number | undefined;
  signal?: AbortSignal | undefined;
  requestId?: string | undefined;
  /** One of very many of the same kind (a watch's look): where it worked, it is counted without its tenant. */
  routine?: boolean | undefined;
  /** For a caller with a schedule of its own; left out, what the retry policy allows. */
  maxAttempts?: number | undefined;
  /** False: a wait that the provider asks for is told at once and never held, for a caller with a schedule of its own. */
  holdsAskedWaits?: boolean | undefined;
  /** It came with an `Idempotency-Key`, so that a failure whose outcome is unknown is kept under that key. */
  keyed?: boolean | undefined;
}

/** One call on its way through the dispatcher; what is known of it so far goes into its result and its log line. */
export interface Call {
  readonly tool: Tool;
  /** Its log line's name: whether it is made or only shown. */
  readonly event: "tool_call" | "tool_preview";
  readonly tenantId: string;
  readonly options: CallOptions;
  /** On the clock's monotonic scale, as is the deadline. */
  readonly startedAt: number;
  readonly deadlineAt: number;
  /** Everything that must not be seen in a result, a refusal or the log. */
  readonly secrets: Secret[];
  /** Tries in which something could have gone to the network. */
  attempts: number;
  /** Every try, for the retry policy: also one that was refused before the network. */
  tries: number;
  /** Something could have gone to the network in the present try. */
  reachedOut: boolean;
  /** Milliseconds spent between attempts. */
  waitedMs: number;
  credential?: CredentialRecord | undefined;
  /** The credential as results and log lines name it. */
  accountName?: CredentialName;
  open?: OpenCredential;
  http?: CallHttp;
  /** Some attempt's write may have been carried out. */
  outcomeUnknown: boolean;
  /** Why there was no further attempt. */
  reason?: RetryReason;
  /** Seconds after which another call may succeed. */
  retryAfterSeconds?: number | undefined;
}

/**
 * Whether a write that nothing makes safe was answered with a failure of the provider's own, so that it may have happened and a
 * further try may have made a second one.
 */
export function isWriteInDoubt({ tool, http }: Call): boolean {
  return tool.idempotency === "none" && http !== undefined && http.mayHaveWritten;
}
