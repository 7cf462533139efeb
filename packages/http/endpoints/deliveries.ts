import { timestamp } from "@plumbline/core/clock/clock.ts";
import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import { encodeCursor } from "@plumbline/core/records/page.ts";
import type { Service } from "@plumbline/service/service.ts";
import type { DeliveryView, ReplayPosition } from "@plumbline/watches/delivery/deliveries.ts";
import type { Context } from "hono";
import * as z from "zod";
import { readJson, readQuery } from "../request.ts";
import { jsonAnswer, operation, type Route, route } from "./endpoint.ts";
import {
  createCursorError,
  createPageSchema,
  decodeSequence,
  formatPage,
  pageQuery,
  recordId,
  toPageRequest,
} from "./fields.ts";
import { readPathWatch } from "./in-sight.ts";

const time = z.iso.datetime();

/** ID of a delivery. Contains its event's sequence number in the watch. */
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

/** State of a watch's deliveries. */
export const deliveryHealthSchema = z
  .object({
    status: z
      .enum(["active", "failing", "stopped"])
      .describe("`stopped`: the receiver answered 410; set `deliver_to` again to go on."),
    waiting: z.int().describe("Of the watch's newest 20 events."),
    dead: z.int().describe("Of the watch's newest 20 events."),
    last_delivered_at: time.nullable(),
    last_error: attempt.nullable().describe("Of the last try, where that failed."),
    held_until: time
      .nullable()
      .describe(
        "Set while the receiver's host has failed five times in a row: nothing is sent before then, and then one trial.",
      ),
  })
  .meta({ id: "DeliveryHealth" });

const ofWatch = z.object({ id: recordId.describe("The watch's id.") });
const nowhere = "The watch delivers nowhere, or its receiver has said that it is gone.";
const forbidden =
  "The key lacks the scope `deliveries:write`, or is an operator's; or the policy does not allow the receiver.";
const moment = z.iso.datetime({ offset: true });

export const listDeliveries = operation({
  id: "listDeliveries",
  access: "watches:read",
  tag: "Watches",
  summary: "List deliveries",
  description:
    "What was delivered where and how it ended, the newest first. `status=dead` is the list of dead letters. " +
    "With a status a page may be short, or empty, though more follow: go on until `next_cursor` is null.",
  params: ofWatch,
  query: pageQuery.extend({ status: deliveryStatus.optional() }),
  answers: { 200: jsonAnswer("A page of deliveries.", createPageSchema(delivery)) },
});

export const sendTestDelivery = operation({
  id: "sendTestDelivery",
  access: "deliveries:write",
  tag: "Watches",
  summary: "Send a test message",
  description:
    "Sends the receiver a signed message of the type `watch.test`, once and now, and answers how that ended.",
  params: ofWatch,
  answers: { 200: jsonAnswer("How it ended, well or not.", testDelivery) },
  refusals: { conflict: nowhere, forbidden },
});

export const replayDelivery = operation({
  id: "replayDelivery",
  access: "deliveries:write",
  tag: "Watches",
  summary: "Deliver an event again",
  description:
    "Whether or not it was delivered before, with the same `webhook-id` and all its tries before it.",
  params: ofWatch.extend({ delivery_id: deliveryId.describe("The delivery's id.") }),
  answers: { 202: jsonAnswer("It is on its way.", delivery) },
  refusals: { conflict: `${nowhere} Or it was being delivered at that moment.`, forbidden },
});

export const replayDeliveries = operation({
  id: "replayDeliveries",
  access: "deliveries:write",
  tag: "Watches",
  summary: "Deliver again what was missed",
  description:
    "Sets events that were found in a time on their way again, oldest first, 500 at most. " +
    "Without `which`, those that were missed: dead letters, and what was found while the watch delivered nowhere.",
  params: ofWatch,
  body: z
    .strictObject({
      since: moment.describe("Events found from then on."),
      until: moment.optional().describe("Events found before then; left out, until now."),
      which: z.enum(["missed", "all"]).default("missed").describe("`all`: those that were delivered, too."),
      cursor: pageQuery.shape.cursor.describe("The `next_cursor` of the answer before, to go on."),
    })
    .meta({ id: "ReplayDeliveries" }),
  examples: {
    "All that was missed": { since: "2026-03-10T09:00:00Z" },
    "All of an hour": { since: "2026-03-10T09:00:00Z", until: "2026-03-10T10:00:00Z", which: "all" },
  },
  answers: {
    202: jsonAnswer(
      "They are on their way.",
      z.object({
        queued: z.int(),
        next_cursor: z.string().nullable().describe("Null when all of the range are on their way."),
      }),
    ),
  },
  refusals: { conflict: nowhere, forbidden },
});

export const rotateSigningSecret = operation({
  id: "rotateSigningSecret",
  access: "deliveries:write",
  tag: "Watches",
  summary: "Make a new signing secret",
  description:
    "Answers the secret this once. Deliveries are signed with the one of before, too, for 24 hours. " +
    "Call it once after `deliver_to` was set: the first secret is nobody's.",
  params: ofWatch,
  answers: {
    201: jsonAnswer(
      "The secret as Standard Webhooks has it.",
      z.object({ secret: z.string().describe("`whsec_` and 32 bytes in base64.") }),
    ),
  },
  refusals: { conflict: `${nowhere} Or the watch was changed at the same time.` },
});

/** Creates the routes of a watch's deliveries: list, test message, replays and signing secret. */
export function deliveryRoutes({
  deliveries,
  watches,
}: Pick<Service, "deliveries" | "watches">): readonly Route[] {
  return [
    route(listDeliveries, async (context, caller) => {
      const id = await readPathWatch(context, caller, watches);
      const { cursor, limit, status } = readQuery(context, listDeliveries.query);
      const page = { before: decodeSequence("cursor", cursor), limit, status };
      return context.json(formatPage(await deliveries.list(caller.tenantId, id, page), formatDelivery));
    }),
    route(sendTestDelivery, async (context, caller) => {
      const id = await readPathWatch(context, caller, watches);
      return context.json(await deliveries.test(caller.tenantId, id));
    }),
    route(replayDelivery, async (context, caller) => {
      const id = await readPathWatch(context, caller, watches);
      const again = await deliveries.replay(caller.tenantId, id, readPathSequence(context));
      return context.json(formatDelivery(again), 202);
    }),
    route(replayDeliveries, async (context, caller) => {
      const id = await readPathWatch(context, caller, watches);
      const { since, until, which, cursor } = await readJson(context, replayDeliveries.body);
      const { queued, next } = await deliveries.replayRange(caller.tenantId, id, {
        since: timestamp(Date.parse(since)),
        until: until === undefined ? undefined : timestamp(Date.parse(until)),
        which,
        from: decodePosition(cursor),
      });
      return context.json(
        { queued, next_cursor: next === null ? null : encodeCursor(`${next.after}-${next.before}`) },
        202,
      );
    }),
    route(rotateSigningSecret, async (context, caller) => {
      const id = await readPathWatch(context, caller, watches);
      const secret = await deliveries.rotateSecret(caller.tenantId, id);
      return context.json({ secret: secret.reveal() }, 201);
    }),
  ];
}

function formatDelivery(view: DeliveryView) {
  return { id: `dlv_${view.sequence}`, ...view };
}

function decodePosition(cursor: string | undefined): ReplayPosition | undefined {
  const { after: position } = toPageRequest({ cursor, limit: 1 });
  if (position === undefined) return undefined;
  const [, after, before] = /^(\d{1,12})-(\d{1,12})$/.exec(position) ?? [];
  if (after === undefined || before === undefined) throw createCursorError("cursor");
  return { after: Number(after), before: Number(before) };
}

function readPathSequence(context: Context): number {
  const id = deliveryId.safeParse(context.req.param("delivery_id"));
  if (id.success) return Number(id.data.slice("dlv_".length));
  throw new ServiceError("not_found", "There is no such delivery.");
}
