import type { Policy } from "@plumbline/core/access/policy.ts";
import type { ApprovalStatus } from "@plumbline/core/approvals/approval-record.ts";
import { type Clock, Deadline, timestamp } from "@plumbline/core/clock/clock.ts";
import type { Logger } from "@plumbline/core/log/logger.ts";
import type { ToolRegistry } from "@plumbline/core/tool/tool-registry.ts";
import * as z from "zod";
import type { FindingContent } from "../clock/look.ts";
import type { Watch, WatchDelivery, WatchEventRecord, WatchSource } from "../service/watch.ts";
import { explainRefusedReceiver } from "../service/watch-addresses.ts";
import type { WatchEvent, WatchEvents } from "../service/watch-events.ts";
import type { WatchStore } from "../service/watch-store.ts";
import {
  claimDelivery,
  type Delivery,
  type DeliveryAttempt,
  holdDelivery,
  isOutage,
  markDead,
  markDelivered,
  markFailed,
  markFailedEarly,
  undoClaim,
} from "./delivery.ts";
import { isStillTrue } from "./planned-events.ts";
import { ReceiverBreakers } from "./receiver-breakers.ts";
import { sendWebhook, type WebhookOutcome, type WebhookSending } from "./send-webhook.ts";
import { signWebhook } from "./signature.ts";
import type { SigningSecrets } from "./signing-secrets.ts";
import { failUnsent, ReceiverForbidden } from "./unsent.ts";

export interface DeliveryTriesOptions extends Omit<WebhookSending, "signal"> {
  store: WatchStore;
  events: WatchEvents;
  /** Returns the state of a call that waits for approval. */
  approvalStatus(tenantId: string, id: string): Promise<ApprovalStatus | undefined>;
  /** The tools that send notices other than webhooks. */
  registry: Pick<ToolRegistry, "get">;
  secrets: SigningSecrets;
  /** The tenant's current policy. */
  policyOf(tenantId: string): Promise<Policy>;
  clock: Clock;
  logger: Logger;
}

export interface DueEvent {
  watch: Watch;
  event: WatchEventRecord;
  delivery: Delivery;
  receiver: WatchDelivery;
  /** Set if it is tried before its due time because other events wait for it. */
  early?: boolean;
}

/**
 * Status with which a receiver says that it wants no more (RFC 9110, 15.5.11). Standard Webhooks requires the
 * sender to stop.
 */
const GONE = 410;
/** Wait after an attempt that was not made because the tenant had too many calls in progress. */
const HELD_UP_MS = 30_000;

/**
 * Attempts to deliver events, with the same ID in every attempt.
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
   * Makes one attempt and returns the new status. A delivery that cannot or need not be sent also has one.
   * Returns `undefined` if someone else has the delivery, or if it was put back for later. Rethrows errors of
   * the store, and KeyServiceBusyError.
   */
  async make(due: DueEvent, signal?: AbortSignal): Promise<Delivery["status"] | undefined> {
    const { store, clock } = this.#options;
    const { watch, event, delivery, receiver } = due;
    const { tenant_id: tenantId } = watch.record;
    const waitMs = this.#breakers.waitMs(tenantId, receiver.url);
    if (waitMs > 0) {
      await store.putDelivery({ ...event, delivery: holdDelivery(delivery, clock.now(), waitMs) });
      return undefined;
    }
    let send: Send | undefined;
    try {
      send = await this.#prepareSend(due);
    } catch (error) {
      const unsent = failUnsent(this.#options, { delivery, url: receiver.url }, error);
      return (await store.putDelivery({ ...event, delivery: unsent })) ? unsent.status : undefined;
    }
    const claimed = claimDelivery(delivery, clock.now());
    if (!(await store.putDelivery({ ...event, delivery: claimed }))) return undefined;
    const outcome = await send?.(signal);
    const now = clock.now();
    if (!outcome) {
      const message = "It was no longer relevant, so it was not sent.";
      const skipped = { at: timestamp(now), url: receiver.url, status: null, error_code: null, message };
      const unsent = markDelivered(claimed, skipped);
      return (await store.putDelivery({ ...event, delivery: unsent })) ? unsent.status : undefined;
    }
    if (!outcome.result.ok && (signal?.aborted || outcome.result.attempts === 0)) {
      const put = undoClaim(claimed, now, signal?.aborted ? 0 : HELD_UP_MS);
      await store.putDelivery({ ...event, delivery: put });
      return undefined;
    }
    const ended = endAttempt(due, claimed, outcome, now);
    const attempt = ended.attempts.at(-1);
    if (attempt && isOutage(attempt)) this.#breakers.fail(tenantId, receiver.url);
    else this.#breakers.close(tenantId, receiver.url);
    await store.putDelivery({ ...event, delivery: ended });
    if (outcome.status === GONE) await this.#stop(watch, receiver);
    return ended.status;
  }

  /** Prepares an attempt. Returns `undefined` for a notice that is no longer useful. */
  async #prepareSend({ watch: { record }, event: stored, receiver: { url, secrets: sealed } }: DueEvent) {
    const { events, secrets, clock, policyOf, dispatcher, registry } = this.#options;
    const { tenant_id: tenantId, source } = record;
    const policy = await policyOf(tenantId);
    const forbidden = source.type === "approvals" ? undefined : explainRefusedReceiver(policy, url);
    if (forbidden !== undefined) throw new ReceiverForbidden(forbidden);
    const event = await events.open(stored);
    if (source.type === "approvals" && !(await this.#isWanted(tenantId, policy, { url, event })))
      return undefined;
    const notice = createNoticeCall(url, source, event.content);
    const tool = notice && (await registry.get(notice.tool));
    if (notice && tool) {
      const send: Send = async (signal) => {
        const options = { deadline: Deadline.in(NOTICE_MS, clock), maxAttempts: 1, signal, isLogged: false };
        return { result: await dispatcher.run({ tenantId }, tool, notice.arguments, options), status: null };
      };
      return send;
    }
    const body = formatEvent(record.id, event);
    const message = { id: event.id, timestamp: Math.floor(clock.now() / 1000), body };
    const headers = signWebhook(message, await secrets.open(record, sealed));
    const send: Send = (signal) =>
      sendWebhook({ tenantId, url, headers, body }, { ...this.#options, signal });
    return send;
  }

  /**
   * Returns whether a notice is still useful: the policy asks for it, and it agrees with the call's status.
   * Mails and messages only ask for a decision, so they say neither that one was made nor that none was.
   */
  async #isWanted(
    tenantId: string,
    { approval_notices: notices = [] }: Policy,
    { url, event: { content } }: { url: string; event: WatchEvent },
  ): Promise<boolean> {
    const asksForDecision = content.type !== "approval.decided" && content.type !== "approval.expired";
    return (
      notices.some(({ to }) => new URL(to).href === url) &&
      (asksForDecision || url.startsWith("http")) &&
      (await isStillTrue(content, (id) => this.#options.approvalStatus(tenantId, id)))
    );
  }

  /**
   * Stops deliveries until the owner sets a receiver again. Tries again after a concurrent change, unless the
   * receiver has changed.
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

/** Timeout for the mail or message of one notice. */
const NOTICE_MS = 60_000;

function endAttempt(
  { delivery, receiver: { url }, early = false }: DueEvent,
  claimed: Delivery,
  { result, status }: WebhookOutcome,
  now: number,
): Delivery {
  const attempt: DeliveryAttempt = { at: timestamp(now), url, status, error_code: null, message: null };
  if (result.ok) return markDelivered(claimed, attempt);
  const refused = { ...attempt, error_code: result.error_code, message: result.refusal_reason };
  if (status === GONE) return markDead(claimed, refused);
  if (early) return markFailedEarly(claimed, refused, delivery);
  return markFailed(claimed, refused, now, result.retry_after_seconds);
}

/**
 * Returns an event in the form for its receiver: the payload that Standard Webhooks recommends, `{type,
 * timestamp, data}`, as JSON.
 */
function formatEvent(watchId: string, { sequence, found_at, content }: WatchEvent): string {
  const { type, ...found } = content;
  return JSON.stringify({ type, timestamp: found_at, data: { watch_id: watchId, sequence, ...found } });
}

const noticeItem = z.object({ title: z.string(), url: z.string().nullable(), expires_at: z.string() });

/**
 * Makes the mail or message of a notice to a `mailto:` or `channel:` address. It has the tool's name and the
 * link, and nothing that the call itself says. Returns `undefined` for a webhook.
 */
function createNoticeCall(to: string, source: WatchSource, content: FindingContent) {
  const { protocol } = new URL(to);
  if (source.type !== "approvals" || protocol === "https:" || protocol === "http:") return undefined;
  const { credential_id } = source;
  const { title, url, expires_at } = noticeItem.parse("item" in content ? content.item : undefined);
  const link = url ?? "Open Approvals in the console.";
  const text = `${title}. Decide before ${expires_at.slice(0, 16).replace("T", " ")} UTC.\n${link}`;
  const address = decodeURIComponent(to.slice(protocol.length));
  return protocol === "mailto:"
    ? { tool: "email_send", arguments: { credential_id, to: [address], subject: title, text } }
    : { tool: "chatapp_post_channel", arguments: { credential_id, channel: address, text, format: "plain" } };
}
