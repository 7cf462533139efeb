import type { CallRecorder } from "../calls/call-log.ts";
import {
  type CallFacts,
  type CallOutcome,
  callerFacts,
  fitArguments,
  type ShownArguments,
} from "../calls/call-record.ts";
import { echoArguments, openArguments } from "../tool/arguments.ts";
import type { Call } from "./call.ts";
import { redactResult } from "./redaction.ts";

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

/**
 * The arguments as they may be kept. The names of a tool's own arguments and the id of the credential that
 * was used are no secrets, so they are not searched: this is on the way of every call.
 */
function showArguments({ tool, arguments: args, secrets, progress }: Call): ShownArguments {
  const echoed = echoArguments(tool, args);
  if (echoed === null || typeof echoed !== "object" || Array.isArray(echoed) || secrets.isEmpty)
    return fitArguments(redactResult(echoed, secrets));
  const own = openArguments(tool);
  const shown = Object.entries(echoed).map(([name, value]) => {
    if (!own.has(name)) return [secrets.redact(name), value];
    return [name, value === progress.credential?.id ? value : redactResult(value, secrets)];
  });
  return fitArguments(Object.fromEntries(shown));
}
