import type { ToolCaller } from "@plumbline/core/access/caller.ts";
import type { ApprovalAnswers } from "@plumbline/core/approvals/approval-answers.ts";
import type { Approvals } from "@plumbline/core/approvals/approvals.ts";
import type { Clock } from "@plumbline/core/clock/clock.ts";
import type { WaitEntry } from "@plumbline/core/conversations/conversation-records.ts";
import type { Conversations } from "@plumbline/core/conversations/conversations.ts";
import type { Ledger } from "@plumbline/core/conversations/ledger.ts";
import { MessageWrites } from "@plumbline/core/conversations/message-writes.ts";
import type { RunLog } from "@plumbline/core/conversations/run-log.ts";
import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import type { Chunk, StopReason } from "./chunk.ts";
import { loadLines } from "./kept-lines.ts";
import type { KeptRun } from "./kept-run.ts";
import { writeRunLine } from "./run-lines.ts";

/** Creates the chunks for a wait that ended without resuming the run. */
export function reportEndOfWait(
  { run_id, conversation_id, decision: { score, reasons, requiresGrounding } }: KeptRun,
  why: ServiceError | StopReason,
  elapsed_ms: number,
): Chunk[] {
  const isError = why instanceof ServiceError;
  return [
    {
      type: "start",
      run_id,
      conversation_id,
      requires_grounding: requiresGrounding,
      gate: { score, reasons },
    },
    ...(isError ? [{ type: "error", error_code: why.code, message: why.message } as const] : []),
    {
      type: "done",
      stop_reason: isError ? "error" : why,
      usage: { input_tokens: 0, output_tokens: 0 },
      elapsed_ms,
    },
  ];
}

/** Formats a report for the run's log. */
export function writeReport(report: readonly Chunk[], at: number): string {
  return report.map((chunk) => writeRunLine({ at, chunk })).join("");
}

export interface StopPorts {
  conversations: Pick<Conversations, "openAt" | "chats">;
  approvals: Pick<Approvals, "record" | "findLatestId" | "withdraw">;
  approvalAnswers: Pick<ApprovalAnswers, "resultOf">;
  clock: Clock;
}

/**
 * Stops a run that waits for approval: stores its end, then denies its calls, except those for which another
 * run waits too. Returns `false` if the run does not wait. Can be repeated after an interruption.
 */
export async function stopWaitingRun(ports: StopPorts, caller: ToolCaller, log: RunLog): Promise<boolean> {
  const { tenantId } = caller;
  for (;;) {
    const ledger = await ports.conversations.openAt(tenantId, log.conversation);
    const waits = ledger.entries.all.filter((entry) => entry.type === "wait");
    const own = waits.filter(({ run_id }) => run_id === log.runId);
    const open = own.find(({ standing }) => standing === "waiting");
    if (open) {
      await storeStop(ports, ledger, open);
      continue;
    }
    const stopped = own.find(({ standing }) => standing === "stopped");
    if (!stopped) return false;
    const others = waits.filter(({ standing }) => standing === "waiting");
    // A person may have changed a call, and another run may wait for the changed call.
    const latestId = (id: string) => ports.approvals.findLatestId(tenantId, id);
    const awaited = await Promise.all(others.flatMap(({ approval_ids }) => approval_ids).map(latestId));
    for (const id of await Promise.all(stopped.approval_ids.map(latestId)))
      if (!awaited.includes(id)) await ports.approvals.withdraw(tenantId, id, { keyId: caller.keyId });
    await settleWrites(ports, ledger, stopped);
    const place = { ...ledger.conversation, tenantId };
    const readOutput = async () => (await ledger.runLog(log.runId).readNext()).text;
    await ports.conversations.chats.runs.store(place, log.runId, readOutput);
    return true;
  }
}

/** Stores that the run has ended, unless it is resumed at the same time. */
async function storeStop({ clock }: StopPorts, ledger: Ledger, wait: WaitEntry): Promise<void> {
  const log = ledger.runLog(wait.run_id);
  const run = await log.readState<KeptRun>();
  await loadLines(log);
  const report = run ? reportEndOfWait(run, "stopped", 0) : [];
  await log.appendWhileWaiting(wait, writeReport(report, clock.now()), "stopped");
}

/** Stores the outcomes of the calls, and forgets those that were not made, so that they may be made again. */
async function settleWrites(
  { approvals, approvalAnswers, clock }: StopPorts,
  ledger: Ledger,
  { tenant_id, run_id: runId, approval_ids }: WaitEntry,
): Promise<void> {
  const writes = new MessageWrites({ ledger, runId, message: "", now: () => clock.now() });
  for (const id of approval_ids)
    await writes.recordDecision(id, await approvalAnswers.resultOf(await approvals.record(tenant_id, id)));
  await ledger.entries.settle(writes.settled);
}
