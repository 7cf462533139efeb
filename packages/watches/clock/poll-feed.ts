import type { Destination } from "@plumbline/adapters/rss/fetch-feed.ts";
import type { FeedListing, FeedUnchanged, FeedVersion } from "@plumbline/adapters/rss/list-feed.ts";
import type { CallOptions } from "@plumbline/core/dispatch/call.ts";
import type { Dispatcher } from "@plumbline/core/dispatch/dispatcher.ts";
import { AdapterError } from "@plumbline/core/errors/adapter-error.ts";
import { loadOnce } from "@plumbline/core/loading/load-once.ts";
import { defineTool } from "@plumbline/core/tool/define-tool.ts";
import type { Tool } from "@plumbline/core/tool/tool.ts";
import * as z from "zod";
import type { FeedCursor, FeedSource, Watch } from "../service/watch.ts";
import type { Look } from "./look.ts";
import { lookAtFeed } from "./look-at-feed.ts";
import type { PollFailure } from "./poll-failure.ts";

const loadFeedReader = loadOnce(() => import("@plumbline/adapters/rss/list-feed.ts"));

/** A watch on a feed, with where its looks have come to. */
export interface FeedWatch {
  watch: Watch;
  source: FeedSource;
  cursor: FeedCursor;
}

/** `undefined` for a watch on something else. */
export function feedWatch(watch: Watch): FeedWatch | undefined {
  const { source } = watch.record;
  const { cursor } = watch.state;
  return source.type === "feed" && cursor?.type === "feed" ? { watch, source, cursor } : undefined;
}

export interface FeedPollOptions {
  dispatcher: Dispatcher;
  destination: Destination;
  now(): number;
  call: CallOptions;
}

/** Status of a feed that is gone for good (RFC 9110, 15.5.11). */
const GONE = 410;

/**
 * One look at a feed for all of a tenant's watches on it: one request, with what each of them has not seen
 * yet.
 */
export async function pollFeed(
  watches: readonly [FeedWatch, ...FeedWatch[]],
  { dispatcher, destination, now, call }: FeedPollOptions,
): Promise<(Look | PollFailure)[]> {
  const [{ watch, cursor }] = watches;
  const tenantId = watch.record.tenant_id;
  let answer: FeedListing | FeedUnchanged | undefined;
  let gone = false;
  const tool: Tool = {
    ...FEED_POLL,
    async run(_input, context) {
      const { listFeed } = await loadFeedReader();
      try {
        const known = sharedVersion(watches);
        // Waits for a free parser: the poller limits its reads itself, and a full queue is not the feed's
        // failure.
        answer = await listFeed(destination(cursor.url), context, destination, { known, patient: true });
        return {};
      } catch (error) {
        gone = error instanceof AdapterError && error.detail.status === GONE;
        throw error;
      }
    },
  };
  const result = await dispatcher.run({ tenantId }, tool, { url: cursor.url }, call);
  if (!result.ok) return watches.map(() => (gone ? { ...result, gone } : result));
  if (answer === undefined) throw new Error("The poll of a feed ended without an answer.");
  const looks: Look[] = [];
  for (const { source, cursor: seen } of watches) looks.push(await lookAtFeed(answer, source, seen, now()));
  return looks;
}

/** Definition of a feed poll for the dispatcher; each poll brings its own `run`. */
const FEED_POLL = defineTool({
  name: "watch_poll:feed",
  description: "Looks for what is new in a feed, for the watches of a tenant on it.",
  input: z.object({ url: z.string() }),
  output: z.object({}),
  credential: { use: "none" },
  effect: "read",
  idempotency: "read",
  reach: { to: "caller_chosen", argument: "url" },
  run: async () => ({}),
});

/** Where the watches know different versions of the feed, all of it is asked for. */
function sharedVersion([first, ...others]: readonly [FeedWatch, ...FeedWatch[]]): FeedVersion {
  const { url, etag, last_modified, digest } = first.cursor;
  const same = others.every(
    ({ cursor }) =>
      cursor.url === url &&
      cursor.etag === etag &&
      cursor.last_modified === last_modified &&
      cursor.digest === digest,
  );
  return same ? { etag, lastModified: last_modified, digest } : {};
}
