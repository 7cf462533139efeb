import { EVENT_TYPES } from "@plumbline/watches/clock/look.ts";
import { FEED_KEYS, GAP_REASONS, INTERVALS } from "@plumbline/watches/service/watch.ts";
import { WATCH_STATUSES } from "@plumbline/watches/service/watch-health.ts";
import * as z from "zod";
import { deliveryHealthSchema } from "./deliveries.ts";

const time = z.iso.datetime();

export const watchSource = z
  .discriminatedUnion("type", [
    z.object({ type: z.literal("feed"), url: z.string(), keywords: z.array(z.string()) }),
    z.object({ type: z.literal("inbox"), credential_id: z.uuid(), mailbox: z.string(), query: z.string() }),
    z
      .object({ type: z.literal("approvals"), credential_id: z.uuid().exactOptional() })
      .describe("Calls that need approval, as requested by the policy's `approval_notices`."),
  ])
  .meta({ id: "WatchSource" });

export const intervalMinutes = z.literal(INTERVALS).describe("Minutes between polls.");

const health = z
  .object({
    status: z
      .enum(WATCH_STATUSES)
      .describe(
        "`late` when a poll is minutes overdue; `needs_reconnect` once its credential no longer works for the mailbox, or the tenant's own KMS key is refused.",
      ),
    last_polled_at: time.nullable(),
    last_success_at: time.nullable(),
    lag_seconds: z.int().describe("How long the next successful poll is overdue; 0 when it is not."),
    silent_since: time.describe("When its last event was found."),
    consecutive_failures: z.int(),
    next_poll_after: time.nullable().describe("A failing watch waits longer each time."),
    last_error: z
      .object({ error_code: z.string(), message: z.string(), next_step: z.string().optional(), at: time })
      .nullable(),
    gaps: z
      .array(z.object({ at: time, reason: z.enum(GAP_REASONS) }))
      .describe(
        "When events may have been missed: the mailbox was re-created, a feed showed none of its earlier items, " +
          "very many items appeared at once and were held back, a feed changed the ids of known items or used one id for several items, " +
          "or it was unavailable for a week.",
      ),
    feed: z
      .object({
        url: z.string().describe("The current address of the feed."),
        moved_at: time.nullable().describe("When it moved permanently; null if it has not."),
        identity: z
          .enum(FEED_KEYS)
          .describe("What distinguishes its items: their ids, their pages, or their titles and dates."),
        ids_change: z.boolean().describe("It has changed the ids, pages or titles of known items."),
        ids_collide: z.boolean().describe("It uses one id for several items."),
        silent_but_changing: z
          .boolean()
          .describe("It changed between many polls, but without new items: check the feed yourself."),
        repaired: z
          .array(z.string())
          .describe("What has to be repaired to read it, such as ampersand; empty for a well-formed feed."),
        flood: z
          .object({
            since: time,
            items: z.int().describe("The number of items held back."),
            calm_looks: z.int().describe("Polls without another flood; after three, the items are listed."),
            released: z.boolean().describe("They are being listed, fifty per poll."),
          })
          .nullable()
          .describe("A flood: very many new items that appeared at once."),
      })
      .nullable()
      .describe("Null unless the watch is on a feed."),
    delivery: deliveryHealthSchema.nullable().describe("Null for a watch without a receiver."),
  })
  .meta({ id: "WatchHealth" });

export const watch = z
  .object({
    id: z.uuid(),
    source: watchSource,
    interval_minutes: intervalMinutes,
    deliver_to: z.string().nullable().describe("Where its events are sent, each as a signed webhook."),
    ordered: z
      .boolean()
      .describe(
        "Whether events are delivered in order, one at a time; otherwise up to eight at once, in any order.",
      ),
    paused_at: time.nullable(),
    created_at: time,
    updated_at: time,
    health,
  })
  .meta({ id: "Watch", description: "A watch on a feed or an inbox, and its health." });

export const watchEvent = z
  .object({
    id: z.string().describe("Stable: the same each time the event is read."),
    sequence: z.int().describe("Its number within the watch, starting at 1, without gaps."),
    cursor: z.string().describe("Send it as `after` to get the events that follow."),
    found_at: time,
    type: z.enum(EVENT_TYPES),
    item: z
      .record(z.string(), z.unknown())
      .optional()
      .describe(
        "For `feed.item`: an item as in `rss_subscribe`. For `approval.…`: `title`, `url`, `approval_id`, `tool`, " +
          "`created_at`, `expires_at` and the `decision`.",
      ),
    mailbox: z.string().optional(),
    message: z
      .record(z.string(), z.unknown())
      .optional()
      .describe("For `mail.message`: a message as in `email_search`."),
  })
  .meta({ id: "WatchEvent" });
