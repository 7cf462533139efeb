import { timestamp } from "@plumbline/core/clock/clock.ts";
import { CLOCK_SKEW_MS } from "../service/future-stamp.ts";

/** One try to deliver an event, and how it ended. */
export interface DeliveryAttempt {
  at: string;
  url: string;
  /** Status of the receiver's answer; null when no answer came. */
  status: number | null;
  /** Null when it took it. */
  error_code: string | null;
  message: string | null;
}

/** State of an event's delivery to its watch's receiver. */
export interface Delivery {
  /** Grows by one with every change. */
  version: number;
  /** `dead`: all its tries failed, or nobody takes it any more. */
  status: "waiting" | "delivered" | "dead";
  /** Tries begun since it was set on its way. */
  tries: number;
  /** When the next try is due; while one is under way, when that one counts as lost. Null unless it waits. */
  due_at: string | null;
  /** The newest last; at most ten. */
  attempts: readonly DeliveryAttempt[];
  /** Until when its receiver's breaker holds it back. Left out once it is tried. */
  held_until?: string;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/**
 * Before the second try and each that follows: eight in 22 hours, as standardwebhooks.com advises ("over a
 * day or more").
 */
const WAITS_MS = [1, 5, 15]
  .map((minutes) => minutes * MINUTE_MS)
  .concat([1, 3, 6, 12].map((h) => h * HOUR_MS));
/** No delivery waits longer: a receiver that asks for more is tried again then. */
const LONGEST_WAIT_MS = 24 * HOUR_MS;
/** So long after a try at the first, those behind it ask whether the receiver is back. */
const LOOK_AGAIN_MS = 15 * MINUTE_MS;
/** A try is over long before, so one that has left no outcome by then was cut off. */
export const LOST_AFTER_MS = 2 * MINUTE_MS;
/** No delivery waits longer than this, by a clock that is right: it is due at once. */
export const FARTHEST_MS = LONGEST_WAIT_MS + CLOCK_SKEW_MS;
const MOST_ATTEMPTS = 10;

/** Set on its way now: for the first time, or again with all its tries before it. */
export function onItsWay(now: number, before?: Delivery): Delivery {
  const { version = 0, attempts = [] } = before ?? {};
  return { version: version + 1, status: "waiting", tries: 0, due_at: timestamp(now), attempts };
}

/** Held by who writes it first: nobody else tries until that one counts as lost. */
export function underWay({ held_until: _held, ...delivery }: Delivery, now: number): Delivery {
  const { version, tries } = delivery;
  return { ...delivery, version: version + 1, tries: tries + 1, due_at: timestamp(now + LOST_AFTER_MS) };
}

/** A try that was begun and never made does not count; the next is due after `waitMs`. */
export function notTried(delivery: Delivery, now: number, waitMs: number): Delivery {
  const { version, tries } = delivery;
  return { ...delivery, version: version + 1, tries: tries - 1, due_at: timestamp(now + waitMs) };
}

/** Waits for its receiver's breaker, which costs it no try. */
export function heldBack(delivery: Delivery, now: number, waitMs: number): Delivery {
  const due_at = timestamp(now + waitMs);
  return { ...delivery, version: delivery.version + 1, due_at, held_until: due_at };
}

/** Puts the next try off to `until`, which costs the delivery no try. */
export function putOff(delivery: Delivery, until: string): Delivery {
  return { ...delivery, version: delivery.version + 1, due_at: until };
}

export function taken(delivery: Delivery, attempt: DeliveryAttempt): Delivery {
  return ended(delivery, "delivered", attempt);
}

/** Waits for its next try, or is dead after the last. `retryAfterSeconds`: what the receiver asked for. */
export function failed(
  delivery: Delivery,
  attempt: DeliveryAttempt,
  now: number,
  retryAfterSeconds = 0,
): Delivery {
  const wait = WAITS_MS[delivery.tries - 1];
  if (wait === undefined) return dead(delivery, attempt);
  const waitMs = Math.max(wait, Math.min(retryAfterSeconds * 1000, LONGEST_WAIT_MS));
  return { ...ended(delivery, "waiting", attempt), due_at: timestamp(now + waitMs) };
}

/** The same for a try made early for those behind it: it does not count, and the next stays due. */
export function failedEarly(claimed: Delivery, attempt: DeliveryAttempt, before: Delivery): Delivery {
  return { ...ended(claimed, "waiting", attempt), tries: before.tries, due_at: before.due_at };
}

/** The same for a try that ended before it was under way. */
export function failedUnsent(delivery: Delivery, attempt: DeliveryAttempt, now: number): Delivery {
  return failed({ ...delivery, tries: delivery.tries + 1 }, attempt, now);
}

/**
 * Returns true when a delivery may be tried at `now`. One that is due later than any wait allows was stamped
 * by a clock that was ahead, so it is due at once.
 */
export function isDeliveryDue({ status, due_at }: Delivery, now: number): boolean {
  if (status !== "waiting" || due_at === null) return false;
  const at = Date.parse(due_at);
  return at <= now || at > now + FARTHEST_MS;
}

/** Statuses of a receiver that takes nothing at the moment, whatever it is sent. */
const OUT_OF_ORDER: ReadonlySet<number | null> = new Set([null, 429, 502, 503, 504]);

/**
 * Returns true for a try that met no receiver: no answer, or one that speaks of the receiver and not of the
 * message.
 */
export function isOutage({ status, error_code }: Pick<DeliveryAttempt, "status" | "error_code">): boolean {
  if (error_code === null || !OUT_OF_ORDER.has(status)) return false;
  return status !== null || error_code === "transient";
}

/**
 * Returns true when the next event has to wait for this one, so that events arrive in order. One that its
 * receiver answered with a refusal holds up no other.
 */
export function keepsPlace({ status, attempts }: Delivery): boolean {
  const last = attempts.at(-1);
  return status === "waiting" && (last === undefined || isOutage(last));
}

/**
 * When those behind an event in an outage may have it tried, in milliseconds since the epoch: before its time
 * where that is far, unless the receiver asked for the wait.
 */
export function nextLookAt({ due_at, tries, attempts }: Delivery): number {
  const dueAt = Date.parse(due_at ?? "");
  const last = attempts.at(-1);
  if (!last) return dueAt;
  const triedAt = Date.parse(last.at);
  const asked = dueAt - triedAt > (WAITS_MS[tries - 1] ?? 0);
  return asked ? dueAt : Math.min(dueAt, triedAt + LOOK_AGAIN_MS);
}

export function dead(delivery: Delivery, attempt: DeliveryAttempt): Delivery {
  return ended(delivery, "dead", attempt);
}

function ended(
  { held_until: _held, ...delivery }: Delivery,
  status: Delivery["status"],
  attempt: DeliveryAttempt,
): Delivery {
  const attempts = [...delivery.attempts, attempt].slice(-MOST_ATTEMPTS);
  return { ...delivery, version: delivery.version + 1, status, due_at: null, attempts };
}
