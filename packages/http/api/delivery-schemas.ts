import * as z from "zod";

const time = z.iso.datetime();

/** A delivery's id is its event's place among those of the watch. */
export const deliveryId = z.string().regex(/^dlv_[1-9]\d{0,11}$/);

const attempt = z
  .object({
    at: time,
    url: z.string().describe("Where it was sent."),
    status: z.int().nullable().describe("What the receiver answered; null when no answer came."),
    error_code: z.string().nullable().describe("Null when the receiver took it."),
    message: z.string().nullable(),
  })
  .meta({ id: "DeliveryAttempt" });

export const deliveryStatus = z
  .enum(["waiting", "delivered", "dead"])
  .describe("`dead`: its tries are used up, or nobody takes it any more; a replay sends it again.");

export const delivery = z
  .object({
    id: deliveryId,
    event_id: z.string().describe("The `webhook-id` of every try, and the event's own id."),
    sequence: z.int().describe("The event's place among those of the watch: from 1, without gaps."),
    found_at: time,
    status: deliveryStatus,
    tries: z.int().describe("Tries begun since it was set on its way; eight at most, over 22 hours."),
    next_try_at: time.nullable().describe("Null unless it waits."),
    attempts: z.array(attempt).describe("The newest last; at most ten."),
  })
  .meta({ id: "Delivery", description: "How far an event has come on its way to its watch's receiver." });

export const testDelivery = attempt
  .extend({ ok: z.boolean().describe("Whether the receiver took it.") })
  .meta({ id: "TestDelivery" });

/** How the deliveries of a watch go. */
export const deliveryHealth = z
  .object({
    status: z
      .enum(["active", "failing", "stopped"])
      .describe("`stopped`: the receiver answered 410; set `deliver_to` again to go on."),
    waiting: z.int().describe("Of the watch's newest 20 events."),
    dead: z.int().describe("Of the watch's newest 20 events."),
    last_delivered_at: time.nullable(),
    last_error: attempt.nullable().describe("Of the last try, where that failed."),
  })
  .meta({ id: "DeliveryHealth" });
