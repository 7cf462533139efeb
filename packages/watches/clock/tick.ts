import { type Clock, MINUTE_MS, timestamp } from "@plumbline/core/clock/clock.ts";
import type { Logger } from "@plumbline/core/log/logger.ts";
import { INTERVALS } from "../service/watch.ts";
import type { PollBatch, PollQueue } from "./poll-queue.ts";
import { findLastDue, listDueSlots, type Wheel } from "./slots.ts";
import type { MissedMinutes, WatchWheel } from "./watch-wheel.ts";

export interface TickOptions {
  store: Omit<WatchWheel, "enter" | "leave" | "heartbeatsBegun">;
  queue: PollQueue;
  clock: Clock;
  logger: Logger;
}

/** Number of watches per message. */
const BATCH_SIZE = 25;
/** Number of batches to send to the queue together. */
const SEND_BATCH_SIZE = 10;
/** Number of missed slots to process before progress is stored. Most slots are empty. */
const SLOT_BATCH_SIZE = 512;
/** Maximum number of separate gaps. Above it, gaps are merged. */
const MAX_RANGES = 8;
/** Number of minutes after which every slot has been due. */
const MAX_INTERVAL = Math.max(...INTERVALS);

/**
 * Sends the watches that are due in this minute, and then those of missed minutes:
 *
 *     missed minutes noted ── due now: sent ── the wheel moves on ── missed slots: sent, and noted how far
 *
 * An interrupted tick is repeated and continues with the next missed slots. A slot that was missed more than
 * once is sent once. Catching up stops at the next full minute, which takes precedence. Returns the number of
 * watches sent.
 */
export async function tick(wheel: Wheel, options: TickOptions): Promise<number> {
  const { store, clock } = options;
  const minute = getMinute(clock);
  const last = await readLastTick(wheel, minute, options);
  let sent = 0;
  if (last < minute) {
    if (last < minute - 1) await noteMissed(wheel, last + 1, minute - 1, options);
    sent += (await sendSlots(wheel, listDueSlots(wheel, minute, minute), options)).sent;
    await store.moveTick(wheel, minute);
  }
  return sent + (await catchUp(wheel, minute, options));
}

/**
 * Returns the minute up to which the wheel was read. A minute in the future was written while a clock was
 * ahead. It would stop all watches until then, so it is reset, and everything that may have been missed is
 * caught up.
 */
async function readLastTick(wheel: Wheel, minute: number, { store, logger }: TickOptions): Promise<number> {
  const last = (await store.lastTick(wheel)) ?? minute - 1;
  // Correct clocks differ by less than a minute.
  if (last <= minute + 1) return last;
  logger.log("warn", "watch_tick_in_future", { wheel, minutes_ahead: last - minute });
  await store.putMissedMinutes(wheel, [{ first: minute - MAX_INTERVAL, last: minute - 1, done: 0 }]);
  await store.resetTick(wheel, minute - 1, last);
  return minute - 1;
}

/** Adds missed minutes to those on which to catch up. */
async function noteMissed(wheel: Wheel, first: number, last: number, options: TickOptions): Promise<void> {
  const { store, logger } = options;
  logger.log("info", "watch_minutes_missed", { wheel, minutes: last - first + 1 });
  const earliest = last - MAX_INTERVAL + 1;
  const before = (await store.missedMinutes(wheel)).filter((missed) => missed.last >= earliest);
  const oldest = Math.min(first, ...before.map((missed) => missed.first));
  const missed =
    before.length < MAX_RANGES
      ? [...before, { first: Math.max(first, earliest), last, done: 0 }]
      : [{ first: Math.max(oldest, earliest), last, done: 0 }];
  await store.putMissedMinutes(wheel, missed);
}

/**
 * Sends the missed slots until the next full minute. Sends at least one piece, so that catching up makes
 * progress even if every minute is too short.
 */
async function catchUp(wheel: Wheel, minute: number, options: TickOptions): Promise<number> {
  const { store, clock } = options;
  const ranges = await store.missedMinutes(wheel);
  let sent = 0;
  for (const [index, range] of ranges.entries()) {
    const slots = listSlots(wheel, range);
    for (let done = range.done; done < slots.length; ) {
      const piece = slots.slice(done, done + SLOT_BATCH_SIZE);
      // Slots that have been due since then were sent at that time.
      const left = piece.filter((slot) => findLastDue(slot, minute) <= range.last);
      const read = await sendSlots(wheel, left, options, SEND_BATCH_SIZE);
      sent += read.sent;
      const next = left[read.slots];
      done = next === undefined ? done + piece.length : slots.indexOf(next, done);
      const rest = done < slots.length ? [{ ...range, done }] : [];
      await store.putMissedMinutes(wheel, [...rest, ...ranges.slice(index + 1)]);
      if (getMinute(clock) > minute) return sent;
    }
  }
  return sent;
}

/**
 * Returns the slots of missed minutes, those with the longest intervals first, because the others are due
 * again soonest.
 */
function listSlots(wheel: Wheel, { first, last }: MissedMinutes): string[] {
  return [...listDueSlots(wheel, first, last)].toReversed();
}

/**
 * Sends the watches in slots. Stops after the slot in which `most` batches have been sent. Returns the number
 * of slots read and of watches sent.
 */
async function sendSlots(
  wheel: Wheel,
  slots: Iterable<string>,
  options: TickOptions,
  most = Number.POSITIVE_INFINITY,
): Promise<{ slots: number; sent: number }> {
  const { queue } = options;
  let [read, sent, sentBatches] = [0, 0, 0];
  let waiting: PollBatch[] = [];
  for (const slot of slots) {
    for await (const batch of listBatches(wheel, slot, options)) {
      sent += batch.entries.length;
      sentBatches += 1;
      waiting.push(batch);
      if (waiting.length < SEND_BATCH_SIZE) continue;
      await queue.send(waiting);
      waiting = [];
    }
    read += 1;
    if (sentBatches >= most) break;
  }
  if (waiting.length > 0) await queue.send(waiting);
  return { slots: read, sent };
}

async function* listBatches(
  wheel: Wheel,
  slot: string,
  { store, clock }: TickOptions,
): AsyncGenerator<PollBatch> {
  const readAt = timestamp(clock.now());
  const dueAt = timestamp(findLastDue(slot, getMinute(clock)) * MINUTE_MS);
  let entries: PollBatch["entries"][number][] = [];
  for await (const { position, tenantId, watchId } of store.slotEntries(slot)) {
    entries.push({ position, tenantId, watchId });
    if (entries.length < BATCH_SIZE) continue;
    yield { wheel, slot, dueAt, readAt, entries };
    entries = [];
  }
  if (entries.length > 0) yield { wheel, slot, dueAt, readAt, entries };
}

function getMinute(clock: Clock): number {
  return Math.floor(clock.now() / MINUTE_MS);
}
