import type { MailEndpoints } from "@plumbline/adapters/mail/mail-account.ts";
import { Deadline, timestamp } from "@plumbline/core/clock/clock.ts";
import type { Dispatcher } from "@plumbline/core/dispatch/dispatcher.ts";
import type { Egress } from "@plumbline/core/egress/egress.ts";
import type { EgressAllow } from "@plumbline/core/egress/egress-allow.ts";
import { type Metrics, noMetrics } from "@plumbline/core/metrics/metrics.ts";
import { CLOCK_SKEW_MS } from "../service/future-stamp.ts";
import { guardedBy } from "../service/guarded-by.ts";
import type { Watch } from "../service/watch.ts";
import { covering, lastSuccess, waitsUntil, wasRead } from "../service/watch-health.ts";
import { BatchTally } from "./batch-tally.ts";
import { groupedBy } from "./grouped-by.ts";
import { inParallel } from "./in-parallel.ts";
import type { Look } from "./look.ts";
import type { PollFailure } from "./poll-failure.ts";
import { feedWatch, pollFeed } from "./poll-feed.ts";
import { inboxWatch, pollInbox } from "./poll-inbox.ts";
import { PollOutcomes, type PollOutcomesOptions } from "./poll-outcomes.ts";
import type { PollBatch } from "./poll-queue.ts";
import { sourceKey } from "./slots.ts";
import type { Heartbeat } from "./watch-wheel.ts";

export interface WatchPollerOptions extends PollOutcomesOptions {
  dispatcher: Dispatcher;
  endpoints: MailEndpoints;
  egress: Pick<Egress, "socketOptions">;
  egressAllow: EgressAllow;
  /** Left out, nothing is counted. */
  metrics?: Metrics | undefined;
}

/** Sources of one batch that are looked at side by side. */
const AT_ONCE = 12;
/** A batch that was sent so long ago stood in the queue. */
const STOOD_MS = 60_000;
/** A poll is over by then, and its batch has come again if it failed. */
const CLAIMED_MS = 4 * 60_000;
/** One look is over by then, its further tries too. */
const LOOK_MS = 45_000;

/** Polls batches of watches: the same on a queue's worker and on one machine. */
export class WatchPoller {
  readonly #options: WatchPollerOptions;
  readonly #outcomes: PollOutcomes;

  constructor(options: WatchPollerOptions) {
    this.#options = options;
    this.#outcomes = new PollOutcomes(options);
  }

  /**
   * Looks at every source of a batch once and puts what is new. One heartbeat and one log line say that all
   * of it was done. What has been looked at since it was due is left out: a queue that stood still asks each
   * source once when it moves again. Throws what the store throws, or KeyServiceBusyError, when all others
   * have been polled, and the signal's reason: the batch is then to be sent again, which does no harm.
   */
  async poll(batch: PollBatch, signal?: AbortSignal): Promise<void> {
    const { store, clock, logger, metrics = noMetrics } = this.#options;
    const { wheel, slot, readAt, entries } = batch;
    const [startedAt, now] = [clock.monotonic(), clock.now()];
    const [first] = entries;
    if (!first) return;
    const before = await store.latestHeartbeat(slot, first.position, timestamp(now + CLOCK_SKEW_MS));
    if ((before && isAllRead(batch, before)) || !(await this.#claim(batch, now))) {
      logger.log("info", "watch_batch_dropped", { wheel, watches: entries.length });
      return;
    }
    const watches = await store.getMany(entries);
    await this.#removeStrays(slot, entries, watches);
    const read = new Set(watches.filter((watch) => isReadSince(watch, batch, before, now)));
    const due = watches.filter((watch) => !read.has(watch) && isDue(watch, now));
    const tally = new BatchTally();
    for (const watch of due) tally.due(watch, covering(watch, before), now);
    await inParallel(lanesOf(due), AT_ONCE, (lane) =>
      inParallel(lane, 1, (group) => this.#pollGroup(group, before, tally, signal)),
    );
    const stamps = { read_at: readAt, began_at: timestamp(now), polled_at: timestamp(clock.now()) };
    for (const range of rangesWithout(read, entries)) await store.putHeartbeat({ slot, ...range, ...stamps });
    const elapsed_ms = Math.round(clock.monotonic() - startedAt);
    logger.log(tally.level, "watch_batch", { ...tally.fields(), elapsed_ms });
    tally.record(metrics, wheel);
  }

  /**
   * Claims a batch that stood in the queue, where others of the same watches stood as well and may be
   * taken at the same moment. `false`: one of them is on its way.
   */
  async #claim({ slot, readAt, entries }: PollBatch, now: number): Promise<boolean> {
    const [first] = entries;
    if (!first || now - Date.parse(readAt) < STOOD_MS) return true;
    const claim = { now: timestamp(now), since: timestamp(now - CLAIMED_MS) };
    return this.#options.store.claimPoll(slot, first.position, claim);
  }

  /** Entries that a crash or an erased tenant left behind. */
  async #removeStrays(slot: string, entries: PollBatch["entries"], watches: readonly Watch[]): Promise<void> {
    const standing = new Set(watches.map(({ record }) => `${record.slot} ${record.slot_position}`));
    for (const entry of entries)
      if (!standing.has(`${slot} ${entry.position}`))
        await this.#options.store.removeSlotEntry({ slot, ...entry });
  }

  async #pollGroup(
    group: Group,
    before: Heartbeat | undefined,
    tally: BatchTally,
    signal?: AbortSignal,
  ): Promise<void> {
    signal?.throwIfAborted();
    const answer = await this.#look(group, before, signal);
    // A look that was cut short is neither a failure of the source nor a success.
    signal?.throwIfAborted();
    for (const [index, watch] of group.entries()) {
      const look = answer[index];
      if (look === undefined) continue;
      const outcome = "findings" in look ? await this.#outcomes.keep(watch, look) : look;
      if ("findings" in outcome) {
        tally.looked(outcome);
      } else {
        if (!outcome.putOff) tally.failed(watch, outcome);
        await this.#outcomes.fail(watch, outcome, lastSuccess(watch, before, this.#options.clock.now()));
      }
    }
  }

  async #look(
    group: Group,
    before: Heartbeat | undefined,
    signal?: AbortSignal,
  ): Promise<(Look | PollFailure)[]> {
    const { dispatcher, endpoints, egress, egressAllow, clock } = this.#options;
    const options = {
      dispatcher,
      now: () => clock.now(),
      // A source that asks for a wait is put off by all of it in the watch's schedule, and holds no worker
      // until then.
      call: { deadline: Deadline.in(LOOK_MS, clock), signal, routine: true, holdsAskedWaits: false },
    };
    const [feed, ...feeds] = group.flatMap((watch) => feedWatch(watch) ?? []);
    if (feed) return pollFeed([feed, ...feeds], { ...options, destination: guardedBy(egressAllow) });
    const now = clock.now();
    const [inbox, ...inboxes] = group.flatMap(
      (watch) => inboxWatch(watch, lastSuccess(watch, before, now)) ?? [],
    );
    const { socketOptions } = egress;
    return inbox ? pollInbox([inbox, ...inboxes], { ...options, endpoints, socketOptions }) : [];
  }
}

/** Everything that stands in the batch was read again, and looked at, since it was due. */
function isAllRead({ dueAt, readAt, entries }: PollBatch, { began_at, read_at, to }: Heartbeat): boolean {
  const last = entries.at(-1)?.position ?? "";
  return dueAt !== undefined && (began_at ?? "") > dueAt && read_at >= readAt && to >= last;
}

function isReadSince(
  watch: Watch,
  { dueAt }: PollBatch,
  before: Heartbeat | undefined,
  now: number,
): boolean {
  const beat = covering(watch, before);
  return dueAt !== undefined && (beat?.began_at ?? "") > dueAt && wasRead(watch.record, beat, now);
}

/** From where to where the entries go without these watches: all of them where no watch is left out. */
function rangesWithout(watches: ReadonlySet<Watch>, entries: PollBatch["entries"]) {
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

/** A tenant's watches on one source. */
type Group = readonly [Watch, ...Watch[]];

/** Sources of one host that are looked at side by side. */
const AT_ONE_HOST = 3;

/** Returns true when a watch is due for a look: it is not paused, and does not wait after a failure. */
function isDue({ record, state }: Watch, now: number): boolean {
  const waits = waitsUntil(state, now);
  return record.paused_at === null && state.cursor !== null && (waits === null || Date.parse(waits) <= now);
}

/**
 * The watches by source, and the sources in lanes: one lane is looked at one by one, and no host is in more
 * than three.
 */
export function lanesOf(watches: readonly Watch[]): Group[][] {
  const sources = groupedBy(watches, ({ record }) => sourceKey(record.tenant_id, record.source));
  const hosts = groupedBy(sources.values(), ([watch]) => hostOf(watch));
  return [...hosts.values()].flatMap(divided);
}

/** Returns the host that serves a source. The server of a mailbox is known by its credential. */
function hostOf({ record: { source, tenant_id } }: Watch): string {
  if (source.type === "feed") return new URL(source.url).host;
  return `${tenant_id} ${source.credential_id}`;
}

function divided(groups: readonly Group[]): Group[][] {
  const lanes = Array.from({ length: Math.min(AT_ONE_HOST, groups.length) }, (): Group[] => []);
  for (const [index, group] of groups.entries()) lanes[index % AT_ONE_HOST]?.push(group);
  return lanes;
}
