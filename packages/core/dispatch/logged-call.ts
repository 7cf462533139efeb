import type { CallRecorder } from "../calls/call-log.ts";
import { type CallFacts, type CallOutcome, callerFacts, fitArguments } from "../calls/call-record.ts";
import type { Call } from "./call.ts";
import { showArguments } from "./shown-arguments.ts";

/** The end of a call, as the log keeps it. */
export interface CallEnding {
  outcome: CallOutcome;
  errorCode?: string | undefined;
  approvalId?: string | undefined;
}

/** Enters a call that has ended into the log; looks of watches are counted there. */
export function logCall(log: CallRecorder, call: Call, ending: CallEnding): void {
  const { tenantId, options } = call;
  const facts = factsOf(call, ending);
  if (options.watchIds === undefined) log.record(tenantId, facts, fitArguments(showArguments(call)));
  else for (const watchId of options.watchIds) log.countLook(tenantId, watchId, facts);
}

function factsOf(call: Call, { outcome, errorCode, approvalId }: CallEnding): CallFacts {
  const { tool, owner, options, progress, elapsedMs, accountName } = call;
  return {
    tool: tool.name,
    outcome,
    error_code: errorCode,
    elapsed_ms: elapsedMs,
    attempts: progress.attempts,
    ...callerFacts(owner, options),
    credential: accountName,
    approval_id: approvalId ?? options.approved?.approvalId,
  };
}
