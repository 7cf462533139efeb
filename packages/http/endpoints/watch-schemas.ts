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
      .describe("Calls that wait for a person, as the policy's `approval_notices` ask for."),
  ])
  .meta({ id: "WatchSource" });

export const intervalMinutes = z.literal(INTERVALS).describe("Minutes between two looks.");

const health = z
  .object({
    status: z
      .enum(WATCH_STATUSES)
      .describe(
        "`late` when it should have looked minutes ago, `needs_reconnect` once its credential does not open the mailbox any more, or the tenant's own key is refused.",
      ),
    last_polled_at: time.nullable(),
    last_success_at: time.nullable(),
    lag_seconds: z.int().describe("By how much the next good look is overdue; 0 when it is not."),
    silent_since: time.describe("Since when it has found nothing."),
    consecutive_failures: z.int(),
    next_poll_after: time.nullable().describe("A failing watch waits longer each time."),
    last_error: z
      .object({ error_code: z.string(), message: z.string(), next_step: z.string().optional(), at: time })
      .nullable(),
    gaps: z
      .array(z.object({ at: time, reason: z.enum(GAP_REASONS) }))
      .describe(
        "When something may have been missed: the mailbox was made anew, a feed showed nothing of what it had shown before, " +
          "very many items came at once and were held back, a feed gave known items other ids or several items one id, " +
          "or it has been gone for a week.",
      ),
    feed: z
      .object({
        url: z.string().describe("Where it is read now."),
        moved_at: time.nullable().describe("Since when, where it moved for good."),
        identity: z
          .enum(FEED_KEYS)
          .describe("What tells its items apart: their ids, their pages, or their titles and dates."),
        ids_change: z.boolean().describe("It has given known items other ids, pages or titles."),
        ids_collide: z.boolean().describe("It gives several items one id."),
        silent_but_changing: z
          .boolean()
          .describe("At many looks it had changed, and nothing was new: read it yourself."),
        repaired: z
          .array(z.string())
          .describe("What is mended to read it, such as ampersand; empty for a well-formed feed."),
        flood: z
          .object({
            since: time,
            items: z.int().describe("How many are held back."),
            calm_looks: z.int().describe("Looks without another flood; after three the items are listed."),
            released: z.boolean().describe("They are listed now, fifty a look."),
          })
          .nullable()
          .describe("Very many new items that came at once."),
      })
      .nullable()
      .describe("Of a feed."),
    delivery: deliveryHealthSchema.nullable().describe("Null for a watch that delivers nowhere."),
  })
  .meta({ id: "WatchHealth" });

export const watch = z
  .object({
    id: z.uuid(),
    source: watchSource,
    interval_minutes: intervalMinutes,
    deliver_to: z.string().nullable().describe("Where what it finds is sent, each find as a signed webhook."),
    ordered: z
      .boolean()
      .describe(
        "Whether finds are delivered in order, one at a time; else up to eight at once, in any order.",
      ),
    paused_at: time.nullable(),
    created_at: time,
    updated_at: time,
    health,
  })
  .meta({ id: "Watch", description: "A watch on a feed or an inbox, and whether it is alive." });

/** One event of a watch. */
export const watchEvent = z
  .object({
    id: z.string().describe("The same for the same thing, however often it is read."),
    sequence: z.int().describe("Its place among those of the watch: from 1, without gaps."),
    cursor: z.string().describe("To be sent as `after`: what was found behind this."),
    found_at: time,
    type: z.enum(EVENT_TYPES),
    item: z
      .record(z.string(), z.unknown())
      .optional()
      .describe(
        "Of `feed.item`: as `rss_subscribe` gives items. Of `approval.…`: `title`, `url`, `approval_id`, `tool`, " +
          "`created_at` and `expires_at`, and the `decision`.",
      ),
    mailbox: z.string().optional(),
    message: z
      .record(z.string(), z.unknown())
      .optional()
      .describe("Of `mail.message`: as `email_search` gives messages."),
  })
  .meta({ id: "WatchEvent" });
