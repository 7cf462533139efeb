import type { Policy } from "@plumbline/core/access/policy.ts";
import type { ApprovalStatus } from "@plumbline/core/approvals/approval-store.ts";
import { type Clock, Deadline, timestamp } from "@plumbline/core/clock/clock.ts";
import { SealBrokenError } from "@plumbline/core/credentials/vault/vault.ts";
import { describeUnexpected, type Logger } from "@plumbline/core/log/logger.ts";
import type { ToolRegistry } from "@plumbline/core/tool/define-tool.ts";
import { keyFailure } from "../clock/poll-failure.ts";
import { whyNotReceiver } from "../service/subscribing-tools.ts";
import type { Watch, WatchDelivery, WatchEventRecord } from "../service/watch.ts";
import type { WatchEvent, WatchEvents } from "../service/watch-events.ts";
import type { WatchStore } from "../service/watch-store.ts";
import {
  type Delivery,
  type DeliveryAttempt,
  dead,
  failed,
  failedEarly,
  failedUnsent,
  heldBack,
  isOutage,
  notTried,
  taken,
  underWay,
} from "./delivery.ts";
import { noticeCall } from "./notice-call.ts";
import { ReceiverBreakers } from "./receiver-breakers.ts";
import { sendWebhook, type WebhookOutcome, type WebhookSending } from "./send-webhook.ts";
import { webhookHeaders } from "./signature.ts";
import type { SigningSecrets } from "./signing-secrets.ts";

export interface DeliveryTriesOptions extends Omit<WebhookSending, "signal"> {
  store: WatchStore;
  events: WatchEvents;
  /** Where a call that waits for a person stands. */
  approvalStatus(tenantId: string, id: string): Promise<ApprovalStatus | undefined>;
  /** The tools that send notices which are not webhooks. */
  registry: Pick<ToolRegistry, "get">;
  secrets: SigningSecrets;
  /** The tenant's policy as it stands now. */
  policyOf(tenantId: string): Promise<Policy>;
  clock: Clock;
  logger: Logger;
}

/** An event that is due, with its delivery and where it goes. */
export interface DueEvent {
  watch: Watch;
  event: WatchEventRecord;
  delivery: Delivery;
  receiver: WatchDelivery;
  /** Set when it is tried before its time for those behind it. */
  early?: boolean;
}

/**
 * Status by which a receiver says that it wants no more (RFC 9110, 15.5.11; Standard Webhooks has the sender
 * stop then).
 */
const GONE = 410;
/** After a try that was never made: the tenant had too many calls under way. */
const HELD_UP_MS = 30_000;

/**
 * Tries to deliver events, with the same id on every try.
 *
 *     due ── opened ── under way (due again in 2 min) ── sent ── delivered | waits for its next try | dead
 *              │                        └ a crash here, and it is sent once more with the same id
 *     │        ├ the tenant's key is refused: waits for its next try | dead
 *     │        └ the tenant's policy does not allow the receiver any more: dead
 *     └ its host's breaker is open: waits for the breaker, which costs no try
 */
export class DeliveryTries {
  readonly #options: DeliveryTriesOptions;
  readonly #breakers: ReceiverBreakers;

  constructor(options: DeliveryTriesOptions) {
    this.#options = options;
    this.#breakers = new ReceiverBreakers(options.clock);
  }

  /**
   * Makes one try and returns how it ended; `undefined` when someone else has the delivery, or nothing was
   * tried. Throws the store's errors and KeyServiceBusyError.
   */
  async make(due: DueEvent, signal?: AbortSignal): Promise<Delivery["status"] | undefined> {
    const { store, clock } = this.#options;
    const { watch, event, delivery, receiver } = due;
    const { tenant_id: tenantId } = watch.record;
    const waitMs = this.#breakers.waitMs(tenantId, receiver.url);
    if (waitMs > 0) {
      await store.putDelivery({ ...event, delivery: heldBack(delivery, clock.now(), waitMs) });
      return undefined;
    }
    let send: Send | undefined;
    try {
      send = await this.#sending(due);
    } catch (error) {
      const unsent = this.#unsent(due, error);
      return (await store.putDelivery({ ...event, delivery: unsent })) ? unsent.status : undefined;
    }
    const claimed = underWay(delivery, clock.now());
    if (!(await store.putDelivery({ ...event, delivery: claimed }))) return undefined;
    const outcome = await send?.(signal);
    const now = clock.now();
    if (!outcome) {
      const told = { at: timestamp(now), url: receiver.url, status: null, error_code: null };
      const unsent = taken(claimed, { ...told, message: "No longer of use, so it was not sent." });
      return (await store.putDelivery({ ...event, delivery: unsent })) ? unsent.status : undefined;
    }
    if (!outcome.result.ok && (signal?.aborted || outcome.result.attempts === 0)) {
      const put = notTried(claimed, now, signal?.aborted ? 0 : HELD_UP_MS);
      await store.putDelivery({ ...event, delivery: put });
      return undefined;
    }
    const ended = endOf(due, claimed, outcome, now);
    const attempt = ended.attempts.at(-1);
    if (attempt && isOutage(attempt)) this.#breakers.fail(tenantId, receiver.url);
    else this.#breakers.close(tenantId, receiver.url);
    await store.putDelivery({ ...event, delivery: ended });
    if (outcome.status === GONE) await this.#stop(watch, receiver);
    return ended.status;
  }

  /** Prepares a try; `undefined` for a notice that is no longer of use. */
  async #sending({ watch: { record }, event: stored, receiver: { url, secrets: sealed } }: DueEvent) {
    const { events, secrets, clock, policyOf, dispatcher, registry } = this.#options;
    const { tenant_id: tenantId, source } = record;
    const policy = await policyOf(tenantId);
    const forbidden = source.type === "approvals" ? undefined : whyNotReceiver(policy, url);
    if (forbidden !== undefined) throw new ReceiverForbidden(forbidden);
    const event = await events.open(stored);
    if (source.type === "approvals" && !(await this.#isWanted(tenantId, policy, { url, event })))
      return undefined;
    const notice = noticeCall(url, source, event.content);
    const tool = notice && registry.get(notice.tool);
    if (notice && tool) {
      const send: Send = async (signal) => {
        const options = { deadline: Deadline.in(NOTICE_MS, clock), maxAttempts: 1, signal, isLogged: false };
        return { result: await dispatcher.run({ tenantId }, tool, notice.arguments, options), status: null };
      };
      return send;
    }
    const body = eventMessage(record.id, event);
    const message = { id: event.id, timestamp: Math.floor(clock.now() / 1000), body };
    const headers = webhookHeaders(message, await secrets.open(record, sealed));
    const send: Send = (signal) =>
      sendWebhook({ tenantId, url, headers, body }, { ...this.#options, signal });
    return send;
  }

  /** A notice is of use while the policy asks for it and the call stands as the notice says. */
  async #isWanted(
    tenantId: string,
    { approval_notices: notices = [] }: Policy,
    { url, event: { content } }: { url: string; event: WatchEvent },
  ): Promise<boolean> {
    if (!notices.some(({ to }) => new URL(to).href === url)) return false;
    if (content.type === "approval.decided") return url.startsWith("http");
    const { approval_id: id } = Object("item" in content && content.item) as { approval_id?: string };
    const status = await this.#options.approvalStatus(tenantId, String(id));
    if (content.type === "approval.expired") return status === "expired" && url.startsWith("http");
    return status === "waiting";
  }

  /**
   * Returns the delivery after a try that could not be sent. A broken seal stays broken, so the delivery is
   * dead, as is one that the policy forbids. A refused key may be restored, so the try counts as failed.
   * Rethrows any other error.
   */
  #unsent({ delivery, receiver: { url } }: DueEvent, error: unknown): Delivery {
    const { clock, logger } = this.#options;
    const now = clock.now();
    const attempt = { at: timestamp(now), url, status: null };
    if (error instanceof SealBrokenError) {
      logger.log("error", "delivery_broken", describeUnexpected(error));
      const message = "What is stored of it does not open.";
      return dead(delivery, { ...attempt, error_code: "not_tried", message });
    }
    if (error instanceof ReceiverForbidden)
      return dead(delivery, { ...attempt, error_code: "not_tried", message: error.message });
    const { error_code, refusal_reason: message } = keyFailure(error);
    return failedUnsent(delivery, { ...attempt, error_code, message }, now);
  }

  /**
   * Nothing is delivered until its owner names a receiver anew. Another change at the same time leaves it to
   * be said again, not to be lost.
   */
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

type Send = (signal: AbortSignal | undefined) => Promise<WebhookOutcome>;

/** Time for the mail or message of one notice. */
const NOTICE_MS = 60_000;

/** Thrown for a receiver that the tenant's policy does not allow. */
class ReceiverForbidden extends Error {
  override readonly name = "ReceiverForbidden";
}

function endOf(
  { delivery, receiver: { url }, early = false }: DueEvent,
  claimed: Delivery,
  { result, status }: WebhookOutcome,
  now: number,
): Delivery {
  const attempt: DeliveryAttempt = { at: timestamp(now), url, status, error_code: null, message: null };
  if (result.ok) return taken(claimed, attempt);
  const refused = { ...attempt, error_code: result.error_code, message: result.refusal_reason };
  if (status === GONE) return dead(claimed, refused);
  if (early) return failedEarly(claimed, refused, delivery);
  return failed(claimed, refused, now, result.retry_after_seconds);
}

/**
 * An event as its receiver gets it: the payload that Standard Webhooks advises, `{type, timestamp, data}`, as
 * JSON.
 */
function eventMessage(watchId: string, { sequence, found_at, content }: WatchEvent): string {
  const { type, ...found } = content;
  return JSON.stringify({ type, timestamp: found_at, data: { watch_id: watchId, sequence, ...found } });
}
