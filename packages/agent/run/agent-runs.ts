import type { ToolCaller } from "@plumbline/core/access/caller.ts";
import type { Clock } from "@plumbline/core/clock/clock.ts";
import type { ChatPlace } from "@plumbline/core/conversations/chat-records.ts";
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
import { describeRun, type RunDetail } from "./describe-run.ts";
import { KeptLines, POLL_INTERVAL_MS } from "./kept-lines.ts";
import { LiveRun, type RunReading, type StartedRun } from "./live-run.ts";
import { waitOrAbort } from "./run-end.ts";
import type { RunLine } from "./run-lines.ts";

/** Maximum wait for a write in progress when stopping a run. */
const STOP_TIMEOUT_MS = 10_000;

export interface AgentRunsPorts {
  conversations: Pick<Conversations, "runs" | "chats">;
  registry: ToolRegistry;
  clock: Clock;
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
    const live = new LiveRun(run, stopping, this.#ports.clock);
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
   * omitted, reading starts at the latest `start`.
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
    const lines = new KeptLines(output);
    await lines.readMore();
    const first = after === undefined ? lines.latestStart : after + 1;
    return { first, chunks: lines.follow(first, this.#ports.clock, signal) };
  }

  /** Describes a run's progress and its writes. */
  async describe(caller: ToolCaller, runId: string): Promise<RunDetail> {
    return this.#describe(runId, await this.#readLines(runId, await this.#find(caller, runId)));
  }

  #describe(runId: string, { lines, live, isRunning }: ReadLines): Promise<RunDetail> {
    const told = live ? [...lines.listBefore(live.first), ...live.chunks] : lines.all;
    return describeRun(runId, told, { isRunning, registry: this.#ports.registry });
  }

  /** Describes a run with everything that it did, in order and with times. */
  async timeline(caller: ToolCaller, runId: string): Promise<RunTimeline> {
    const found = await this.#find(caller, runId);
    const facts = found.place && (await this.#ports.conversations.chats.runs.facts(found.place, runId));
    const read = await this.#readLines(runId, found);
    const { asked, rating = null } = facts ?? {};
    return { ...(await this.#describe(runId, read)), asked, rating, lines: read.lines.lines };
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
    const lines = new KeptLines(output);
    await lines.readMore();
    return { lines, live, isRunning };
  }

  /**
   * Stops a run of its owner, whichever process executes it, and returns its state. Waits up to ten seconds
   * for a write in progress.
   */
  async stop(caller: ToolCaller, runId: string): Promise<RunDetail> {
    const live = this.#live.get(createKey(ownerOf(caller), runId));
    if (live) {
      live.stop();
      await Promise.race([live.ended, waitOrAbort(this.#ports.clock, STOP_TIMEOUT_MS)]);
      return this.describe(caller, runId);
    }
    const { clock, conversations } = this.#ports;
    const log = await conversations.runs.find(ownerOf(caller), runId);
    const giveUpAt = clock.monotonic() + STOP_TIMEOUT_MS;
    // Also if the run waits, because another request may be waiting for its approval.
    await log?.askToStop();
    while ((await log?.isRunning()) && clock.monotonic() < giveUpAt)
      await waitOrAbort(clock, POLL_INTERVAL_MS);
    return this.describe(caller, runId);
  }

  /** Finds a run in its conversation or, after the conversation has ended, in its chat. */
  async #find(caller: ToolCaller, runId: string): Promise<FoundRun> {
    const { runs, chats } = this.#ports.conversations;
    const { tenantId } = caller;
    const own = ownerOf(caller);
    const [ownLog, place] = await Promise.all([runs.find(own, runId), chats.runs.placeOf(tenantId, runId)]);
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
  place: ChatPlace | undefined;
  output: RunOutput;
}

/** A run with everything that it did. */
export interface RunTimeline extends RunDetail, RunFacts {
  lines: readonly RunLine[];
}

function createNoRunError(): ServiceError {
  return new ServiceError("not_found", "There is no such run, or its conversation has been erased.");
}

function createKey({ tenantId, digest }: ConversationOwner, runId: string): string {
  return `${tenantId}/${digest}/${runId}`;
}
