import type { Wheel } from "./slots.ts";

/** Watches of one slot that are to be polled now. */
export interface PollBatch {
  wheel: Wheel;
  slot: string;
  /** When its watches were due; left out by earlier versions. */
  dueAt?: string | undefined;
  /** When the slot was read. */
  readAt: string;
  /** In order of position, at most 25. */
  entries: readonly { position: string; tenantId: string; watchId: string }[];
}

/**
 * Takes batches to where they are polled: SQS on AWS, this process on one machine. A batch may arrive more
 * than once, and in any order.
 */
export interface PollQueue {
  send(batches: readonly PollBatch[]): Promise<void>;
}
