import type { EarlierWrite, MessageWrites } from "@plumbline/core/conversations/message-writes.ts";
import type { DispatchResult } from "@plumbline/core/dispatch/dispatch-result.ts";
import type { Tool } from "@plumbline/core/tool/tool.ts";
import { refuseCall } from "./judge-write-call.ts";

const REFUSALS: Readonly<Record<EarlierWrite["standing"], readonly [reason: string, nextStep: string]>> = {
  made: [
    "The same call was already made for this message.",
    "Its result is above. Change the call if a second one is wanted.",
  ],
  unknown: [
    "The same call was made for this message already, and it is unknown whether it was carried out.",
    "Check whether it arrived; do not repeat it.",
  ],
  waiting: ["The same call is already waiting for approval.", "Wait for the decision; do not repeat it."],
  decided: [
    "A person has already decided about the same call in this run.",
    "Its result is above; do not repeat it.",
  ],
  under_way: ["The same call is in progress.", "Wait for its result; do not repeat it."],
  twice: ["This turn has the same call twice; it is made once.", "Continue from its one result."],
};

/**
 * Makes a call unless the run has already made the same write. A model that repeats a write verbatim has lost
 * track, so it is not sent twice. If the same message was run before, returns the result of the write from
 * that run.
 */
export async function callOnce(
  writes: MessageWrites,
  tool: Tool,
  args: unknown,
  call: (heldBecause: string | undefined) => Promise<DispatchResult>,
): Promise<DispatchResult> {
  const decision = await writes.decide(tool, args);
  if (decision.may === "not") return describeRepeated(tool, decision.earlier);
  // If this throws, the outcome is unknown, so the write stays marked as in progress and is not repeated.
  const result = await call(decision.heldBecause);
  await decision.settle(result);
  return result;
}

function describeRepeated({ name }: Tool, { standing, result }: EarlierWrite): DispatchResult {
  if (result !== undefined && standing !== "unknown") {
    const mark = result.ok ? { made_before: true as const } : {};
    return { ...result, ...mark, attempts: 0, elapsed_ms: 0 };
  }
  const refusal = refuseCall(name, ...REFUSALS[standing]);
  return standing === "unknown" ? { ...refusal, outcome_unknown: true } : refusal;
}
