import type { CredentialOwner } from "@plumbline/core/access/caller.ts";
import { AdapterValidationError } from "@plumbline/core/errors/adapter-error.ts";
import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import { cutText } from "@plumbline/core/text/unicode.ts";
import * as z from "zod";
import { INTERVALS } from "./watch.ts";
import { WATCH_STATUSES } from "./watch-health.ts";
import type { WatchView } from "./watch-view.ts";
import type { Watches } from "./watches.ts";

/** Maximum number of watches named in a refusal. */
const MOST_NAMED = 10;
const LONGEST_NAME = 200;

/** The `watch_id` argument. It may be any text: a refusal lists the existing watches. */
export const watchIdArgument = z.string().trim().min(1).max(100);

/** A watch as shown to a model. */
export const listedWatch = z.object({
  watch_id: z.string(),
  watches: z.string().describe("The feed or the mailbox, and what is wanted of it."),
  interval_minutes: z.literal(INTERVALS),
  status: z.enum(WATCH_STATUSES),
  deliver_to: z.string().nullable().describe("Where finds are sent."),
  last_error: z.string().optional(),
});

export function describeListed(watch: WatchView): z.output<typeof listedWatch> {
  const { id, interval_minutes, deliver_to, health } = watch;
  return {
    watch_id: id,
    watches: nameOf(watch),
    interval_minutes,
    status: health.status,
    deliver_to,
    ...(health.last_error === null ? {} : { last_error: health.last_error.message }),
  };
}

/**
 * Runs a function with a watch. If it is not one of the tenant's, throws AdapterValidationError with the
 * names of the tenant's watches.
 */
export async function withWatch<Result>(
  watches: Watches,
  { owner, watchId }: { owner: CredentialOwner; watchId: string },
  act: (id: string) => Promise<Result>,
): Promise<Result> {
  try {
    if (z.uuid().safeParse(watchId).success) {
      const id = watchId.toLowerCase();
      await watches.demandInSight(owner, id);
      return await act(id);
    }
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== "not_found") throw error;
  }
  throw new AdapterValidationError("watch_id: there is no such watch, or it has been stopped.", {
    nextStep: await whichThereAre(watches, owner),
  });
}

async function whichThereAre(watches: Watches, owner: CredentialOwner): Promise<string> {
  const { items, next } = await watches.list(owner, { limit: MOST_NAMED });
  if (items.length === 0) return "There is no watch now; rss_subscribe and email_watch_inbox begin one.";
  const named = items.map((watch) => `${watch.id} (${nameOf(watch)}; ${watch.health.status})`);
  const more = next === null ? "" : "; and more: call watch_events without watch_id";
  return `These stand: ${named.join(", ")}${more}.`;
}

function nameOf({ source }: WatchView): string {
  if (source.type === "approvals") return "calls that wait for a person";
  if (source.type === "inbox") return cutText(`mailbox ${source.mailbox}: ${source.query}`, LONGEST_NAME);
  const keywords = source.keywords.length === 0 ? "" : ` with ${source.keywords.join(", ")}`;
  return cutText(`feed ${source.url}${keywords}`, LONGEST_NAME);
}
