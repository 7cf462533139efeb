import { approvalOf, type DispatchResult } from "@plumbline/core/dispatch/dispatch-result.ts";
import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import { askForNearTool } from "@plumbline/core/policy/find-tool.ts";
import { echoArguments } from "@plumbline/core/tool/arguments.ts";
import { readCallArguments } from "@plumbline/core/tool/read-arguments.ts";
import type { Tool } from "@plumbline/core/tool/tool.ts";
import { GROUNDED_RESEARCH } from "@plumbline/grounding";
import type { ResearchOutcome } from "@plumbline/grounding/outcome";
import type { ToolCall, ToolResult } from "../model/model.ts";
import type { Chunk, OutputItem } from "./chunk.ts";
import { type Check, judgeWriteCall, refuseCall } from "./judge-write-call.ts";
import type { WaitingCall } from "./kept-run.ts";
import { callOnce } from "./repeated-writes.ts";
import {
  createReadUseChunk,
  maskArguments,
  type ReportedCall,
  reportResult,
  type ToolCallsOptions,
} from "./tool-results.ts";

/** Maximum number of concurrent calls in one turn. */
const MAX_CONCURRENT = 4;
/** Maximum number of calls made in one turn. */
const MAX_PER_TURN = 16;
/** Maximum length of a tool's name. Longer names from a model are truncated. */
const MAX_NAME = 64;

const STOPPED = [
  "The run was stopped before this call. Nothing was sent.",
  "Ask again if you still need it.",
] as const;

interface PlannedCall extends ReportedCall {
  place: number;
  /** For research that asks nothing new: what the conversation has found. */
  found?: ResearchOutcome | undefined;
}

/**
 * Makes the calls of one turn of the model. Announces all of them, then makes them concurrently and yields
 * each result as it arrives, and the reason of a refusal as text. Returns the results and the calls that wait
 * for approval. Runs research first, then reads, then writes, because the findings of a turn restrict its
 * writes.
 */
export async function* makeToolCalls(
  options: ToolCallsOptions,
  calls: readonly ToolCall[],
): AsyncGenerator<OutputItem, { results: ToolResult[]; waiting: WaitingCall[] }> {
  const { outside } = options;
  const planned = await Promise.all(calls.map((call, place) => plan(options, call, place)));
  for (const one of planned) yield await createReadUseChunk(one.use, one.tool, redactArguments(one));
  const results = new Map<ToolCall, ToolResult>();
  const waiting: WaitingCall[] = [];
  for (const group of groupCalls(planned)) {
    // The model wrote all calls of a group together, so what one of them reads cannot influence another.
    const followsUntrustedText = outside.isRead;
    const tasks = group.map((one) => async () => {
      const unverified: Chunk[] = [];
      return { one, unverified, result: await execute(options, one, followsUntrustedText, unverified) };
    });
    for await (const { one, result, unverified } of runConcurrently(tasks, MAX_CONCURRENT)) {
      if (result.ok) yield* unverified;
      results.set(one.call, yield* reportResult(options, one, result));
      const approval_id = approvalOf(result);
      if (approval_id === undefined) continue;
      const { call, use, place } = one;
      waiting.push({ ...use, approval_id, arguments: redactArguments(one), call, place });
    }
  }
  return { results: planned.flatMap(({ call }) => results.get(call) ?? []), waiting };
}

function redactArguments({ tool, call }: PlannedCall): unknown {
  return echoArguments(tool, maskArguments(call));
}

function isResearch({ tool }: PlannedCall): boolean {
  return tool?.name === GROUNDED_RESEARCH;
}

/** Splits calls into groups. Calls of a group run concurrently, the groups one after another. */
function groupCalls(planned: readonly PlannedCall[]): PlannedCall[][] {
  const writes = ({ tool }: PlannedCall) => tool?.effect === "write";
  return [
    planned.filter(isResearch),
    planned.filter((one) => !isResearch(one) && !writes(one)),
    planned.filter(writes),
  ];
}

/** Parses a call's arguments, so that what is shown, checked and stored equals what would be sent. */
async function plan(
  { offered, ports, complete }: ToolCallsOptions,
  asked: ToolCall,
  place: number,
): Promise<PlannedCall> {
  const tool = offered.find(({ name }) => name === asked.name);
  const use = { tool_use_id: ports.random.uuid(), name: tool?.name ?? asked.name.slice(0, MAX_NAME) };
  if (!tool || !("arguments" in asked)) return { call: asked, place, use, tool };
  const { args, found } = await complete(tool, readCallArguments(tool, asked.arguments).arguments);
  return { call: { ...asked, arguments: args }, place, use, tool, found };
}

async function execute(
  calling: ToolCallsOptions,
  { call, tool, use, place, found }: PlannedCall,
  followsUntrustedText: boolean,
  unverified: Chunk[],
): Promise<DispatchResult> {
  const { ports, caller, research, writes, offered, options, noteOutside } = calling;
  if (!tool) {
    const near = askForNearTool(use.name, offered);
    return refuseCall(use.name, `There is no tool with that name.${near}`, "Call one of the tools offered.");
  }
  if (!("arguments" in call))
    return refuseCall(
      tool.name,
      "The arguments of the call are not valid JSON.",
      "Call it again with one JSON object.",
    );
  if (place >= MAX_PER_TURN)
    return refuseCall(
      tool.name,
      `More than ${MAX_PER_TURN} calls in one turn.`,
      "Make this call in the next turn.",
    );
  if (found) return { ok: true, tool: tool.name, result: found, attempts: 0, elapsed_ms: 0 };
  if (tool.name === GROUNDED_RESEARCH && !research.maySearch)
    return refuseCall(
      tool.name,
      "Two searches found no answer, and this run will not make a third one.",
      "Ask again in other words.",
    );
  const judged = await judgeWriteCall(tool, call.arguments, research, checkFor(calling));
  if (judged.refused) return judged.refused;
  unverified.push(...judged.unverified);
  return callOnce(writes, tool, call.arguments, (heldBecause) =>
    callIfPermitted(tool, async () => {
      await noteOutside(tool);
      const { arguments: args } = call;
      const { signal, ...others } = options();
      const isWrite = tool.effect === "write";
      if (isWrite && signal?.aborted) return refuseCall(tool.name, ...STOPPED);
      // Does not pass the signal: a write in progress must finish, or its outcome would be unknown.
      const made = { ...others, followsUntrustedText, heldBecause, ...(!isWrite && { signal }) };
      return ports.dispatcher.call(caller, tool.name, args, made);
    }),
  );
}

function checkFor({ ports, caller, research, options, ask }: ToolCallsOptions): Check {
  return {
    async search(query) {
      const { trace: _read, ...call } = options();
      const { result } = await ports.dispatcher.run(caller, ports.researchTool, { query }, call);
      return research.addCheckOutcome(ports.random.uuid(), result);
    },
    ask,
  };
}

/**
 * Reports arguments that the caller's key may not send as a refusal to the model, instead of ending the run.
 */
async function callIfPermitted(tool: Tool, call: () => Promise<DispatchResult>): Promise<DispatchResult> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== "forbidden") throw error;
    return refuseCall(tool.name, error.message, "Ask the tenant's administrator for a key that may use it.");
  }
}

/**
 * Yields the results of tasks in order of completion, with at most `bound` tasks in progress. If a task
 * throws, starts no other, awaits those in progress and then rethrows, so that completed work is reported.
 */
export async function* runConcurrently<Result>(
  tasks: readonly (() => Promise<Result>)[],
  bound: number,
): AsyncGenerator<Result, void> {
  const waiting = tasks.entries();
  const underWay = new Map<number, Promise<TaskResult<Result>>>();
  let failure: { error: unknown } | undefined;
  const begin = () => {
    while (!failure && underWay.size < bound) {
      const { value } = waiting.next();
      if (!value) return;
      underWay.set(value[0], runTask(...value));
    }
  };
  for (begin(); underWay.size > 0; begin()) {
    const one = await Promise.race(underWay.values());
    underWay.delete(one.index);
    if ("error" in one) failure ??= one;
    else yield one.result;
  }
  if (failure) throw failure.error;
}

type TaskResult<Result> = { index: number } & ({ result: Result } | { error: unknown });

/** Runs a task. Never rejects, because nobody may be listening any more. */
async function runTask<Result>(index: number, task: () => Promise<Result>): Promise<TaskResult<Result>> {
  try {
    return { index, result: await task() };
  } catch (error) {
    return { index, error };
  }
}
