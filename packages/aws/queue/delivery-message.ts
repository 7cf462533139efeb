import { BATCH_SIZE, type DeliveryBatch } from "@plumbline/watches/delivery/delivery-queue.ts";
import * as z from "zod";

const text = z.string().min(1);

/** The body of a message, as SqsBatchQueue writes it. */
const deliveryMessage = z.strictObject({
  tenantId: text,
  watchId: text,
  sequences: z.array(z.int().positive()).min(1).max(BATCH_SIZE),
});

/** Reads a batch back. Throws SyntaxError for what is no JSON and ZodError for what is no batch. */
export function readDeliveryMessage(body: string): DeliveryBatch {
  return deliveryMessage.parse(JSON.parse(body));
}
