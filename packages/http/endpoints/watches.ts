import { createLinkDestination } from "@plumbline/adapters/define-adapter.ts";
import type { ParseDestination } from "@plumbline/adapters/rss/fetch-feed.ts";
import type { Policy } from "@plumbline/core/access/policy.ts";
import type { DispatchFailure } from "@plumbline/core/dispatch/dispatch-result.ts";
import { AdapterValidationError } from "@plumbline/core/errors/adapter-error.ts";
import { ServiceError, type ServiceErrorCode } from "@plumbline/core/errors/service-error.ts";
import { ASK_FOR_DESTINATION, explainRefusedDestinations } from "@plumbline/core/policy/decide.ts";
import { encodeCursor } from "@plumbline/core/records/page.ts";
import type { Service } from "@plumbline/service/service.ts";
import { emailWatchInboxInput } from "@plumbline/watches/service/email-watch-inbox.ts";
import { rssSubscribeInput } from "@plumbline/watches/service/rss-subscribe.ts";
import { deliverToArgument, orderedArgument } from "@plumbline/watches/service/subscribing-tools.ts";
import { explainRefusedReceiver } from "@plumbline/watches/service/watch-addresses.ts";
import type { WatchEvent } from "@plumbline/watches/service/watch-events.ts";
import * as z from "zod";
import { createFieldError } from "../problems.ts";
import { callOptions, demandScope, readJson, readQuery } from "../request.ts";
import { jsonAnswer, operation, type Route, route } from "./endpoint.ts";
import { recordId } from "./fields.ts";
import { createPageSchema, decodeSequence, formatPage, pageQuery, toPageRequest } from "./paging.ts";
import { readPathWatch } from "./visibility.ts";
import { intervalMinutes, watch, watchEvent } from "./watch-schemas.ts";

const ofWatch = z.object({ id: recordId.describe("The watch's id.") });

const createWatch = operation({
  id: "createWatch",
  access: "watches:write",
  summary: "Start a watch",
  description:
    "Polls once now and then at every interval. Existing items count as seen; for a feed, items since `since` become events immediately. " +
    "Equivalent to the tools `rss_subscribe` and `email_watch_inbox`, which also return the current items. If there is already a watch with the " +
    "same arguments (apart from `since`), it is returned with 200: check its `health` and whether it is paused.",
  body: z
    .discriminatedUnion("type", [
      rssSubscribeInput.extend({ type: z.literal("feed") }).strict(),
      emailWatchInboxInput
        .extend({
          type: z.literal("inbox"),
          credential_id: recordId.optional().describe("Default: the only one that matches."),
        })
        .strict(),
    ])
    .meta({ id: "CreateWatch" }),
  examples: {
    "A feed": {
      type: "feed",
      url: "https://example.com/feed.xml",
      keywords: ["release"],
      interval_minutes: 15,
    },
    "An inbox": { type: "inbox", query: "is:unread from:bob", interval_minutes: 5 },
  },
  answers: () => ({
    200: jsonAnswer("The existing watch.", watch),
    201: jsonAnswer("The new watch.", watch),
  }),
  refusals: {
    conflict: "The credential is missing, revoked, expired or refused: reconnect it.",
    too_many_requests: "The host is limiting requests.",
    source_unreachable: "The feed or mailbox is not responding at the moment.",
    not_found: "The tenant was deleted in the meantime.",
  },
});

const listWatches = operation({
  id: "listWatches",
  access: "watches:read",
  summary: "List watches",
  description: "The tenant's watches with their health.",
  query: pageQuery,
  answers: () => ({ 200: jsonAnswer("A page of watches.", createPageSchema(watch)) }),
});

const getWatch = operation({
  id: "getWatch",
  access: "watches:read",
  summary: "Read a watch",
  description: "One watch, with its health.",
  params: ofWatch,
  answers: () => ({ 200: jsonAnswer("The watch.", watch) }),
});

const changeWatch = operation({
  id: "changeWatch",
  access: "watches:write",
  summary: "Pause, resume, reschedule or redirect a watch",
  description:
    "Changes the fields in the request and keeps the rest. Items that appear while it is paused are found when it resumes.",
  params: ofWatch,
  body: z
    .strictObject({
      paused: z.boolean().optional(),
      interval_minutes: intervalMinutes.optional(),
      release_flood: z
        .literal(true)
        .optional()
        .describe("Lists the held-back items of a flood now (`health.feed.flood`)."),
      deliver_to: deliverToArgument
        .unwrap()
        .nullable()
        .optional()
        .describe(
          "Where events are sent from now on; null for nowhere. Setting it again resumes deliveries after a 410.",
        ),
      ordered: orderedArgument,
    })
    .refine((change) => Object.keys(change).length > 0, "must change at least one field")
    .meta({ id: "ChangeWatch", minProperties: 1 }),
  examples: {
    "A pause": { paused: true },
    "A flood": { release_flood: true },
    "A receiver": { deliver_to: "https://example.com/hooks/finds" },
  },
  answers: () => ({ 200: jsonAnswer("The updated watch.", watch) }),
  refusals: {
    conflict:
      "It was changed at the same time: read it again and repeat the request. Or no flood is being held back.",
  },
});

const deleteWatch = operation({
  id: "deleteWatch",
  access: "watches:write",
  summary: "Delete a watch",
  description: "Stops it and erases its events.",
  params: ofWatch,
  answers: () => ({ 204: { description: "It has been deleted." } }),
});

const listWatchEvents = operation({
  id: "listWatchEvents",
  access: "watches:read",
  summary: "List the events of a watch",
  description:
    "Oldest first, with no duplicates and no gaps. Keep the `cursor` of the last event and send it as `after` next time.",
  params: ofWatch,
  query: pageQuery.omit({ cursor: true }).extend({
    after: pageQuery.shape.cursor.describe("The `cursor` of the last event you read, or a `next_cursor`."),
  }),
  answers: () => ({ 200: jsonAnswer("A page of events.", createPageSchema(watchEvent, "after")) }),
  refusals: {
    conflict: "The tenant's data key cannot be used: its master key is disabled or no longer exists.",
  },
});

const TOOLS = { feed: "rss_subscribe", inbox: "email_watch_inbox" } as const;
const startedWatch = z.object({ watch_id: z.string(), already_watching: z.literal(true).optional() });

/** Creates the routes of a tenant's watches and their events. */
export function watchRoutes({ watches, dispatcher, destination, publicUrl }: Service): readonly Route[] {
  return [
    route(createWatch, async (context, caller) => {
      const { type, ...args } = await readJson(context, createWatch.body);
      const result = await dispatcher.call(caller, TOOLS[type], args, callOptions(context, publicUrl));
      if (!result.ok) {
        const isFeedRefused = isRefusedFeed(args, destination, caller.policy);
        // The account may have been refused before the receiver was checked.
        if (!isFeedRefused) parseReceiver(args.deliver_to, destination, caller.policy);
        throw createFirstPollError(result, isFeedRefused ? "url" : "");
      }
      const { watch_id, already_watching } = startedWatch.parse(result.result);
      return context.json(await watches.get(caller.tenantId, watch_id), already_watching ? 200 : 201);
    }),
    route(listWatches, async (context, caller) => {
      const page = toPageRequest(readQuery(context, listWatches.query));
      return context.json(formatPage(await watches.list(caller, page), (watch) => watch));
    }),
    route(getWatch, async (context, caller) => {
      const id = await readPathWatch(context, caller, watches);
      return context.json(await watches.get(caller.tenantId, id));
    }),
    route(changeWatch, async (context, caller) => {
      const { tenantId } = caller;
      const id = await readPathWatch(context, caller, watches);
      const body = await readJson(context, changeWatch.body);
      const { deliver_to, release_flood: releaseFlood, ...change } = body;
      if (deliver_to !== undefined) demandScope(caller, "deliveries:write");
      const deliverTo = parseReceiver(deliver_to, destination, caller.policy);
      return context.json(await watches.change(tenantId, id, { ...change, releaseFlood, deliverTo }));
    }),
    route(deleteWatch, async (context, caller) => {
      await watches.delete(caller.tenantId, await readPathWatch(context, caller, watches));
      return context.body(null, 204);
    }),
    route(listWatchEvents, async (context, caller) => {
      const { tenantId } = caller;
      const id = await readPathWatch(context, caller, watches);
      const { after: cursor, limit } = readQuery(context, listWatchEvents.query);
      const after = decodeSequence("after", cursor)?.toString();
      return context.json(formatPage(await watches.listEvents(tenantId, id, { after, limit }), formatEvent));
    }),
  ];
}

function formatEvent({ id, sequence, found_at, content }: WatchEvent) {
  return { id, sequence, cursor: encodeCursor(String(sequence)), found_at, ...content };
}

const CODES: Partial<Record<DispatchFailure["error_code"], ServiceErrorCode>> = {
  validation: "bad_request",
  authentication: "conflict",
  rate_limit: "too_many_requests",
  transient: "source_unreachable",
};

/** Returns whether the guard or the policy refuses the address of a feed. */
function isRefusedFeed(
  { url }: { url?: string; deliver_to?: string | undefined },
  destination: ParseDestination,
  policy: Policy,
): boolean {
  if (url === undefined) return false;
  try {
    destination(url);
  } catch (error) {
    if (error instanceof AdapterValidationError) return true;
    throw error;
  }
  return explainRefusedDestinations(policy, [createLinkDestination("url", url)]) !== undefined;
}

/**
 * Creates the error for a watch that was not created because its first poll failed, with advice. `path` is
 * the invalid field, or "" for the whole body.
 */
function createFirstPollError(
  { error_code, refusal_reason, next_step, retry_after_seconds }: DispatchFailure,
  path: string,
): ServiceError {
  const message = next_step === undefined ? refusal_reason : `${refusal_reason} ${next_step}`;
  const code = CODES[error_code] ?? "conflict";
  return new ServiceError(code, message, {
    ...(code === "bad_request" ? { issues: [{ path, message: refusal_reason }] } : {}),
    ...(retry_after_seconds === undefined ? {} : { retryAfterSeconds: retry_after_seconds }),
  });
}

/** Parses `deliver_to` in a body. Throws `bad_request` if the guard or the tenant's policy refuses it. */
function parseReceiver(
  named: string | null | undefined,
  destination: ParseDestination,
  policy: Policy,
): URL | null | undefined {
  if (typeof named !== "string") return named;
  try {
    const url = destination(named, "deliver_to");
    const forbidden = explainRefusedReceiver(policy, named);
    if (forbidden === undefined) return url;
    throw new AdapterValidationError(forbidden, { nextStep: ASK_FOR_DESTINATION });
  } catch (error) {
    if (!(error instanceof AdapterValidationError)) throw error;
    const { nextStep } = error.detail;
    const message = nextStep ? `${error.message} ${nextStep}` : error.message;
    throw createFieldError("deliver_to", error.message, message);
  }
}
