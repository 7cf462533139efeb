import { type Clock, timestamp } from "@plumbline/core/clock/clock.ts";
import { SealBrokenError } from "@plumbline/core/credentials/vault/vault.ts";
import { describeUnexpected, type Logger } from "@plumbline/core/log/logger.ts";
import { describeKeyFailure } from "../clock/poll-failure.ts";
import { type Delivery, markDead, markUnsent } from "./delivery.ts";

/** Thrown for a receiver that the tenant's policy does not permit. */
export class ReceiverForbidden extends Error {
  override readonly name = "ReceiverForbidden";
}

/**
 * Returns the delivery after an attempt that could not be sent. Corrupted content stays corrupted, so the
 * delivery is dead, as is one that the policy forbids. A refused key may be restored, so the attempt counts
 * as failed. Rethrows any other error.
 */
export function failUnsent(
  { clock, logger }: { clock: Clock; logger: Logger },
  { delivery, url }: { delivery: Delivery; url: string },
  error: unknown,
): Delivery {
  const now = clock.now();
  const attempt = { at: timestamp(now), url, status: null };
  if (error instanceof SealBrokenError) {
    logger.log("error", "delivery_broken", describeUnexpected(error));
    const message = "The stored event cannot be decrypted.";
    return markDead(delivery, { ...attempt, error_code: "not_tried", message });
  }
  if (error instanceof ReceiverForbidden)
    return markDead(delivery, { ...attempt, error_code: "not_tried", message: error.message });
  const { error_code, refusal_reason: message } = describeKeyFailure(error);
  return markUnsent(delivery, { ...attempt, error_code, message }, now);
}
