import { HOUR_MS, MINUTE_MS, timestamp } from "@plumbline/core/clock/clock.ts";
import { CLOCK_SKEW_MS } from "../service/future-stamp.ts";

/** One attempt to deliver an event, with its outcome. */
export interface DeliveryAttempt {
  at: string;
  url: string;
  /** Status of the receiver's response, or null if there was no response. */
  status: number | null;
  /** Null if the receiver accepted it. */
  error_code: string | null;
  message: string | null;
}

/** State of an event's delivery to its watch's receiver. */
export interface Delivery {
  /** Incremented with every change. */
  version: number;
  /** `dead`: all attempts failed, or there is no receiver any more. */
  status: "waiting" | "delivered" | "dead";
  /** Number of attempts started since it was last queued. */
  tries: number;
  /**
   * Time of the next attempt. While an attempt is in progress, the time at which it counts as lost. Null
   * unless waiting.
   */
  due_at: string | null;
  /** Latest last, at most ten. */
  attempts: readonly DeliveryAttempt[];
  /** Time until which the receiver's circuit breaker holds it back. Omitted once it is tried. */
  held_until?: string;
}

/**
 * Waits before the second and each later attempt: eight attempts in 22 hours, as standardwebhooks.com advises
 * ("over a day or more").
 */
const WAITS_MS = [1, 5, 15]
  .map((minutes) => minutes * MINUTE_MS)
  .concat([1, 3, 6, 12].map((h) => h * HOUR_MS));
/** Maximum wait. A receiver that asks for more is tried again after this time. */
const MAX_WAIT_MS = 24 * HOUR_MS;
/**
 * Time after an attempt at the first event after which the events waiting for it check whether the receiver
 * is back.
 */
const LOOK_AGAIN_MS = 15 * MINUTE_MS;
/** Time after which an attempt without an outcome was interrupted. Attempts end long before. */
export const LOST_AFTER_MS = 2 * MINUTE_MS;
/**
 * Maximum time until a due time written by a correct clock. A delivery with a later one is due immediately.
 */
export const MAX_DUE_MS = MAX_WAIT_MS + CLOCK_SKEW_MS;
const MAX_ATTEMPTS = 10;

/** Returns a delivery that is due now: for the first time, or again with a full set of attempts. */
export function startDelivery(now: number, before?: Delivery): Delivery {
  const { version = 0, attempts = [] } = before ?? {};
  return { version: version + 1, status: "waiting", tries: 0, due_at: timestamp(now), attempts };
}

/**
 * Returns a delivery with an attempt in progress. Whoever writes it first holds it, and nobody else tries
 * until that attempt counts as lost.
 */
export function claimDelivery({ held_until: _held, ...delivery }: Delivery, now: number): Delivery {
  const { version, tries } = delivery;
  return { ...delivery, version: version + 1, tries: tries + 1, due_at: timestamp(now + LOST_AFTER_MS) };
}

/**
 * Returns a delivery whose attempt was started but not made. It does not count, and the next is due after
 * `waitMs`.
 */
export function undoClaim(delivery: Delivery, now: number, waitMs: number): Delivery {
  const { version, tries } = delivery;
  return { ...delivery, version: version + 1, tries: tries - 1, due_at: timestamp(now + waitMs) };
}

/** Returns a delivery that waits for its receiver's circuit breaker, which costs it no attempt. */
export function holdDelivery(delivery: Delivery, now: number, waitMs: number): Delivery {
  const due_at = timestamp(now + waitMs);
  return { ...delivery, version: delivery.version + 1, due_at, held_until: due_at };
}

/** Postpones the next attempt to `until`, which costs the delivery no attempt. */
export function postponeDelivery(delivery: Delivery, until: string): Delivery {
  return { ...delivery, version: delivery.version + 1, due_at: until };
}

export function markDelivered(delivery: Delivery, attempt: DeliveryAttempt): Delivery {
  return endDelivery(delivery, "delivered", attempt);
}

/**
 * Returns a delivery that waits for its next attempt, or is dead after the last. `retryAfterSeconds` is the
 * receiver's requested wait.
 */
export function markFailed(
  delivery: Delivery,
  attempt: DeliveryAttempt,
  now: number,
  retryAfterSeconds = 0,
): Delivery {
  const wait = WAITS_MS[delivery.tries - 1];
  if (wait === undefined) return markDead(delivery, attempt);
  const waitMs = Math.max(wait, Math.min(retryAfterSeconds * 1000, MAX_WAIT_MS));
  return { ...endDelivery(delivery, "waiting", attempt), due_at: timestamp(now + waitMs) };
}

/**
 * Returns the same for an attempt made early for the events waiting behind it. It does not count, and the
 * next attempt stays due.
 */
export function markFailedEarly(claimed: Delivery, attempt: DeliveryAttempt, before: Delivery): Delivery {
  return { ...endDelivery(claimed, "waiting", attempt), tries: before.tries, due_at: before.due_at };
}

/** Returns the same for an attempt that ended before it started. */
export function markUnsent(delivery: Delivery, attempt: DeliveryAttempt, now: number): Delivery {
  return markFailed({ ...delivery, tries: delivery.tries + 1 }, attempt, now);
}

/**
 * Returns true if a delivery may be tried at `now`. A due time beyond the maximum wait was written by a clock
 * that was ahead, so such a delivery is due immediately.
 */
export function isDeliveryDue({ status, due_at }: Delivery, now: number): boolean {
  if (status !== "waiting" || due_at === null) return false;
  const at = Date.parse(due_at);
  return at <= now || at > now + MAX_DUE_MS;
}

/** Statuses of a receiver that is unavailable, whatever is sent to it. */
const OUTAGE_STATUSES: ReadonlySet<number | null> = new Set([null, 429, 502, 503, 504]);

/**
 * Returns true for an attempt that did not reach a receiver: no response, or one about the receiver and not
 * about the message.
 */
export function isOutage({ status, error_code }: Pick<DeliveryAttempt, "status" | "error_code">): boolean {
  if (error_code === null || !OUTAGE_STATUSES.has(status)) return false;
  return status !== null || error_code === "transient";
}

/**
 * Returns true if the next event must wait for this one, so that events arrive in order. An event that its
 * receiver refused does not block the others.
 */
export function blocksNext({ status, attempts }: Delivery): boolean {
  const last = attempts.at(-1);
  return status === "waiting" && (last === undefined || isOutage(last));
}

/**
 * Returns when the events behind an event in an outage may have it tried, in milliseconds since the epoch.
 * That is before its due time if that is far off, unless the receiver asked for the wait.
 */
export function findEarlyTry({ due_at, tries, attempts }: Delivery): number {
  const dueAt = Date.parse(due_at ?? "");
  const last = attempts.at(-1);
  if (!last) return dueAt;
  const triedAt = Date.parse(last.at);
  const asked = dueAt - triedAt > (WAITS_MS[tries - 1] ?? 0);
  return asked ? dueAt : Math.min(dueAt, triedAt + LOOK_AGAIN_MS);
}

export function markDead(delivery: Delivery, attempt: DeliveryAttempt): Delivery {
  return endDelivery(delivery, "dead", attempt);
}

function endDelivery(
  { held_until: _held, ...delivery }: Delivery,
  status: Delivery["status"],
  attempt: DeliveryAttempt,
): Delivery {
  const attempts = [...delivery.attempts, attempt].slice(-MAX_ATTEMPTS);
  return { ...delivery, version: delivery.version + 1, status, due_at: null, attempts };
}
