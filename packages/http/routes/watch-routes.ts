import { encodeCursor } from "@plumbline/core/access/page.ts";
import type { DispatchFailure } from "@plumbline/core/dispatch/dispatch-result.ts";
import { ServiceError, type ServiceErrorCode } from "@plumbline/core/errors/service-error.ts";
import type { Service } from "@plumbline/service/service.ts";
import type { WatchEvent } from "@plumbline/watches/service/watch-events.ts";
import * as z from "zod";
import {
  changeWatch,
  createWatch,
  deleteWatch,
  getWatch,
  listWatchEvents,
  listWatches,
} from "../api/watch-operations.ts";
import { pageAnswer, pageRequest } from "../paging.ts";
import { pathId } from "../path-id.ts";
import { readJson, readQuery } from "../read-json.ts";
import { type Route, route } from "../route.ts";
import { callOptions } from "./call-options.ts";
import { namedReceiver } from "./named-receiver.ts";
import { sequenceAt } from "./sequence-cursor.ts";

const TOOLS = { feed: "rss_subscribe", inbox: "email_watch_inbox" } as const;
const begun = z.object({ watch_id: z.string(), already_watching: z.literal(true).optional() });

/** A tenant's watches, and what they found. */
export function watchRoutes({
  watches,
  dispatcher,
  destination,
}: Pick<Service, "watches" | "dispatcher" | "destination">): readonly Route[] {
  return [
    route(createWatch, async (context, caller) => {
      const { type, ...args } = await readJson(context, createWatch.body);
      const result = await dispatcher.call(caller, TOOLS[type], args, callOptions(context));
      if (!result.ok) throw notBegun(result);
      const { watch_id, already_watching } = begun.parse(result.result);
      return context.json(await watches.get(caller.tenantId, watch_id), already_watching ? 200 : 201);
    }),
    route(listWatches, async (context, { tenantId }) => {
      const page = pageRequest(readQuery(context, listWatches.query));
      return context.json(pageAnswer(await watches.list(tenantId, page), (watch) => watch));
    }),
    route(getWatch, async (context, { tenantId }) => {
      return context.json(await watches.get(tenantId, pathId(context)));
    }),
    route(changeWatch, async (context, { tenantId }) => {
      const id = pathId(context);
      const { deliver_to, ...change } = await readJson(context, changeWatch.body);
      const deliverTo = namedReceiver(deliver_to, destination);
      return context.json(await watches.change(tenantId, id, { ...change, deliverTo }));
    }),
    route(deleteWatch, async (context, { tenantId }) => {
      await watches.delete(tenantId, pathId(context));
      return context.body(null, 204);
    }),
    route(listWatchEvents, async (context, { tenantId }) => {
      const id = pathId(context);
      const { after: cursor, limit } = readQuery(context, listWatchEvents.query);
      const after = sequenceAt("after", cursor)?.toString();
      return context.json(pageAnswer(await watches.events(tenantId, id, { after, limit }), showEvent));
    }),
  ];
}

function showEvent({ id, sequence, found_at, content }: WatchEvent) {
  return { id, sequence, cursor: encodeCursor(String(sequence)), found_at, ...content };
}

const CODES: Partial<Record<DispatchFailure["error_code"], ServiceErrorCode>> = {
  validation: "bad_request",
  authentication: "conflict",
  rate_limit: "too_many_requests",
  transient: "source_unreachable",
};

/** Nothing was begun: what the first look met, and what to do about it. */
function notBegun({
  error_code,
  refusal_reason,
  next_step,
  retry_after_seconds,
}: DispatchFailure): ServiceError {
  const message = next_step === undefined ? refusal_reason : `${refusal_reason} ${next_step}`;
  const code = CODES[error_code] ?? "conflict";
  return new ServiceError(code, message, {
    ...(code === "bad_request" ? { issues: [{ path: "", message: refusal_reason }] } : {}),
    ...(retry_after_seconds === undefined ? {} : { retryAfterSeconds: retry_after_seconds }),
  });
}
