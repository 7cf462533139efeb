import type { ToolCaller } from "@plumbline/core/access/caller.ts";
import type { ChatKey } from "@plumbline/core/conversations/chat-records.ts";
import type { ChatRuns, RunFacts } from "@plumbline/core/conversations/chat-runs.ts";
import {
  type ConversationOwner,
  mayReadAllConversations,
  ownerOf,
} from "@plumbline/core/conversations/conversation-owner.ts";
import type { Conversations } from "@plumbline/core/conversations/conversations.ts";
import type { RunOutput } from "@plumbline/core/conversations/run-log.ts";
import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import type { ToolRegistry } from "@plumbline/core/tool/tool-registry.ts";
import type { Chunk } from "./chunk.ts";
import { describeRun, type RunDetail } from "./describe-run.ts";
import { type StopPorts, stopWaitingRun } from "./end-of-wait.ts";
import { type KeptLines, loadLines, POLL_INTERVAL_MS } from "./kept-lines.ts";
import { LiveRun, type RunReading, type StartedRun } from "./live-run.ts";
import { waitOrAbort } from "./run-end.ts";
import type { RunLine } from "./run-lines.ts";
import { showDecision } from "./show-decision.ts";

/** Maximum wait for a write in progress when stopping a run. */
const STOP_TIMEOUT_MS = 10_000;

export interface AgentRunsPorts extends StopPorts {
  conversations: Pick<Conversations, "runs" | "chats" | "openAt">;
  registry: ToolRegistry;
}

/**
 * Finds runs for their callers: runs of this process in memory, all others in the store. Throws ServiceError
 * `not_found` for another caller's run.
 */
export class AgentRuns {
  readonly #ports: AgentRunsPorts;
  readonly #live = new Map<string, LiveRun>();
  readonly #starting = new Map<string, Promise<unknown>>();

  constructor(ports: AgentRunsPorts) {
    this.#ports = ports;
  }

  /** Starts a run. Readers in this process wait for that, so that they need not poll the store. */
  async start<Started>(caller: ToolCaller, runId: string, start: () => Promise<Started>): Promise<Started> {
    const key = createKey(ownerOf(caller), runId);
    const starting = start();
    this.#starting.set(key, starting);
    try {
      return await starting;
    } finally {
      this.#starting.delete(key);
    }
  }

  /**
   * Executes a run, with or without readers. If `stopping` aborts, the run ends after its work in progress.
   */
  execute(caller: ToolCaller, run: StartedRun, stopping: AbortController): LiveRun {
    const chunks = this.#endWaitIfStopped(caller, run, stopping.signal);
    const live = new LiveRun({ ...run, chunks }, stopping, this.#ports.clock);
    const key = createKey(ownerOf(caller), run.runId);
    this.#live.set(key, live);
    void live.ended.then(() => this.#live.get(key) === live && this.#live.delete(key));
    return live;
  }

  /** Returns whether a request of this process waits for a run's approval. Other readers can then join it. */
  isAwaited(caller: ToolCaller, runId: string): boolean {
    return this.#live.get(createKey(ownerOf(caller), runId))?.isWaiting === true;
  }

  /**
   * Reads a run and follows it until it ends. `after` is the number of the last chunk that the reader has. If
   * omitted, reading starts at the latest `start`. Throws ServiceError `bad_request` for a number beyond the
   * end of a run that has ended or waits.
   */
  async read(
    caller: ToolCaller,
    runId: string,
    { after, signal }: { after?: number | undefined; signal: AbortSignal },
  ): Promise<RunReading> {
    const key = createKey(ownerOf(caller), runId);
    await this.#starting.get(key)?.catch(() => undefined);
    const live = this.#live.get(key)?.read(after, signal);
    if (live) return live;
    const { output } = await this.#find(caller, runId);
    const lines = await loadLines(output);
    // While the run is in progress, the chunk may be produced but not stored yet.
    if (after !== undefined && after > lines.count && !(await output.isRunning())) {
      await lines.readMore();
      if (lines.isEnded && after > lines.count) throw createNoChunkError(lines.count);
    }
    const first = after === undefined ? lines.latestStart : after + 1;
    const chunks = lines.follow(first, this.#ports.clock, signal);
    // The reader of a run that waits asks for the decisions, and resumes the run.
    return { first, chunks: lines.isWaiting ? chunks : this.#withDecisions(caller, chunks) };
  }

  async *#withDecisions({ tenantId }: ToolCaller, chunks: AsyncIterable<Chunk>): AsyncGenerator<Chunk, void> {
    for await (const chunk of chunks) yield showDecision(this.#ports, tenantId, chunk);
  }

  /** Describes a run's progress and its writes. */
  async describe(caller: ToolCaller, runId: string): Promise<RunDetail> {
    const found = await this.#find(caller, runId);
    return this.#describe(found, runId, await this.#readLines(runId, found));
  }

  async #describe(
    { owner }: FoundRun,
    runId: string,
    { lines, live, isRunning }: ReadLines,
  ): Promise<RunDetail> {
    const stored = live ? [...lines.listBefore(live.first), ...live.chunks] : lines.all;
    const told = await Promise.all(stored.map((chunk) => showDecision(this.#ports, owner.tenantId, chunk)));
    return describeRun(runId, told, { isRunning, registry: this.#ports.registry });
  }

  /** Describes a run with everything that it did, in order and with times. */
  async timeline(caller: ToolCaller, runId: string): Promise<RunTimeline> {
    const found = await this.#find(caller, runId);
    const facts = found.place && (await this.#ports.conversations.chats.runs.facts(found.place, runId));
    const read = await this.#readLines(runId, found);
    const { asked, rating = null } = facts ?? {};
    return { ...(await this.#describe(found, runId, read)), asked, rating, lines: read.lines.lines };
  }

  /**
   * Stores the owner's rating of a run. Throws ServiceError `not_found`, also for a run that is not stored.
   */
  async rate(caller: ToolCaller, runId: string, rating: Parameters<ChatRuns["rate"]>[2]): Promise<void> {
    const { owner, place } = await this.#find(caller, runId);
    const isOwn = owner.digest === ownerOf(caller).digest;
    if (!place || !isOwn || !(await this.#ports.conversations.chats.runs.rate(place, runId, rating)))
      throw createNoRunError();
  }

  async #readLines(runId: string, { owner, output }: FoundRun): Promise<ReadLines> {
    const live = this.#live.get(createKey(owner, runId));
    const isRunning = live !== undefined || (await output.isRunning());
    return { lines: await loadLines(output), live, isRunning };
  }

  /**
   * Stops a run of its owner, whichever process executes it, and returns its state. Waits up to ten seconds
   * for a write in progress. Denies the calls that wait for approval.
   */
  async stop(caller: ToolCaller, runId: string): Promise<RunDetail> {
    const { clock, conversations } = this.#ports;
    const live = this.#live.get(createKey(ownerOf(caller), runId));
    // A run in progress ends even if the store fails.
    if (live && !live.isWaiting) live.stop();
    const log = await conversations.runs.find(ownerOf(caller), runId);
    const giveUpAt = clock.monotonic() + STOP_TIMEOUT_MS;
    await log?.askToStop();
    const hasWaited = log !== undefined && (await stopWaitingRun(this.#ports, caller, log));
    live?.stop();
    if (live) await Promise.race([live.ended, waitOrAbort(clock, STOP_TIMEOUT_MS)]);
    if (log && !hasWaited) {
      while ((await log.isRunning()) && clock.monotonic() < giveUpAt)
        await waitOrAbort(clock, POLL_INTERVAL_MS);
      // One of its calls may have come to wait meanwhile.
      await stopWaitingRun(this.#ports, caller, log);
    }
    return this.describe(caller, runId);
  }

  /** Passes on a run's chunks. If a call has come to wait after the run was asked to stop, denies it. */
  async *#endWaitIfStopped(
    caller: ToolCaller,
    { runId, chunks }: StartedRun,
    stopping: AbortSignal,
  ): AsyncGenerator<Chunk, void> {
    yield* chunks;
    if (!stopping.aborted) return;
    const log = await this.#ports.conversations.runs.find(ownerOf(caller), runId);
    if (log && (await log.isAskedToStop())) await stopWaitingRun(this.#ports, caller, log);
  }

  /** Finds a run in its conversation or, after the conversation has ended, in its chat. */
  async #find(caller: ToolCaller, runId: string): Promise<FoundRun> {
    const { runs, chats } = this.#ports.conversations;
    const { tenantId } = caller;
    const own = ownerOf(caller);
    const [ownLog, place] = await Promise.all([runs.find(own, runId), chats.runs.findChat(tenantId, runId)]);
    if (ownLog) return { owner: own, place, output: ownLog };
    if (!place || !(place.owner === own.digest || mayReadAllConversations(caller))) throw createNoRunError();
    const owner = { tenantId, digest: place.owner };
    const log = place.owner === own.digest ? undefined : await runs.find(owner, runId);
    return { owner, place, output: log ?? chats.runs.output(place, runId) };
  }
}

interface ReadLines {
  lines: KeptLines;
  /** The run, if this process executes it. */
  live: LiveRun | undefined;
  isRunning: boolean;
}

interface FoundRun {
  owner: ConversationOwner;
  /** Its chat, if it is stored. */
  place: ChatKey | undefined;
  output: RunOutput;
}

/** A run with everything that it did. */
export interface RunTimeline extends RunDetail, RunFacts {
  lines: readonly RunLine[];
}

function createNoChunkError(last: number): ServiceError {
  const issues = [{ path: "Last-Event-ID", message: "must be the id of an event of this run" }];
  return new ServiceError("bad_request", `The last event of this run has the id ${last}.`, { issues });
}

function createNoRunError(): ServiceError {
  return new ServiceError("not_found", "There is no such run, or its conversation has been erased.");
}

function createKey({ tenantId, digest }: ConversationOwner, runId: string): string {
  return `${tenantId}/${digest}/${runId}`;
}
