import type { ToolCaller } from "../access/caller.ts";
import { AdapterValidationError } from "../errors/adapter-error.ts";
import { decide, describeDestination } from "../policy/decide.ts";
import { traceWithoutRun } from "../policy/run-traces.ts";
import type { ApprovalDestination } from "./approval-port.ts";
import type { Call } from "./call.ts";

/** Verdict of the tenant's policy and the run's trace on a call that is ready to be sent. */
export interface JudgedCall {
  destinations: ApprovalDestination[];
  /** Why it has to wait for a person; `undefined` when it may go out. */
  waitsBecause: string | undefined;
}

/** Judges a call before it is sent. Throws AdapterValidationError for one that the policy allows nowhere. */
export function judgeCall(call: Call, { policy }: ToolCaller, input: Record<string, unknown>): JudgedCall {
  const { tool, progress, options } = call;
  const { credential } = progress;
  const account = credential && { kind: credential.kind, label: credential.label };
  const destinations = tool.destinations?.(input, account) ?? [];
  const trace = options.trace ?? traceWithoutRun({ policy });
  const decision = decide({
    tool,
    destinations,
    policy,
    trace: options.followsOutside === false ? undefined : trace,
  });
  if (decision.may === "not")
    throw new AdapterValidationError(decision.reason, {
      nextStep: "Ask whoever sets the tenant's policy to add it to allowed_destinations.",
    });
  return {
    destinations: destinations.map((one) => ({ ...one, label: describeDestination(one) })),
    waitsBecause: decision.may === "wait" ? decision.reason : undefined,
  };
}
