import { encodeCursor } from "@plumbline/core/access/page.ts";
import { timestamp } from "@plumbline/core/clock/clock.ts";
import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import type { Service } from "@plumbline/service/service.ts";
import type { DeliveryView, ReplayPosition } from "@plumbline/watches/delivery/deliveries.ts";
import type { Context } from "hono";
import {
  listDeliveries,
  replayDeliveries,
  replayDelivery,
  rotateSigningSecret,
  sendTestDelivery,
} from "../api/delivery-operations.ts";
import { deliveryId } from "../api/delivery-schemas.ts";
import { pageAnswer, pageRequest } from "../paging.ts";
import { pathId } from "../path-id.ts";
import { readJson, readQuery } from "../read-json.ts";
import { type Route, route } from "../route.ts";
import { badCursor, sequenceAt } from "./sequence-cursor.ts";

/** What of a watch was delivered where, and all that is done about it. */
export function deliveryRoutes({ deliveries }: Pick<Service, "deliveries">): readonly Route[] {
  return [
    route(listDeliveries, async (context, { tenantId }) => {
      const { cursor, limit, status } = readQuery(context, listDeliveries.query);
      const page = { before: sequenceAt("cursor", cursor), limit, status };
      return context.json(pageAnswer(await deliveries.list(tenantId, pathId(context), page), showDelivery));
    }),
    route(sendTestDelivery, async (context, { tenantId }) => {
      return context.json(await deliveries.test(tenantId, pathId(context)));
    }),
    route(replayDelivery, async (context, { tenantId }) => {
      const again = await deliveries.replay(tenantId, pathId(context), pathSequence(context));
      return context.json(showDelivery(again), 202);
    }),
    route(replayDeliveries, async (context, { tenantId }) => {
      const { since, until, which, cursor } = await readJson(context, replayDeliveries.body);
      const { queued, next } = await deliveries.replayRange(tenantId, pathId(context), {
        since: timestamp(Date.parse(since)),
        until: until === undefined ? undefined : timestamp(Date.parse(until)),
        which,
        from: positionAt(cursor),
      });
      return context.json(
        { queued, next_cursor: next === null ? null : encodeCursor(`${next.after}-${next.before}`) },
        202,
      );
    }),
    route(rotateSigningSecret, async (context, { tenantId }) => {
      const secret = await deliveries.rotateSecret(tenantId, pathId(context));
      return context.json({ secret: secret.reveal() }, 201);
    }),
  ];
}

function showDelivery(view: DeliveryView) {
  return { id: `dlv_${view.sequence}`, ...view };
}

function positionAt(cursor: string | undefined): ReplayPosition | undefined {
  const { after: position } = pageRequest({ cursor, limit: 1 });
  if (position === undefined) return undefined;
  const [, after, before] = /^(\d{1,12})-(\d{1,12})$/.exec(position) ?? [];
  if (after === undefined || before === undefined) throw badCursor("cursor");
  return { after: Number(after), before: Number(before) };
}

function pathSequence(context: Context): number {
  const id = deliveryId.safeParse(context.req.param("delivery_id"));
  if (id.success) return Number(id.data.slice("dlv_".length));
  throw new ServiceError("not_found", "There is no such delivery.");
}
