import { encodeCursor } from "@plumbline/core/records/page.ts";
import type { Service } from "@plumbline/service/service.ts";
import * as z from "zod";
import { actorOf, readJson } from "../request.ts";
import { jsonAnswer, operation, type Route, route } from "./endpoint.ts";
import { pageQuery, readPathId, recordId, toPageRequest } from "./fields.ts";

const ofTenant = z.object({ id: recordId.describe("The tenant's id.") });

export const rotateDataKey = operation({
  id: "rotateDataKey",
  access: "operator",
  tag: "Tenants",
  summary: "Make a new data key",
  description:
    "The new version seals whatever is stored from now on, in other processes of the service within five minutes. What was sealed before " +
    "goes on opening.",
  params: ofTenant,
  answers: {
    201: jsonAnswer(
      "The version that seals from now on.",
      z.object({ tenant_id: z.uuid(), version: z.int() }),
    ),
  },
  refusals: { conflict: "The tenant's master key is disabled or gone." },
});

export const rewrapSecrets = operation({
  id: "rewrapSecrets",
  access: "operator",
  tag: "Tenants",
  summary: "Seal secrets anew",
  description:
    "Seals tokens of up to 50 of the tenant's credentials, then signing secrets of up to 50 of its watches, with its newest data key; " +
    "those that are so already stay. Repeat it with `after` until `next_cursor` is null.",
  params: ofTenant,
  body: z.strictObject({ after: pageQuery.shape.cursor }).meta({ id: "RewrapSecrets" }),
  examples: { "The first of them": {} },
  answers: {
    200: jsonAnswer(
      "Progress so far.",
      z.object({
        seen: z.int().describe("Credentials and watches looked at."),
        rewrapped: z.int(),
        unreadable: z
          .array(z.uuid())
          .describe("Credentials whose tokens did not open; they have to be stored again."),
        unreadable_watches: z
          .array(z.uuid())
          .describe("Watches whose signing secrets did not open; they need new ones."),
        next_cursor: z.string().nullable(),
      }),
    ),
  },
  refusals: { conflict: "The tenant's master key is disabled or gone." },
});

/** Creates the routes with which the operator rotates a tenant's data key and re-encrypts its data. */
export function dataKeyRoutes({
  tenants,
  dataKeyRotation,
}: Pick<Service, "tenants" | "dataKeyRotation">): readonly Route[] {
  return [
    route(rotateDataKey, async (context) => {
      const { tenant_id } = await tenants.require(readPathId(context));
      const version = await dataKeyRotation.rotate(tenant_id, actorOf(context));
      return context.json({ tenant_id, version }, 201);
    }),
    route(rewrapSecrets, async (context) => {
      const { after: cursor } = await readJson(context, rewrapSecrets.body);
      const { after } = toPageRequest({ cursor, limit: 1 }, "after");
      const { tenant_id } = await tenants.require(readPathId(context));
      const rewrapped = await dataKeyRotation.rewrap(tenant_id, after, actorOf(context));
      const { next, unreadableWatches: unreadable_watches, ...progress } = rewrapped;
      const next_cursor = next === null ? null : encodeCursor(next);
      return context.json({ ...progress, unreadable_watches, next_cursor });
    }),
  ];
}
