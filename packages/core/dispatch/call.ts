import type { Secret } from "../access/secret.ts";
import type { CredentialRecord } from "../credentials/credential.ts";
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
  /** One of very many whose success their caller tells in a line of its own: logged at `debug`, a failure as ever. */
  routine?: boolean | undefined;
  /** For a caller with a schedule of its own; left out, what the retry policy allows. */
  maxAttempts?: number | undefined;
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
  attempts: number;
  /** Milliseconds spent between attempts. */
  waitedMs: number;
  credential?: CredentialRecord | undefined;
  open?: OpenCredential;
  http?: CallHttp;
  /** Some attempt's write may have been carried out. */
  outcomeUnknown: boolean;
  /** Why there was no further attempt. */
  reason?: RetryReason;
  /** Seconds after which another call may succeed. */
  retryAfterSeconds?: number | undefined;
}
