import type { Wheel } from "./slots.ts";

/** Watches of one slot to poll now. */
export interface PollBatch {
  wheel: Wheel;
  slot: string;
  /** Time at which its watches were due. Earlier versions omit it. */
  dueAt?: string | undefined;
  /** Time at which the slot was read. */
  readAt: string;
  /** In order of position, at most 25. */
  entries: readonly { position: string; tenantId: string; watchId: string }[];
}

/**
 * Transports batches to the pollers: SQS on AWS, or this process on one machine. A batch may arrive more than
 * once and in any order.
 */
export interface PollQueue {
  send(batches: readonly PollBatch[]): Promise<void>;
}
