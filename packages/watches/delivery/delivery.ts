import { timestamp } from "@plumbline/core/clock/clock.ts";

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
/** A receiver that asks for a longer wait is tried again then. */
const LONGEST_WAIT_MS = 24 * HOUR_MS;
/** A try is over long before, so one that has left no outcome by then was cut off. */
const LOST_AFTER_MS = 2 * MINUTE_MS;
const MOST_ATTEMPTS = 10;

/** Set on its way now: for the first time, or again with all its tries before it. */
export function onItsWay(now: number, before?: Delivery): Delivery {
  const { version = 0, attempts = [] } = before ?? {};
  return { version: version + 1, status: "waiting", tries: 0, due_at: timestamp(now), attempts };
}

/** Held by who writes it first: nobody else tries until that one counts as lost. */
export function underWay(delivery: Delivery, now: number): Delivery {
  const { version, tries } = delivery;
  return { ...delivery, version: version + 1, tries: tries + 1, due_at: timestamp(now + LOST_AFTER_MS) };
}

/** A try that was begun and never made does not count; the next is due after `waitMs`. */
export function notTried(delivery: Delivery, now: number, waitMs: number): Delivery {
  const { version, tries } = delivery;
  return { ...delivery, version: version + 1, tries: tries - 1, due_at: timestamp(now + waitMs) };
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

/** The same for a try that ended before it was under way. */
export function failedUnsent(delivery: Delivery, attempt: DeliveryAttempt, now: number): Delivery {
  return failed({ ...delivery, tries: delivery.tries + 1 }, attempt, now);
}

export function dead(delivery: Delivery, attempt: DeliveryAttempt): Delivery {
  return ended(delivery, "dead", attempt);
}

function ended(delivery: Delivery, status: Delivery["status"], attempt: DeliveryAttempt): Delivery {
  const attempts = [...delivery.attempts, attempt].slice(-MOST_ATTEMPTS);
  return { ...delivery, version: delivery.version + 1, status, due_at: null, attempts };
}
