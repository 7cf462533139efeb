import { type Clock, timestamp } from "@plumbline/core/clock/clock.ts";
import { describeUnexpected, type Logger } from "@plumbline/core/log/logger.ts";
import type { DeliveryHints } from "../delivery/delivery-hints.ts";
import type { Watch } from "../service/watch.ts";
import type { WatchEvents } from "../service/watch-events.ts";
import type { WatchStore } from "../service/watch-store.ts";
import type { Look } from "./look.ts";
import { applyFailure, describeKeyFailure, type PollFailure } from "./poll-failure.ts";

export interface PollOutcomesOptions {
  store: WatchStore;
  events: WatchEvents;
  hints: DeliveryHints;
  clock: Clock;
  logger: Logger;
}

const MAX_GAPS = 10;
/** Time for which a feed is still polled after its host reported its removal. Some hosts do so by mistake. */
const GONE_FOR_MS = 7 * 24 * 3_600_000;

/** Stores the result of each poll in the state of its watch. */
export class PollOutcomes {
  readonly #options: PollOutcomesOptions;

  constructor(options: PollOutcomesOptions) {
    this.#options = options;
  }

  /**
   * Stores the findings of a poll. Returns the poll's result, or why it counts as failed: findings are
   * encrypted with the tenant's data key, and are found again once that key is available. Rethrows errors of
   * the store, and KeyServiceBusyError.
   */
  async keep(watch: Watch, look: Look): Promise<Look | PollFailure> {
    try {
      await this.#commit(watch, look);
      return look;
    } catch (error) {
      const failure = describeKeyFailure(error);
      const { tenant_id } = watch.record;
      const { error_code } = failure;
      this.#options.logger.log("warn", "watch_not_sealed", {
        tenant_id,
        error_code,
        ...describeUnexpected(error),
      });
      return failure;
    }
  }

  /** Stores a failure. `lastSuccess` is the time of the last successful poll. */
  async fail({ record, state }: Watch, failure: PollFailure, lastSuccess: string | null): Promise<void> {
    const { store, events, clock } = this.#options;
    const now = clock.now();
    const failed = applyFailure(state, failure, record.interval_minutes, now);
    const at = timestamp(now);
    const isOver = failure.gone && now - Date.parse(lastSuccess ?? record.created_at) >= GONE_FOR_MS;
    const gaps = isOver
      ? { gaps: [...state.gaps, { at, reason: "feed_gone" as const }].slice(-MAX_GAPS) }
      : {};
    await events.commit({ record, state }, [], { ...failed, ...gaps, last_success_at: lastSuccess });
    if (!isOver) return;
    await store.update({ ...record, paused_at: at, updated_at: at }, record);
  }

  async #commit(watch: Watch, { findings, cursor, gap }: Look): Promise<void> {
    const { state } = watch;
    const recovered = state.consecutive_failures > 0 || state.skip_until !== null;
    if (findings.length === 0 && cursor === null && gap === null && !recovered) return;
    const now = timestamp(this.#options.clock.now());
    const committed = await this.#options.events.commit(watch, findings, {
      ...(cursor === null ? {} : { cursor }),
      ...(gap === null ? {} : { gaps: [...state.gaps, { at: now, reason: gap }].slice(-MAX_GAPS) }),
      last_polled_at: now,
      last_success_at: now,
      consecutive_failures: 0,
      skip_until: null,
      last_error: null,
    });
    if (committed) await this.#options.hints.sendForFindings(watch, findings);
  }
}
