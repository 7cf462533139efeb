import { type Clock, timestamp } from "@plumbline/core/clock/clock.ts";
import { INTERVALS } from "../service/watch.ts";
import type { WatchStore } from "../service/watch-store.ts";
import type { PollBatch, PollQueue } from "./poll-queue.ts";
import { dueSlots, type Wheel } from "./slots.ts";

export interface TickOptions {
  store: WatchStore;
  queue: PollQueue;
  clock: Clock;
}

/** Watches in one message. */
const BATCH_SIZE = 25;
/** Batches handed to the queue at once. */
const SENT_TOGETHER = 10;
const MINUTE_MS = 60_000;
/** After so many minutes every slot has been due. */
const LONGEST = Math.max(...INTERVALS);

/**
 * Sends off the watches whose minute has come since the last tick of this wheel: a minute that was missed is
 * caught up, and a slot that was missed more than once is polled once. The wheel moves on when all is sent,
 * so a tick that breaks off is repeated. Answers how many watches were sent.
 */
export async function tick(wheel: Wheel, { store, queue, clock }: TickOptions): Promise<number> {
  const minute = Math.floor(clock.now() / MINUTE_MS);
  const last = (await store.lastTick(wheel)) ?? minute - 1;
  if (last >= minute) return 0;
  let sent = 0;
  let waiting: PollBatch[] = [];
  for (const slot of dueSlots(wheel, Math.max(last + 1, minute - LONGEST + 1), minute)) {
    for await (const batch of batches(wheel, slot, store, clock)) {
      sent += batch.entries.length;
      waiting.push(batch);
      if (waiting.length < SENT_TOGETHER) continue;
      await queue.send(waiting);
      waiting = [];
    }
  }
  if (waiting.length > 0) await queue.send(waiting);
  await store.moveTick(wheel, minute);
  return sent;
}

async function* batches(
  wheel: Wheel,
  slot: string,
  store: WatchStore,
  clock: Clock,
): AsyncGenerator<PollBatch> {
  const readAt = timestamp(clock.now());
  let entries: PollBatch["entries"][number][] = [];
  for await (const { position, tenantId, watchId } of store.slotEntries(slot)) {
    entries.push({ position, tenantId, watchId });
    if (entries.length < BATCH_SIZE) continue;
    yield { wheel, slot, readAt, entries };
    entries = [];
  }
  if (entries.length > 0) yield { wheel, slot, readAt, entries };
}
