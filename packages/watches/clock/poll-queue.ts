import type { Wheel } from "./slots.ts";

export interface PollBatch {
  wheel: Wheel;
  slot: string;
  /** Time at which its watches were due. Earlier versions omit it. */
  dueAt?: string | undefined;
  /** Time at which the slot was read. */
  readAt: string;
  /** At most 25, in order of position. */
  entries: readonly { position: string; tenantId: string; watchId: string }[];
}

/**
 * Transports batches to the pollers: SQS on AWS, or this process on a single machine. A batch may arrive more
 * than once, and in any order.
 */
export interface PollQueue {
  send(batches: readonly PollBatch[]): Promise<void>;
}
