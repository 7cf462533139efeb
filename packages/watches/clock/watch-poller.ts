import type { MailEndpoints } from "@plumbline/adapters/mail/mail-account.ts";
import { Deadline, timestamp } from "@plumbline/core/clock/clock.ts";
import type { Dispatcher } from "@plumbline/core/dispatch/dispatcher.ts";
import type { Egress } from "@plumbline/core/egress/egress.ts";
import type { EgressAllow } from "@plumbline/core/egress/egress-allow.ts";
import { type Metrics, noMetrics } from "@plumbline/core/metrics/metrics.ts";
import { guardedBy } from "../service/guarded-by.ts";
import type { Watch } from "../service/watch.ts";
import { covering, lastSuccess } from "../service/watch-health.ts";
import type { Heartbeat } from "../service/watch-store.ts";
import { BatchTally } from "./batch-tally.ts";
import { inParallel } from "./in-parallel.ts";
import type { Look } from "./look.ts";
import type { PollFailure } from "./poll-failure.ts";
import { feedWatch, pollFeed } from "./poll-feed.ts";
import { inboxWatch, pollInbox } from "./poll-inbox.ts";
import { type Group, isDue, lanesOf } from "./poll-lanes.ts";
import { PollOutcomes, type PollOutcomesOptions } from "./poll-outcomes.ts";
import type { PollBatch } from "./poll-queue.ts";

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
   * of it was done. Throws what the store throws, or KeyServiceBusyError, when all others have been polled,
   * and the signal's reason: the batch is then to be sent again, which does no harm.
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
      const outcome = "findings" in look ? await this.#outcomes.keep(watch, look) : look;
      if ("findings" in outcome) {
        tally.looked(outcome);
      } else {
        tally.failed(watch, outcome);
        await this.#outcomes.fail(watch, outcome, lastSuccess(watch, before));
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
    const [inbox, ...inboxes] = group.flatMap((watch) => inboxWatch(watch, lastSuccess(watch, before)) ?? []);
    const { socketOptions } = egress;
    return inbox ? pollInbox([inbox, ...inboxes], { ...options, endpoints, socketOptions }) : [];
  }
}
