import type { MailEndpoints } from "@plumbline/adapters/mail/mail-account.ts";
import { Deadline, timestamp } from "@plumbline/core/clock/clock.ts";
import type { Dispatcher } from "@plumbline/core/dispatch/dispatcher.ts";
import type { Egress } from "@plumbline/core/egress/egress.ts";
import type { EgressAllow } from "@plumbline/core/egress/egress-allow.ts";
import { type Metrics, noMetrics } from "@plumbline/core/metrics/metrics.ts";
import { CLOCK_SKEW_MS } from "../service/future-stamp.ts";
import type { Watch } from "../service/watch.ts";
import { createUrlCheck } from "../service/watch-addresses.ts";
import { findBackoffEnd, findLastSuccess, wasRead } from "../service/watch-health.ts";
import { BatchTally } from "./batch-tally.ts";
import { groupBy } from "./group-by.ts";
import { runInParallel } from "./in-parallel.ts";
import type { Look } from "./look.ts";
import type { PollFailure } from "./poll-failure.ts";
import { pollFeed, toFeedWatch } from "./poll-feed.ts";
import { pollInbox, toInboxWatch } from "./poll-inbox.ts";
import { PollOutcomes, type PollOutcomesOptions } from "./poll-outcomes.ts";
import type { PollBatch } from "./poll-queue.ts";
import { hashSource } from "./slots.ts";
import type { Heartbeat } from "./watch-wheel.ts";

export interface WatchPollerOptions extends PollOutcomesOptions {
  dispatcher: Dispatcher;
  endpoints: MailEndpoints;
  egress: Pick<Egress, "socketOptions">;
  egressAllow: EgressAllow;
  /** If omitted, nothing is counted. */
  metrics?: Metrics | undefined;
}

/** Number of sources of one batch to poll in parallel. */
const AT_ONCE = 12;
/** Time after which a batch counts as having waited in the queue. */
const QUEUED_MS = 60_000;
/** Time by which a poll has ended, and its batch has been redelivered if it failed. */
const CLAIMED_MS = 4 * 60_000;
/** Maximum duration of one poll, including retries. */
const LOOK_MS = 45_000;

/** Polls batches of watches. Used by the queue's worker and on one machine alike. */
export class WatchPoller {
  readonly #options: WatchPollerOptions;
  readonly #outcomes: PollOutcomes;

  constructor(options: WatchPollerOptions) {
    this.#options = options;
    this.#outcomes = new PollOutcomes(options);
  }

  /**
   * Polls every source of a batch once and stores what is new. One heartbeat and one log line record that the
   * whole batch was polled. Skips watches that were polled since they were due, so that after a stalled queue
   * each source is polled only once. After polling all others, rethrows errors of the store,
   * KeyServiceBusyError, or the signal's reason. The batch must then be sent again, which does no harm.
   */
  async poll(batch: PollBatch, signal?: AbortSignal): Promise<void> {
    const { store, clock, logger, metrics = noMetrics } = this.#options;
    const { wheel, slot, readAt, entries } = batch;
    const [startedAt, now] = [clock.monotonic(), clock.now()];
    const [first] = entries;
    if (!first) return;
    const positions = entries.map(({ position }) => position);
    const beats = await store.latestHeartbeats(slot, positions, timestamp(now + CLOCK_SKEW_MS));
    const before = beats.get(first.position);
    if ((before && isAllRead(batch, before)) || !(await this.#claim(batch, now))) {
      logger.log("info", "watch_batch_dropped", { wheel, watches: entries.length });
      return;
    }
    const watches = await store.getMany(entries);
    await this.#removeStrays(slot, entries, watches);
    const read = new Set(watches.filter((watch) => isReadSince(watch, batch, findBeat(watch, beats), now)));
    const due = watches.filter((watch) => !read.has(watch) && isDue(watch, now));
    const tally = new BatchTally();
    for (const watch of due) tally.countDue(watch, findBeat(watch, beats), now);
    await runInParallel(groupIntoLanes(due), AT_ONCE, (lane) =>
      runInParallel(lane, 1, (group) => this.#pollGroup(group, beats, tally, signal)),
    );
    const stamps = { read_at: readAt, began_at: timestamp(now), polled_at: timestamp(clock.now()) };
    for (const range of excludeFromRanges(read, entries))
      await store.putHeartbeat({ slot, ...range, ...stamps });
    const elapsed_ms = Math.round(clock.monotonic() - startedAt);
    logger.log(tally.level, "watch_batch", { ...tally.getFields(), elapsed_ms });
    tally.record(metrics, wheel);
  }

  /**
   * Claims a batch that waited in the queue, because other batches of the same watches may also have waited
   * and be received at the same moment. Returns `false` if one of them is in progress.
   */
  async #claim({ slot, readAt, entries }: PollBatch, now: number): Promise<boolean> {
    const [first] = entries;
    if (!first || now - Date.parse(readAt) < QUEUED_MS) return true;
    const claim = { now: timestamp(now), since: timestamp(now - CLAIMED_MS) };
    return this.#options.store.claimPoll(slot, first.position, claim);
  }

  /** Removes entries left by a crash or an erased tenant. */
  async #removeStrays(slot: string, entries: PollBatch["entries"], watches: readonly Watch[]): Promise<void> {
    const standing = new Set(watches.map(({ record }) => `${record.slot} ${record.slot_position}`));
    for (const entry of entries)
      if (!standing.has(`${slot} ${entry.position}`))
        await this.#options.store.removeSlotEntry({ slot, ...entry });
  }

  async #pollGroup(group: Group, beats: Heartbeats, tally: BatchTally, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    const answer = await this.#pollSources(group, beats, signal);
    // An interrupted poll is neither a failure of the source nor a success.
    signal?.throwIfAborted();
    for (const [index, watch] of group.entries()) {
      const look = answer[index];
      if (look === undefined) continue;
      const outcome = "findings" in look ? await this.#outcomes.keep(watch, look) : look;
      if ("findings" in outcome) {
        tally.countPoll(outcome);
      } else {
        if (!outcome.putOff) tally.countFailure(watch, outcome);
        await this.#outcomes.fail(
          watch,
          outcome,
          findLastSuccess(watch, findBeat(watch, beats), this.#options.clock.now()),
        );
      }
    }
  }

  async #pollSources(group: Group, beats: Heartbeats, signal?: AbortSignal): Promise<(Look | PollFailure)[]> {
    const { dispatcher, endpoints, egress, egressAllow, clock } = this.#options;
    const options = {
      dispatcher,
      now: () => clock.now(),
      // If a source asks for a wait, the watch's schedule is postponed by all of it, and no worker waits.
      call: { deadline: Deadline.in(LOOK_MS, clock), signal, routine: true, waitsForRetryAfter: false },
    };
    const [feed, ...feeds] = group.flatMap((watch) => toFeedWatch(watch) ?? []);
    if (feed) return pollFeed([feed, ...feeds], { ...options, destination: createUrlCheck(egressAllow) });
    const now = clock.now();
    const [inbox, ...inboxes] = group.flatMap(
      (watch) => toInboxWatch(watch, findLastSuccess(watch, findBeat(watch, beats), now)) ?? [],
    );
    const { socketOptions } = egress;
    return inbox ? pollInbox([inbox, ...inboxes], { ...options, endpoints, socketOptions }) : [];
  }
}

/** The latest heartbeats of a batch's watches, by position. A batch may combine parts of earlier ones. */
type Heartbeats = ReadonlyMap<string, Heartbeat>;

function findBeat({ record }: Watch, beats: Heartbeats): Heartbeat | undefined {
  return beats.get(record.slot_position);
}

/** Returns whether everything in the batch was read again and polled since it was due. */
function isAllRead({ dueAt, readAt, entries }: PollBatch, { began_at, read_at, to }: Heartbeat): boolean {
  const last = entries.at(-1)?.position ?? "";
  return dueAt !== undefined && (began_at ?? "") > dueAt && read_at >= readAt && to >= last;
}

function isReadSince(watch: Watch, { dueAt }: PollBatch, beat: Heartbeat | undefined, now: number): boolean {
  return dueAt !== undefined && (beat?.began_at ?? "") > dueAt && wasRead(watch.record, beat, now);
}

/**
 * Returns the ranges of entries without these watches. If there are no such watches, returns all entries as
 * one range.
 */
function excludeFromRanges(watches: ReadonlySet<Watch>, entries: PollBatch["entries"]) {
  const left = new Set([...watches].map(({ record }) => record.slot_position));
  const ranges: { from: string; to: string }[] = [];
  let open: { from: string; to: string } | undefined;
  for (const { position } of entries) {
    if (left.has(position)) {
      open = undefined;
    } else if (open) {
      open.to = position;
    } else {
      open = { from: position, to: position };
      ranges.push(open);
    }
  }
  return ranges;
}

/** A tenant's watches of one source. */
type Group = readonly [Watch, ...Watch[]];

/** Number of sources of one host to poll in parallel. */
const AT_ONE_HOST = 3;

/** Returns whether a watch is due: it is neither paused nor in a backoff after a failure. */
function isDue({ record, state }: Watch, now: number): boolean {
  const waits = findBackoffEnd(state, now);
  return record.paused_at === null && state.cursor !== null && (waits === null || Date.parse(waits) <= now);
}

/**
 * Groups the watches by source, and the sources into lanes. The sources of a lane are polled one after
 * another, and each host is in at most three lanes.
 */
export function groupIntoLanes(watches: readonly Watch[]): Group[][] {
  const sources = groupBy(watches, ({ record }) => hashSource(record.tenant_id, record.source));
  const hosts = groupBy(sources.values(), ([watch]) => findHost(watch));
  return [...hosts.values()].flatMap(divideIntoLanes);
}

/** Returns the host that serves a source. The server of a mailbox is identified by its credential. */
function findHost({ record: { source, tenant_id } }: Watch): string {
  if (source.type === "feed") return new URL(source.url).host;
  return `${tenant_id} ${source.credential_id}`;
}

function divideIntoLanes(groups: readonly Group[]): Group[][] {
  const lanes = Array.from({ length: Math.min(AT_ONE_HOST, groups.length) }, (): Group[] => []);
  for (const [index, group] of groups.entries()) lanes[index % AT_ONE_HOST]?.push(group);
  return lanes;
}
