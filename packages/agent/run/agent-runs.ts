import type { ToolCaller } from "@plumbline/core/access/caller.ts";
import type { Clock } from "@plumbline/core/clock/clock.ts";
import { ownerOf } from "@plumbline/core/conversations/conversation-owner.ts";
import type { ConversationRuns } from "@plumbline/core/conversations/conversation-runs.ts";
import type { RunLog } from "@plumbline/core/conversations/run-log.ts";
import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import type { ToolRegistry } from "@plumbline/core/tool/define-tool.ts";
import { describeRun, type RunDetail } from "./describe-run.ts";
import { KeptLines } from "./kept-lines.ts";
import { LiveRun, type RunReading, type StartedRun } from "./live-run.ts";
import { passed } from "./run-end.ts";

/** Polling interval for a reader of a run that another process executes. */
const LOOK_EVERY_MS = 1_000;
/** Longest wait for a write in progress when stopping a run. */
const STOP_PATIENCE_MS = 10_000;

export interface AgentRunsPorts {
  conversations: { runs: ConversationRuns };
  registry: ToolRegistry;
  clock: Clock;
}

/**
 * Finds the agent's runs for their callers: runs of this process in memory, all others in the store. Throws
 * ServiceError `not_found` for a run of another caller.
 */
export class AgentRuns {
  readonly #ports: AgentRunsPorts;
  readonly #live = new Map<string, LiveRun>();

  constructor(ports: AgentRunsPorts) {
    this.#ports = ports;
  }

  /** Executes a run regardless of readers. Aborting `stopping` lets the run end by itself. */
  make(caller: ToolCaller, run: StartedRun, stopping: AbortController): LiveRun {
    const live = new LiveRun(run, stopping, this.#ports.clock);
    const key = keyOf(caller, run.runId);
    this.#live.set(key, live);
    void live.ended.then(() => this.#live.get(key) === live && this.#live.delete(key));
    return live;
  }

  /**
   * Returns whether a request of this process waits for the approval of a run. Other readers can then join
   * it.
   */
  isAwaited(caller: ToolCaller, runId: string): boolean {
    return this.#live.get(keyOf(caller, runId))?.isWaiting === true;
  }

  /**
   * Reads a run and follows it until it ends. `after` is the number of the last chunk that the reader has. If
   * omitted, reading begins at the latest `start`.
   */
  async read(
    caller: ToolCaller,
    runId: string,
    { after, signal }: { after?: number | undefined; signal: AbortSignal },
  ): Promise<RunReading> {
    const live = this.#live.get(keyOf(caller, runId))?.read(after, signal);
    if (live) return live;
    const log = await this.#find(caller, runId);
    const lines = new KeptLines(log);
    await lines.readOn();
    const first = after === undefined ? lines.latestStart : after + 1;
    return { first, chunks: lines.follow(first, this.#ports.clock, signal) };
  }

  /** Returns a run's progress and its writes. */
  async describe(caller: ToolCaller, runId: string): Promise<RunDetail> {
    const log = await this.#find(caller, runId);
    const live = this.#live.get(keyOf(caller, runId));
    const isUnderWay = live !== undefined || (await log.isUnderWay());
    const lines = new KeptLines(log);
    await lines.readOn();
    const told = live ? [...lines.before(live.first), ...live.told] : lines.all;
    return describeRun(runId, told, { isUnderWay, registry: this.#ports.registry });
  }

  /**
   * Stops a run, whichever process executes it, and returns its state. Waits up to ten seconds for a write in
   * progress.
   */
  async stop(caller: ToolCaller, runId: string): Promise<RunDetail> {
    const live = this.#live.get(keyOf(caller, runId));
    if (live) {
      live.stop();
      await Promise.race([live.ended, passed(this.#ports.clock, STOP_PATIENCE_MS)]);
      return this.describe(caller, runId);
    }
    const log = await this.#find(caller, runId);
    const { clock } = this.#ports;
    const giveUpAt = clock.monotonic() + STOP_PATIENCE_MS;
    // Also if the run waits, because a request may be waiting for its approval.
    await log.askToStop();
    while ((await log.isUnderWay()) && clock.monotonic() < giveUpAt) await passed(clock, LOOK_EVERY_MS);
    return this.describe(caller, runId);
  }

  async #find(caller: ToolCaller, runId: string): Promise<RunLog> {
    const log = await this.#ports.conversations.runs.find(caller, runId);
    if (log) return log;
    throw new ServiceError("not_found", "There is no such run, or its conversation has been erased.");
  }
}

function keyOf(caller: ToolCaller, runId: string): string {
  const { tenantId, digest } = ownerOf(caller);
  return `${tenantId}/${digest}/${runId}`;
}
