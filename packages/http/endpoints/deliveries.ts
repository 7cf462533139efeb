import { timestamp } from "@plumbline/core/clock/clock.ts";
import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import { encodeCursor } from "@plumbline/core/records/page.ts";
import type { Service } from "@plumbline/service/service.ts";
import type { DeliveryView, ReplayPosition } from "@plumbline/watches/delivery/deliveries.ts";
import type { Context } from "hono";
import * as z from "zod";
import { readJson, readQuery } from "../request.ts";
import { jsonAnswer, operation, type Route, route } from "./endpoint.ts";
import { recordId } from "./fields.ts";
import {
  createCursorError,
  createPageSchema,
  decodeSequence,
  formatPage,
  pageQuery,
  toPageRequest,
} from "./paging.ts";
import { readPathWatch } from "./visibility.ts";

const time = z.iso.datetime();

/** ID of a delivery. Contains its event's sequence number in the watch. */
export const deliveryId = z.string().regex(/^dlv_[1-9]\d{0,11}$/);

const attempt = z
  .object({
    at: time,
    url: z.string().describe("Where it was sent."),
    status: z.int().nullable().describe("The receiver's response status; null when there was no response."),
    error_code: z.string().nullable().describe("Null when the receiver accepted it."),
    message: z.string().nullable(),
  })
  .meta({ id: "DeliveryAttempt" });

export const deliveryStatus = z
  .enum(["waiting", "delivered", "dead"])
  .describe(
    "`dead`: all attempts failed, or the receiver no longer accepts deliveries; a replay sends it again.",
  );

export const delivery = z
  .object({
    id: deliveryId,
    event_id: z.string().describe("The `webhook-id` of every attempt, which is also the event's id."),
    sequence: z.int().describe("The event's number within its watch, starting at 1, without gaps."),
    found_at: time,
    status: deliveryStatus,
    tries: z.int().describe("Attempts since it was queued: at most eight, over 22 hours."),
    next_try_at: time.nullable().describe("Null unless it is waiting."),
    attempts: z.array(attempt).describe("The latest ten at most, newest last."),
  })
  .meta({ id: "Delivery", description: "The progress of delivering an event to its watch's receiver." });

export const testDelivery = attempt
  .extend({ ok: z.boolean().describe("Whether the receiver accepted it.") })
  .meta({ id: "TestDelivery" });

/** State of a watch's deliveries. */
export const deliveryHealthSchema = z.lazy(() =>
  z
    .object({
      status: z
        .enum(["active", "failing", "stopped"])
        .describe("`stopped`: the receiver responded with 410; set `deliver_to` again to resume."),
      waiting: z.int().describe("Counted among the watch's newest 20 events."),
      dead: z.int().describe("Counted among the watch's newest 20 events."),
      last_delivered_at: time.nullable(),
      last_error: attempt.nullable().describe("The last attempt, if it failed."),
      held_until: time
        .nullable()
        .describe(
          "Set after the receiver's host has failed five times in a row: nothing is sent until then; after that, one test delivery.",
        ),
    })
    .meta({ id: "DeliveryHealth" }),
);

const ofWatch = z.object({ id: recordId.describe("The watch's id.") });
const nowhere = "The watch has no receiver, or the receiver has responded that it is gone.";
const forbidden =
  "The key lacks the scope `deliveries:write` or is an operator key, or the policy does not allow the receiver.";
const moment = z.iso.datetime({ offset: true });

const listDeliveries = operation({
  id: "listDeliveries",
  access: "watches:read",
  summary: "List deliveries",
  description:
    "What was delivered, where, and with what result, newest first. `status=dead` lists the dead letters. " +
    "With a status filter, a page may be short or empty although more follow: continue until `next_cursor` is null.",
  params: ofWatch,
  query: pageQuery.extend({ status: deliveryStatus.optional() }),
  answers: () => ({ 200: jsonAnswer("A page of deliveries.", createPageSchema(delivery)) }),
});

const sendTestDelivery = operation({
  id: "sendTestDelivery",
  access: "deliveries:write",
  summary: "Send a test message",
  description:
    "Sends the receiver one signed message of type `watch.test` immediately, and returns the result.",
  params: ofWatch,
  answers: () => ({ 200: jsonAnswer("The result, whether it succeeded or not.", testDelivery) }),
  refusals: { conflict: nowhere, forbidden },
});

const replayDelivery = operation({
  id: "replayDelivery",
  access: "deliveries:write",
  summary: "Redeliver an event",
  description:
    "Sends an event again, whether or not it was delivered before. It keeps its `webhook-id` and gets all its attempts again.",
  params: ofWatch.extend({ delivery_id: deliveryId.describe("The delivery's id.") }),
  answers: () => ({ 202: jsonAnswer("The event has been queued.", delivery) }),
  refusals: { conflict: `${nowhere} Or it is being delivered right now.`, forbidden },
});

const replayDeliveries = operation({
  id: "replayDeliveries",
  access: "deliveries:write",
  summary: "Redeliver missed events",
  description:
    "Queues events from a time range again, oldest first, at most 500. " +
    "Without `which`, only missed events: dead letters, and events found while the watch had no receiver.",
  params: ofWatch,
  body: z
    .strictObject({
      since: moment.describe("Events found at this time or later."),
      until: moment.optional().describe("Events found before this time. Default: now."),
      which: z
        .enum(["missed", "all"])
        .default("missed")
        .describe("`all`: includes events that were delivered."),
      cursor: pageQuery.shape.cursor.describe("The `next_cursor` of the previous response, to continue."),
    })
    .meta({ id: "ReplayDeliveries" }),
  examples: {
    "All missed events": { since: "2026-03-10T09:00:00Z" },
    "All events of an hour": { since: "2026-03-10T09:00:00Z", until: "2026-03-10T10:00:00Z", which: "all" },
  },
  answers: () => ({
    202: jsonAnswer(
      "The events have been queued.",
      z.object({
        queued: z.int(),
        next_cursor: z.string().nullable().describe("Null when the whole range has been queued."),
      }),
    ),
  }),
  refusals: { conflict: nowhere, forbidden },
});

const rotateSigningSecret = operation({
  id: "rotateSigningSecret",
  access: "deliveries:write",
  summary: "Rotate the signing secret",
  description:
    "Returns the new secret; it is not shown again. For 24 hours, deliveries are also signed with the previous one. " +
    "Call this once after setting `deliver_to`: the initial secret is never shown.",
  params: ofWatch,
  answers: () => ({
    201: jsonAnswer(
      "The secret in Standard Webhooks form.",
      z.object({ secret: z.string().describe("`whsec_` and 32 bytes in base64.") }),
    ),
  }),
  refusals: { conflict: `${nowhere} Or the watch was changed at the same time.` },
});

/** Creates the routes of a watch's deliveries: list, test message, replays and signing secret. */
export function deliveryRoutes({ deliveries, watches }: Service): readonly Route[] {
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
