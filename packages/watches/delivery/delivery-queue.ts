/** Events of one watch that are due for delivery. */
export interface DeliveryBatch {
  tenantId: string;
  watchId: string;
  /** Sequence numbers of events in order, at most ten. */
  sequences: readonly number[];
}

/** Number of events per batch. Even if all of them time out, a batch fits into one invocation. */
export const BATCH_SIZE = 10;

/**
 * Transports batches to the deliverers: SQS on AWS, or this process on one machine. A batch may arrive more
 * than once, or never, because due deliveries are sent again every minute (due-deliveries.ts).
 */
export interface DeliveryQueue {
  send(batches: readonly DeliveryBatch[]): Promise<void>;
}

/** Returns the group of a batch in a queue that shares its workers fairly: its tenant. */
export function getTenant({ tenantId }: DeliveryBatch): string {
  return tenantId;
}

/** Yields a watch's events in batches. */
export function* splitBatches(
  { tenantId, watchId }: Omit<DeliveryBatch, "sequences">,
  sequences: readonly number[],
): Generator<DeliveryBatch> {
  for (let start = 0; start < sequences.length; start += BATCH_SIZE)
    yield { tenantId, watchId, sequences: sequences.slice(start, start + BATCH_SIZE) };
}
