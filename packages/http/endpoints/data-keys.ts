import { encodeCursor } from "@plumbline/core/records/page.ts";
import type { Service } from "@plumbline/service/service.ts";
import * as z from "zod";
import { getActor, readJson } from "../request.ts";
import { jsonAnswer, operation, type Route, route } from "./endpoint.ts";
import { readPathId, recordId } from "./fields.ts";
import { pageQuery, toPageRequest } from "./paging.ts";

export const ofTenant = z.object({ id: recordId.describe("The tenant's id.") });

const rotateDataKey = operation({
  id: "rotateDataKey",
  access: "operator",
  summary: "Rotate the data key",
  description:
    "Creates a new version that encrypts everything stored from now on; other processes of the service switch to it within five minutes. Data encrypted " +
    "earlier can still be decrypted.",
  params: ofTenant,
  answers: () => ({
    201: jsonAnswer(
      "The version used for encryption from now on.",
      z.object({ tenant_id: z.uuid(), version: z.int() }),
    ),
  }),
  refusals: { conflict: "The tenant's master key is disabled or no longer exists." },
});

const rewrapSecrets = operation({
  id: "rewrapSecrets",
  access: "operator",
  summary: "Re-encrypt secrets",
  description:
    "Re-encrypts the tokens of up to 50 of the tenant's credentials, then the signing secrets of up to 50 of its watches, with the newest data key. " +
    "Those already encrypted with it are skipped. Repeat with `after` until `next_cursor` is null.",
  params: ofTenant,
  body: z.strictObject({ after: pageQuery.shape.cursor }).meta({ id: "RewrapSecrets" }),
  examples: { "The first batch": {} },
  answers: () => ({
    200: jsonAnswer(
      "Progress so far.",
      z.object({
        seen: z.int().describe("Credentials and watches checked."),
        rewrapped: z.int(),
        unreadable: z
          .array(z.uuid())
          .describe("Credentials whose tokens could not be decrypted; store them again."),
        unreadable_watches: z
          .array(z.uuid())
          .describe("Watches whose signing secrets could not be decrypted; create new secrets."),
        next_cursor: z.string().nullable(),
      }),
    ),
  }),
  refusals: { conflict: "The tenant's master key is disabled or no longer exists." },
});

/** Creates the routes with which the operator rotates a tenant's data key and re-encrypts its data. */
export function dataKeyRoutes({ tenants, dataKeyRotation }: Service): readonly Route[] {
  return [
    route(rotateDataKey, async (context) => {
      const { tenant_id } = await tenants.require(readPathId(context));
      const version = await dataKeyRotation.rotate(tenant_id, getActor(context));
      return context.json({ tenant_id, version }, 201);
    }),
    route(rewrapSecrets, async (context) => {
      const { after: cursor } = await readJson(context, rewrapSecrets.body);
      const { after } = toPageRequest({ cursor, limit: 1 }, "after");
      const { tenant_id } = await tenants.require(readPathId(context));
      const rewrapped = await dataKeyRotation.rewrap(tenant_id, after, getActor(context));
      const { next, unreadableWatches: unreadable_watches, ...progress } = rewrapped;
      const next_cursor = next === null ? null : encodeCursor(next);
      return context.json({ ...progress, unreadable_watches, next_cursor });
    }),
  ];
}
