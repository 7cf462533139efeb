/** Events of one watch that are due to be delivered. */
export interface DeliveryBatch {
  tenantId: string;
  watchId: string;
  /** Sequences of events in order, at most ten. */
  sequences: readonly number[];
}

/** Events in one batch: with all of them timing out it still fits into one invocation. */
export const BATCH_SIZE = 10;

/**
 * Takes batches to where they are delivered: SQS on AWS, this process on one machine. A batch may arrive more
 * than once, or never: what is due is sent again every minute (due-deliveries.ts).
 */
export interface DeliveryQueue {
  send(batches: readonly DeliveryBatch[]): Promise<void>;
}

/** The group of a batch among those of a queue that shares its workers out: its tenant. */
export function tenantOfBatch({ tenantId }: DeliveryBatch): string {
  return tenantId;
}

/** A watch's events in batches. */
export function* inBatches(
  { tenantId, watchId }: Omit<DeliveryBatch, "sequences">,
  sequences: readonly number[],
): Generator<DeliveryBatch> {
  for (let start = 0; start < sequences.length; start += BATCH_SIZE)
    yield { tenantId, watchId, sequences: sequences.slice(start, start + BATCH_SIZE) };
}
