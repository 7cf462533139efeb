import type { CallRecorder, ShownArguments } from "../calls/call-log.ts";
import type { CallFacts, CallOutcome } from "../calls/call-record.ts";
import { echoArguments } from "../tool/arguments.ts";
import { shrinkJson } from "../tool/fit-result.ts";
import type { Call } from "./call.ts";
import { redactResult } from "./redaction.ts";

/** Characters of one call's arguments, as JSON, that the log keeps. */
const MOST_CHARS = 8_192;

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
  if (options.watchIds === undefined) log.record(tenantId, facts, showArguments(call));
  else for (const watchId of options.watchIds) log.countLook(tenantId, watchId, facts);
}

/** Leaves out what does not apply: the facts are written as JSON. */
function factsOf(call: Call, { outcome, errorCode, approvalId }: CallEnding): CallFacts {
  const { tool, owner, options, progress, elapsedMs, accountName } = call;
  const { keyId, session } = owner;
  const approval = approvalId ?? options.approved?.approvalId;
  return {
    tool: tool.name,
    outcome,
    elapsed_ms: elapsedMs,
    attempts: progress.attempts,
    ...(errorCode === undefined ? {} : { error_code: errorCode }),
    ...(keyId === undefined ? {} : { key_id: keyId }),
    ...(session === undefined ? {} : { session_id: session.id }),
    ...(session?.endUser === undefined ? {} : { end_user: session.endUser }),
    ...(accountName === undefined ? {} : { credential: accountName }),
    ...(options.requestId === undefined ? {} : { request_id: options.requestId }),
    ...(options.runId === undefined ? {} : { run_id: options.runId }),
    ...(approval === undefined ? {} : { approval_id: approval }),
  };
}

/** Secrets are taken out before anything is cut: half a secret would not be found. */
function showArguments({ tool, arguments: args, secrets }: Call): ShownArguments {
  const shown = redactResult(echoArguments(tool, args), secrets);
  const json = JSON.stringify(shown) ?? "null";
  if (json.length <= MOST_CHARS) return { json, isCut: false };
  return { json: JSON.stringify(shrinkJson(shown, MOST_CHARS)), isCut: true };
}
