import type { ToolRegistry } from "@plumbline/core/tool/tool-registry.ts";
import { type Chunk, gapAfter, type StopReason, type Usage } from "./chunk.ts";

/** A write that the model called in a run. */
export interface RunWrite {
  tool_use_id: string;
  tool: string;
  /** `unknown`: it may have been carried out. `not_made`: nothing was sent, or it was refused. */
  outcome: "made" | "not_made" | "unknown" | "waiting" | "under_way";
  approval_id: string | null;
}

/** A run as shown to its caller. */
export interface RunDetail {
  run_id: string;
  conversation_id: string | null;
  /** `interrupted`: the process that executed it died. */
  state: "running" | "waiting" | "ended" | "interrupted";
  stop_reason: StopReason | null;
  /** All text of the run so far, with a blank line where it was resumed. */
  text: string;
  writes: readonly RunWrite[];
  /** The tokens of all its parts; `null` while it runs. */
  usage: Usage | null;
}

interface DescribedRun {
  isRunning: boolean;
  registry: Pick<ToolRegistry, "get">;
}

/** Describes a run from all its chunks. */
export async function describeRun(
  run_id: string,
  told: readonly Chunk[],
  { isRunning, registry }: DescribedRun,
): Promise<RunDetail> {
  const start = told.findLast((chunk) => chunk.type === "start");
  const last = told.at(-1);
  const done = last?.type === "done" ? last : undefined;
  return {
    run_id,
    conversation_id: start?.conversation_id ?? null,
    state: getState(done, isRunning),
    stop_reason: done?.stop_reason ?? null,
    text: joinTexts(told),
    writes: await listWrites(told, getUnresolvedOutcome(done, isRunning), registry),
    usage: done ? sumUsage(told) : null,
  };
}

/** Returns the texts of all parts of the run, with a blank line between them. */
function joinTexts(told: readonly Chunk[]): string {
  let text = "";
  let isNewPart = false;
  for (const chunk of told) {
    if (chunk.type === "start") isNewPart = true;
    if (chunk.type !== "text_delta") continue;
    if (isNewPart) text += gapAfter(text);
    isNewPart = false;
    text += chunk.text;
  }
  return text;
}

/** Adds up the tokens of all parts of the run. */
function sumUsage(told: readonly Chunk[]): Usage {
  const sum = { input_tokens: 0, output_tokens: 0 };
  for (const chunk of told) {
    if (chunk.type !== "done") continue;
    sum.input_tokens += chunk.usage.input_tokens;
    sum.output_tokens += chunk.usage.output_tokens;
  }
  return sum;
}

function getState(done: { stop_reason: StopReason } | undefined, isRunning: boolean): RunDetail["state"] {
  if (done) return done.stop_reason === "approval" ? "waiting" : "ended";
  return isRunning ? "running" : "interrupted";
}

/**
 * Returns the outcome of a write without a result. A stopped run has waited for its writes in progress. After
 * any other end, the outcome is unknown.
 */
function getUnresolvedOutcome(
  done: { stop_reason: StopReason } | undefined,
  isRunning: boolean,
): RunWrite["outcome"] {
  if (done) return done.stop_reason === "stopped" ? "not_made" : "unknown";
  return isRunning ? "under_way" : "unknown";
}

/** Returns the run's writes. A call keeps its ID if its result comes later, after an approval. */
async function listWrites(
  told: readonly Chunk[],
  lost: RunWrite["outcome"],
  registry: DescribedRun["registry"],
): Promise<RunWrite[]> {
  const writes = new Map<string, RunWrite>();
  for (const chunk of told) {
    if (chunk.type === "tool_use" && (await registry.get(chunk.name))?.effect === "write") {
      const { tool_use_id, name: tool } = chunk;
      writes.set(tool_use_id, { tool_use_id, tool, outcome: lost, approval_id: null });
    }
    const write = "tool_use_id" in chunk ? writes.get(chunk.tool_use_id ?? "") : undefined;
    if (write && chunk.type === "tool_result") write.outcome = getOutcome(chunk);
    if (write && chunk.type === "approval_required") write.approval_id = chunk.approval_id;
  }
  return [...writes.values()];
}

function getOutcome(result: Extract<Chunk, { type: "tool_result" }>): RunWrite["outcome"] {
  if (!result.is_error) return "made";
  if (result.error_code === "approval_required") return "waiting";
  const { outcome_unknown } = Object(result.content) as { outcome_unknown?: boolean };
  return outcome_unknown ? "unknown" : "not_made";
}
