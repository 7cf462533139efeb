import type { MailEndpoints } from "../adapters/mail/mail-account.ts";
import type { Clock } from "../clock/clock.ts";
import { timestamp } from "../clock/timestamp.ts";
import type { Dispatcher } from "../dispatch/dispatcher.ts";
import type { Egress } from "../egress/egress.ts";
import type { EgressAllow } from "../egress/egress-allow.ts";
import type { Logger } from "../log/logger.ts";
import { type Metrics, noMetrics } from "../metrics/metrics.ts";
import { BatchTally } from "./batch-tally.ts";
import type { DeliveryHints } from "./delivery/delivery-hints.ts";
import { guardedBy } from "./guarded-by.ts";
import { inParallel } from "./in-parallel.ts";
import type { Look } from "./look.ts";
import { failedState } from "./poll-failure.ts";
import { feedWatch, type PollFailure, pollFeed } from "./poll-feed.ts";
import { inboxWatch, pollInbox } from "./poll-inbox.ts";
import { type Group, isDue, lanesOf } from "./poll-lanes.ts";
import type { PollBatch } from "./poll-queue.ts";
import type { Watch } from "./watch.ts";
import type { WatchEvents } from "./watch-events.ts";
import { watchHealth } from "./watch-health.ts";
import type { Heartbeat, WatchStore } from "./watch-store.ts";

export interface WatchPollerOptions {
  store: WatchStore;
  events: WatchEvents;
  dispatcher: Dispatcher;
  endpoints: MailEndpoints;
  egress: Pick<Egress, "socketOptions">;
  egressAllow: EgressAllow;
  hints: DeliveryHints;
  clock: Clock;
  logger: Logger;
  /** Left out, nothing is counted. */
  metrics?: Metrics | undefined;
}

/** Sources of one batch that are looked at side by side. */
const AT_ONCE = 12;
/** One look is over by then, its further tries too. */
const LOOK_MS = 45_000;
const MOST_GAPS = 10;

/** Polls batches of watches: the same on a queue's worker and on one machine. */
export class WatchPoller {
  readonly #options: WatchPollerOptions;

  constructor(options: WatchPollerOptions) {
    this.#options = options;
  }

  /**
   * Looks at every source of a batch once and puts what is new. One heartbeat and one log line say that all of it was done. Throws what the
   * store throws, when all others have been polled, and the signal's reason: the batch is then to be sent again, which does no harm.
   */
  async poll({ wheel, slot, readAt, entries }: PollBatch, signal?: AbortSignal): Promise<void> {
    const { store, clock, logger, metrics = noMetrics } = this.#options;
    const startedAt = clock.monotonic();
    const [first, last] = [entries[0], entries.at(-1)];
    if (!first || !last) return;
    const [watches, before] = await Promise.all([
      store.getMany(entries),
      store.latestHeartbeat(slot, first.position),
    ]);
    await this.#removeStrays(slot, entries, watches);
    const due = watches.filter((watch) => isDue(watch, clock.now()));
    const tally = new BatchTally();
    for (const watch of due) tally.due(watch, covering(watch, before), clock.now());
    await inParallel(lanesOf(due), AT_ONCE, (lane) =>
      inParallel(lane, 1, (group) => this.#pollGroup(group, before, tally, signal)),
    );
    const polledAt = timestamp(clock.now());
    await store.putHeartbeat({
      slot,
      from: first.position,
      to: last.position,
      read_at: readAt,
      polled_at: polledAt,
    });
    const elapsed_ms = Math.round(clock.monotonic() - startedAt);
    logger.log(tally.level, "watch_batch", { ...tally.fields(), elapsed_ms });
    tally.record(metrics, wheel);
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
      if ("findings" in look) {
        tally.looked(look);
        await this.#looked(watch, look);
      } else {
        tally.failed(watch, look);
        await this.#failed(watch, look, before);
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
      call: { deadlineMs: LOOK_MS, signal, routine: true },
    };
    const [feed, ...feeds] = group.flatMap((watch) => feedWatch(watch) ?? []);
    if (feed) return pollFeed([feed, ...feeds], { ...options, destination: guardedBy(egressAllow) });
    const [inbox, ...inboxes] = group.flatMap((watch) => inboxWatch(watch, lastSuccess(watch, before)) ?? []);
    const { socketOptions } = egress;
    return inbox ? pollInbox([inbox, ...inboxes], { ...options, endpoints, socketOptions }) : [];
  }

  async #looked(watch: Watch, { findings, cursor, gap }: Look): Promise<void> {
    const { state } = watch;
    const recovered = state.consecutive_failures > 0;
    if (findings.length === 0 && cursor === null && gap === null && !recovered) return;
    const now = timestamp(this.#options.clock.now());
    const committed = await this.#options.events.commit(watch, findings, {
      ...(cursor === null ? {} : { cursor }),
      ...(gap === null ? {} : { gaps: [...state.gaps, { at: now, reason: gap }].slice(-MOST_GAPS) }),
      last_polled_at: now,
      last_success_at: now,
      consecutive_failures: 0,
      skip_until: null,
      last_error: null,
    });
    if (committed) await this.#options.hints.found(watch, findings);
  }

  async #failed(watch: Watch, failure: PollFailure, before: Heartbeat | undefined): Promise<void> {
    const { store, events, clock } = this.#options;
    const { record, state } = watch;
    const now = clock.now();
    const failed = failedState(state, failure, record.interval_minutes, now);
    await events.commit(watch, [], { ...failed, last_success_at: lastSuccess(watch, before) });
    if (!failure.gone) return;
    const at = timestamp(now);
    await store.update({ ...record, paused_at: at, updated_at: at, version: record.version + 1 }, record);
  }
}

/** Where the batch's last heartbeat tells of this watch, it may be later than what the watch's state says. */
function lastSuccess(watch: Watch, heartbeat: Heartbeat | undefined): string | null {
  return watchHealth(watch, covering(watch, heartbeat), 0).last_success_at;
}

function covering({ record }: Watch, heartbeat: Heartbeat | undefined): Heartbeat | undefined {
  const at = record.slot_position;
  return heartbeat !== undefined && heartbeat.from <= at && at <= heartbeat.to ? heartbeat : undefined;
}
