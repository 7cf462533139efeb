import * as z from "zod";
import { pageOf, pageQuery } from "../paging.ts";
import { recordId } from "../path-id.ts";
import { delivery, deliveryId, deliveryStatus, testDelivery } from "./delivery-schemas.ts";
import { json, type Operation } from "./operation.ts";

const ofWatch = z.object({ id: recordId.describe("The watch's id.") });
const nowhere = "The watch delivers nowhere, or its receiver has said that it is gone.";
const moment = z.iso.datetime({ offset: true });

export const listDeliveries = {
  id: "listDeliveries",
  method: "GET",
  path: "/api/v1/watches/:id/deliveries",
  access: "watches:read",
  tag: "Watches",
  summary: "List deliveries",
  description:
    "What was delivered where and how it ended, the newest first. `status=dead` is the list of dead letters. " +
    "With a status a page may be short, or empty, though more follow: go on until `next_cursor` is null.",
  params: ofWatch,
  query: pageQuery.extend({ status: deliveryStatus.optional() }),
  answers: { 200: json("A page of deliveries.", pageOf(delivery)) },
} satisfies Operation;

export const sendTestDelivery = {
  id: "sendTestDelivery",
  method: "POST",
  path: "/api/v1/watches/:id/deliveries",
  access: "watches:write",
  tag: "Watches",
  summary: "Send a test message",
  description:
    "Sends the receiver a signed message of the type `watch.test`, once and now, and answers how that ended.",
  params: ofWatch,
  answers: { 200: json("How it ended, well or not.", testDelivery) },
  refusals: { conflict: nowhere },
} satisfies Operation;

export const replayDelivery = {
  id: "replayDelivery",
  method: "POST",
  path: "/api/v1/watches/:id/deliveries/:delivery_id/replay",
  access: "watches:write",
  tag: "Watches",
  summary: "Deliver an event again",
  description:
    "Whether or not it was delivered before, with the same `webhook-id` and all its tries before it.",
  params: ofWatch.extend({ delivery_id: deliveryId.describe("The delivery's id.") }),
  answers: { 202: json("It is on its way.", delivery) },
  refusals: { conflict: `${nowhere} Or it was being delivered at that moment.` },
} satisfies Operation;

export const replayDeliveries = {
  id: "replayDeliveries",
  method: "POST",
  path: "/api/v1/watches/:id/replay",
  access: "watches:write",
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
    202: json(
      "They are on their way.",
      z.object({
        queued: z.int(),
        next_cursor: z.string().nullable().describe("Null when all of the range are on their way."),
      }),
    ),
  },
  refusals: { conflict: nowhere },
} satisfies Operation;

export const rotateSigningSecret = {
  id: "rotateSigningSecret",
  method: "POST",
  path: "/api/v1/watches/:id/secret",
  access: "watches:write",
  tag: "Watches",
  summary: "Make a new signing secret",
  description:
    "Answers the secret this once. Deliveries are signed with the one of before, too, for 24 hours. " +
    "Call it once after `deliver_to` was set: the first secret is nobody's.",
  params: ofWatch,
  answers: {
    201: json(
      "The secret as Standard Webhooks has it.",
      z.object({ secret: z.string().describe("`whsec_` and 32 bytes in base64.") }),
    ),
  },
  refusals: { conflict: `${nowhere} Or the watch was changed at the same time.` },
} satisfies Operation;
