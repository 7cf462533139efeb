import type { Destination } from "../../adapters/rss/fetch-feed.ts";
import type { Clock } from "../../clock/clock.ts";
import { timestamp } from "../../clock/timestamp.ts";
import { SealBrokenError } from "../../credentials/vault/vault.ts";
import type { Dispatcher } from "../../dispatch/dispatcher.ts";
import { describeUnexpected, type Logger } from "../../log/logger.ts";
import { type Metrics, noMetrics } from "../../metrics/metrics.ts";
import { inParallel } from "../in-parallel.ts";
import type { Watch, WatchDelivery, WatchEventRecord } from "../watch.ts";
import type { WatchEvents } from "../watch-events.ts";
import type { WatchStore } from "../watch-store.ts";
import { type Delivery, type DeliveryAttempt, dead, failed, notTried, taken, underWay } from "./delivery.ts";
import type { DeliveryBatch } from "./delivery-queue.ts";
import { eventMessage } from "./event-message.ts";
import { sendWebhook, type WebhookOutcome, type WebhookRequest } from "./send-webhook.ts";
import { webhookHeaders } from "./signature.ts";
import type { SigningSecrets } from "./signing-secrets.ts";

export interface DelivererOptions {
  store: WatchStore;
  events: WatchEvents;
  secrets: SigningSecrets;
  dispatcher: Dispatcher;
  destination: Destination;
  clock: Clock;
  logger: Logger;
  /** Left out, nothing is counted. */
  metrics?: Metrics | undefined;
}

/** What the receiver says when it wants no more (RFC 9110, 15.5.11; Standard Webhooks has the sender stop then). */
const GONE = 410;
/** After a try that was never made: the tenant had too many calls under way. */
const HELD_UP_MS = 30_000;
/** No poll takes so long between its events and its commit: what is not committed by then was cut off. */
const UNCOMMITTED_MS = 60 * 60_000;

/** An event that is due, with its delivery and where it goes. */
interface Due {
  watch: Watch;
  event: WatchEventRecord;
  delivery: Delivery;
  receiver: WatchDelivery;
}

/**
 * Delivers events, each at least once and with the same id on every try: the same on a queue's worker and on one machine.
 *
 *     due ── under way (due again in 2 min) ── sent ── delivered | waits for its next try | dead
 *                        └ a crash here, and it is sent once more with the same id
 */
export class Deliverer {
  readonly #options: DelivererOptions;

  constructor(options: DelivererOptions) {
    this.#options = options;
  }

  /**
   * Tries the events of a batch that are still due, one after another. Throws what the store or the vault throws, when the others have
   * been tried, and the signal's reason: what was not tried is due still. Answers how many were tried.
   */
  async deliver({ tenantId, watchId, sequences }: DeliveryBatch, signal?: AbortSignal): Promise<number> {
    const { clock, logger, metrics = noMetrics } = this.#options;
    const startedAt = clock.monotonic();
    const endings: Delivery["status"][] = [];
    try {
      await inParallel(sequences, 1, async (sequence) => {
        signal?.throwIfAborted();
        const ending = await this.#deliverOne({ tenantId, watchId }, sequence, signal);
        if (ending !== undefined) endings.push(ending);
      });
    } finally {
      const deliveries = endings.length;
      const failures = endings.filter((ending) => ending !== "delivered").length;
      const elapsed_ms = Math.round(clock.monotonic() - startedAt);
      const dead = endings.filter((ending) => ending === "dead").length;
      for (const ending of endings) {
        const outcome = ending === "waiting" ? "failed" : ending;
        metrics.add("plumbline_deliveries_total", { outcome, tenant_id: tenantId });
      }
      const fields = { tenant_id: tenantId, deliveries, failures, dead, elapsed_ms };
      if (deliveries > 0) logger.log(failures > 0 ? "warn" : "info", "delivery_batch", fields);
    }
    return endings.length;
  }

  /** How its try ended; `undefined` when there was none. */
  async #deliverOne(
    name: Omit<DeliveryBatch, "sequences">,
    sequence: number,
    signal?: AbortSignal,
  ): Promise<Delivery["status"] | undefined> {
    const { store } = this.#options;
    // Read each time: an earlier event's receiver may have said that it is gone.
    const watch = await store.get(name.tenantId, name.watchId);
    const event = watch && (await store.getEvent(name, sequence));
    const due = watch && event && (await this.#due(watch, event));
    return due && this.#try(due, signal);
  }

  /** `undefined` for what is not to be sent now; what is never to be sent is taken off its way. */
  async #due(watch: Watch, event: WatchEventRecord): Promise<Due | undefined> {
    const now = this.#options.clock.now();
    const { delivery } = event;
    const { delivery: receiver } = watch.record;
    if (delivery?.status !== "waiting" || Date.parse(delivery.due_at ?? "") > now) return undefined;
    if (event.sequence >= watch.state.next_sequence) {
      const cutOff = Date.parse(event.found_at) + UNCOMMITTED_MS <= now;
      if (cutOff) await this.#drop(event, delivery, "", "The poll that found it was cut off.");
      return undefined;
    }
    if (receiver && receiver.stopped_at === null && Date.parse(event.expires_at) > now)
      return { watch, event, delivery, receiver };
    await this.#drop(event, delivery, receiver?.url ?? "", whyNot(receiver));
    return undefined;
  }

  async #drop(event: WatchEventRecord, delivery: Delivery, url: string, message: string): Promise<void> {
    const at = timestamp(this.#options.clock.now());
    const attempt = { at, url, status: null, error_code: "not_tried", message };
    await this.#options.store.putDelivery({ ...event, delivery: dead(delivery, attempt) });
  }

  /** How it ended; `undefined` when somebody else has it, or nothing was tried. */
  async #try(
    { watch, event, delivery, receiver }: Due,
    signal?: AbortSignal,
  ): Promise<Delivery["status"] | undefined> {
    const { store, clock, logger } = this.#options;
    const request = await this.#request(watch, event, receiver).catch(broken);
    if (request instanceof SealBrokenError) {
      logger.log("error", "delivery_broken", describeUnexpected(request));
      await this.#drop(event, delivery, receiver.url, "What is stored of it does not open.");
      return "dead";
    }
    const claimed = underWay(delivery, clock.now());
    if (!(await store.putDelivery({ ...event, delivery: claimed }))) return undefined;
    const outcome = await sendWebhook(request, { ...this.#options, signal });
    const now = clock.now();
    if (!outcome.result.ok && (signal?.aborted || outcome.result.attempts === 0)) {
      const put = notTried(claimed, now, signal?.aborted ? 0 : HELD_UP_MS);
      await store.putDelivery({ ...event, delivery: put });
      return undefined;
    }
    const ended = endOf(claimed, outcome, receiver.url, now);
    await store.putDelivery({ ...event, delivery: ended });
    if (outcome.status === GONE) await this.#stop(watch, receiver);
    return ended.status;
  }

  async #request(
    { record }: Watch,
    event: WatchEventRecord,
    { url, secrets }: WatchDelivery,
  ): Promise<WebhookRequest> {
    const { events, clock } = this.#options;
    const body = eventMessage(record.id, await events.open(event));
    const message = { id: event.id, timestamp: Math.floor(clock.now() / 1000), body };
    const headers = webhookHeaders(message, await this.#options.secrets.open(record, secrets));
    return { tenantId: record.tenant_id, url, headers, body };
  }

  /** Nothing is delivered until its owner names a receiver anew. Another change at the same time leaves it to be said again, not to be lost. */
  async #stop({ record: { tenant_id, id } }: Watch, { url }: WatchDelivery): Promise<void> {
    const { store, clock } = this.#options;
    const at = timestamp(clock.now());
    for (let stopped = false; !stopped; ) {
      const watch = await store.get(tenant_id, id);
      const now = watch?.record.delivery;
      if (!watch || now?.url !== url || now.stopped_at !== null) return;
      const { record } = watch;
      const delivery = { ...now, stopped_at: at };
      const version = record.version + 1;
      stopped = await store.update({ ...record, delivery, updated_at: at, version }, record);
    }
  }
}

function whyNot(receiver: WatchDelivery | undefined): string {
  if (!receiver) return "The watch delivers nowhere any more.";
  if (receiver.stopped_at !== null) return "The receiver has said that it is gone.";
  return "The event's time in the list was over.";
}

/** Whoever tries again finds the same; what else may have happened passes. */
function broken(error: unknown): SealBrokenError {
  if (error instanceof SealBrokenError) return error;
  throw error;
}

function endOf(claimed: Delivery, { result, status }: WebhookOutcome, url: string, now: number): Delivery {
  const attempt: DeliveryAttempt = { at: timestamp(now), url, status, error_code: null, message: null };
  if (result.ok) return taken(claimed, attempt);
  const refused = { ...attempt, error_code: result.error_code, message: result.refusal_reason };
  return status === GONE ? dead(claimed, refused) : failed(claimed, refused, now, result.retry_after_seconds);
}
