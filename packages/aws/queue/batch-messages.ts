import type { PollBatch } from "@plumbline/watches/clock/poll-queue.ts";
import { WHEELS } from "@plumbline/watches/clock/slots.ts";
import { BATCH_SIZE, type DeliveryBatch } from "@plumbline/watches/delivery/delivery-queue.ts";
import * as z from "zod";

const text = z.string().min(1);

// During a deployment, functions of two releases run at the same time. So a reader ignores fields that
// only a newer sender knows, and a field that an older sender does not know is optional.

/** The body of a message, as SqsBatchQueue writes it. */
const pollMessageSchema = z.object({
  wheel: z.enum(WHEELS),
  slot: text,
  dueAt: z.iso.datetime().optional(),
  readAt: z.iso.datetime(),
  entries: z.array(z.object({ position: text, tenantId: text, watchId: text })).max(25),
});

/** Parses a message. Throws SyntaxError for invalid JSON and ZodError for anything but a batch. */
export function parsePollMessage(body: string): PollBatch {
  return pollMessageSchema.parse(JSON.parse(body));
}

/** The body of a message, as SqsBatchQueue writes it. */
const deliveryMessageSchema = z.object({
  tenantId: text,
  watchId: text,
  sequences: z.array(z.int().positive()).min(1).max(BATCH_SIZE),
});

/** Parses a message. Throws SyntaxError for invalid JSON and ZodError for anything but a batch. */
export function parseDeliveryMessage(body: string): DeliveryBatch {
  return deliveryMessageSchema.parse(JSON.parse(body));
}
