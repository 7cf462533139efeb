import type { Policy } from "@plumbline/core/access/policy.ts";
import type { Secret } from "@plumbline/core/access/secret.ts";
import { type Clock, timestamp } from "@plumbline/core/clock/clock.ts";
import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import { ASK_FOR_DESTINATION } from "@plumbline/core/policy/decide.ts";
import type { Page } from "@plumbline/core/records/page.ts";
import type { WatchEventRecord } from "../service/watch.ts";
import { explainRefusedReceiver } from "../service/watch-addresses.ts";
import { replaceRecord, requireWatch, type WatchStore } from "../service/watch-store.ts";
import { type Delivery, startDelivery } from "./delivery.ts";
import type { DeliveryHints } from "./delivery-hints.ts";
import type { SendTest, TestDelivery } from "./send-test.ts";
import type { SigningSecrets } from "./signing-secrets.ts";

export interface DeliveriesOptions {
  store: WatchStore;
  hints: DeliveryHints;
  secrets: SigningSecrets;
  sendTest: SendTest;
  /** The tenant's current policy. */
  policyOf(tenantId: string): Promise<Policy>;
  clock: Clock;
}

/** A delivery as shown to the watch's owner. `sequence` is that of its event. */
export interface DeliveryView extends Pick<Delivery, "status" | "tries" | "attempts"> {
  sequence: number;
  event_id: string;
  found_at: string;
  next_try_at: string | null;
}

export interface DeliveryPage {
  /** Returns only deliveries before this sequence number. */
  before?: number | undefined;
  limit: number;
  status?: Delivery["status"] | undefined;
}

/** Range of events to send again. */
export interface ReplayRange {
  /** ISO 8601 in UTC, like `until`, which is exclusive. */
  since: string;
  until?: string | undefined;
  /** `missed`: events that were not delivered and are not waiting. */
  which: "missed" | "all";
  /** Position at which an earlier replay of the same range stopped. */
  from?: ReplayPosition | undefined;
}

/** Sequence numbers. Events after the one and before the other are still to be sent. */
export interface ReplayPosition {
  after: number;
  before: number;
}

/** Maximum number of events to read for one filtered response. */
const MAX_READ = 1_000;
const READ_BATCH_SIZE = 100;
/** Maximum number of events that one replay queues. */
const MAX_REPLAYED = 500;

/** Manages a watch's deliveries for its owner. Every method throws ServiceError `not_found`. */
export class Deliveries {
  readonly #options: DeliveriesOptions;

  constructor(options: DeliveriesOptions) {
    this.#options = options;
  }

  /**
   * Returns the deliveries, newest first. A page may be short although more follow. Pass `next` as `before`
   * to continue.
   */
  async list(
    tenantId: string,
    watchId: string,
    { before, limit, status }: DeliveryPage,
  ): Promise<Page<DeliveryView>> {
    const { state } = await requireWatch(this.#options.store, tenantId, watchId);
    const items: DeliveryView[] = [];
    let at = Math.min(before ?? state.next_sequence, state.next_sequence);
    for (let read = 0; read < MAX_READ; read += READ_BATCH_SIZE) {
      const page = { before: at, limit: READ_BATCH_SIZE };
      const events = await this.#options.store.lastEvents({ tenantId, watchId }, page);
      for (const event of events) {
        if (items.length === limit) return { items, next: String(at) };
        at = event.sequence;
        if (event.delivery && (status === undefined || event.delivery.status === status))
          items.push(toView(event, event.delivery));
      }
      if (events.length < READ_BATCH_SIZE) return { items, next: null };
    }
    return { items, next: String(at) };
  }

  /**
   * Sends an event again now, with a full set of attempts. Throws `conflict` if the watch has no receiver,
   * and `forbidden` if the policy does not permit its receiver.
   */
  async replay(tenantId: string, watchId: string, sequence: number): Promise<DeliveryView> {
    const { store, clock, hints } = this.#options;
    const { record, state } = await this.#demandAllowed(tenantId, watchId);
    const there = sequence < state.next_sequence;
    const event = there && (await store.getEvent({ tenantId, watchId }, sequence));
    if (!event || Date.parse(event.expires_at) <= clock.now())
      throw new ServiceError("not_found", "There is no such delivery.");
    const delivery = await this.#sendAgain(event);
    if (!delivery)
      throw new ServiceError(
        "conflict",
        "It is being delivered right now. Check the result, then repeat if needed.",
      );
    await hints.tell(record, [sequence]);
    return toView(event, delivery);
  }

  /**
   * Sends events again, oldest first, at most 500. Pass `next` as `from` to continue. Throws like `replay`.
   */
  async replayRange(
    tenantId: string,
    watchId: string,
    { which, from, ...range }: ReplayRange,
  ): Promise<{ queued: number; next: ReplayPosition | null }> {
    const { record, state } = await this.#demandAllowed(tenantId, watchId);
    const before = Math.min(from?.before ?? state.next_sequence, state.next_sequence);
    const { store } = this.#options;
    const events = listEventsSince(store, { ...range, tenantId, watchId, after: from?.after, before });
    const queued: number[] = [];
    let next: ReplayPosition | null = null;
    let read = 0;
    for await (const event of events) {
      read += 1;
      const missed = event.delivery === undefined || event.delivery.status === "dead";
      const wanted = missed || which === "all";
      // Each is due a millisecond after the one before, so that they are listed in order, and none after
      // now.
      if (wanted && (await this.#sendAgain(event, queued.length - MAX_REPLAYED))) queued.push(event.sequence);
      if (queued.length < MAX_REPLAYED && read < MAX_READ) continue;
      next = { after: event.sequence, before };
      break;
    }
    await this.#options.hints.tell(record, queued);
    return { queued: queued.length, next };
  }

  /**
   * Creates a new signing secret, which is returned only once. The current one keeps signing for a day.
   * Throws `conflict` if the watch has no receiver or was changed concurrently.
   */
  async rotateSecret(tenantId: string, watchId: string): Promise<Secret> {
    const { store, secrets: signing, clock } = this.#options;
    const { record } = await this.#demandReceiver(tenantId, watchId);
    const { secret, secrets } = await signing.addSecret(record, record.delivery.secrets);
    const delivery = { ...record.delivery, secrets };
    const updated_at = timestamp(clock.now());
    await replaceRecord(store, record, { ...record, delivery, updated_at });
    return secret;
  }

  /** Sends a test message once and returns its outcome. Throws as `replay` does. */
  async test(tenantId: string, watchId: string): Promise<TestDelivery> {
    const { record } = await this.#demandAllowed(tenantId, watchId);
    return this.#options.sendTest(record, record.delivery);
  }

  /** Queues an event again and returns its new delivery, or `undefined` if it was changed concurrently. */
  async #sendAgain(event: WatchEventRecord, waitMs = 0): Promise<Delivery | undefined> {
    const delivery = startDelivery(this.#options.clock.now() + waitMs, event.delivery);
    return (await this.#options.store.putDelivery({ ...event, delivery })) ? delivery : undefined;
  }

  /** Returns a watch with a receiver that the policy permits. */
  async #demandAllowed(tenantId: string, id: string) {
    const watch = await this.#demandReceiver(tenantId, id);
    const { url } = watch.record.delivery;
    const forbidden = explainRefusedReceiver(await this.#options.policyOf(tenantId), url);
    if (forbidden !== undefined) throw new ServiceError("forbidden", `${forbidden} ${ASK_FOR_DESTINATION}`);
    return watch;
  }

  async #demandReceiver(tenantId: string, id: string) {
    const { record, state } = await requireWatch(this.#options.store, tenantId, id);
    const { delivery } = record;
    if (!delivery)
      throw new ServiceError("conflict", "This watch has no receiver. Set its deliver_to first.");
    if (delivery.stopped_at !== null)
      throw new ServiceError(
        "conflict",
        "The receiver has responded that it is gone. Set deliver_to again once it accepts deliveries.",
      );
    return { record: { ...record, delivery }, state };
  }
}

function toView(
  { sequence, id, found_at }: WatchEventRecord,
  { status, tries, attempts, due_at }: Delivery,
): DeliveryView {
  return { sequence, event_id: id, found_at, status, tries, attempts, next_try_at: due_at };
}

interface EventRange {
  tenantId: string;
  watchId: string;
  /** ISO 8601 in UTC. */
  since: string;
  /** Exclusive. */
  until?: string | undefined;
  /** Starts after this sequence number, which an earlier read reached, instead of searching for `since`. */
  after?: number | undefined;
  /** The first sequence number that does not exist yet. */
  before: number;
}

/**
 * Yields a watch's events of a period, oldest first. Their times follow their sequence numbers, so the first
 * is found by binary search.
 */
async function* listEventsSince(store: WatchStore, range: EventRange): AsyncGenerator<WatchEventRecord> {
  const { until, before } = range;
  let after = range.after ?? (await findLastBefore(store, range));
  for (;;) {
    const { items, next } = await store.listEvents(range, {
      after: String(after),
      limit: READ_BATCH_SIZE,
      before,
    });
    for (const event of items) {
      if (until !== undefined && event.found_at >= until) return;
      yield event;
      after = event.sequence;
    }
    if (next === null) return;
  }
}

/** Returns the last sequence number of an event that is older than `since` or was deleted. */
async function findLastBefore(store: WatchStore, range: EventRange): Promise<number> {
  let [older, younger] = [0, range.before];
  while (younger - older > 1) {
    const middle = Math.floor((older + younger) / 2);
    const page = { after: String(middle - 1), limit: 1, before: range.before };
    const [event] = (await store.listEvents(range, page)).items;
    if (event !== undefined && event.found_at < range.since) older = event.sequence;
    else younger = middle;
  }
  return older;
}
