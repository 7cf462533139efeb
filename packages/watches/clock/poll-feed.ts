import type { ParseDestination } from "@plumbline/adapters/rss/fetch-feed.ts";
import type { FeedListing, FeedUnchanged, FeedVersion } from "@plumbline/adapters/rss/list-feed.ts";
import type { CallOptions } from "@plumbline/core/dispatch/call-options.ts";
import type { Dispatcher } from "@plumbline/core/dispatch/dispatcher.ts";
import { AdapterError } from "@plumbline/core/errors/adapter-error.ts";
import { loadOnce } from "@plumbline/core/loading/load-once.ts";
import { defineTool } from "@plumbline/core/tool/define-tool.ts";
import type { Tool } from "@plumbline/core/tool/tool.ts";
import * as z from "zod";
import type { FeedCursor, FeedSource, Watch } from "../service/watch.ts";
import type { Look } from "./look.ts";
import type { PollFailure } from "./poll-failure.ts";

const loadFeedReader = loadOnce(() => import("@plumbline/adapters/rss/list-feed.ts"));
const loadLook = loadOnce(() => import("./look-at-feed.ts"));

export interface FeedWatch {
  watch: Watch;
  source: FeedSource;
  cursor: FeedCursor;
}

/** Returns a feed watch with its cursor, or `undefined` for other watches. */
export function toFeedWatch(watch: Watch): FeedWatch | undefined {
  const { source } = watch.record;
  const { cursor } = watch.state;
  return source.type === "feed" && cursor?.type === "feed" ? { watch, source, cursor } : undefined;
}

export interface FeedPollOptions {
  dispatcher: Dispatcher;
  destination: ParseDestination;
  now(): number;
  call: CallOptions;
}

/** Status of a permanently removed feed (RFC 9110, 15.5.11). */
const GONE = 410;

/** Time for which 304 responses are trusted. Some hosts keep sending 304 although the feed has changed. */
const WHOLE_EVERY_MS = 24 * 60 * 60_000;
/** Time for which the old URL of a permanently moved feed is still tried, because some feeds move back. */
const OLD_ADDRESS_MS = 7 * WHOLE_EVERY_MS;

/**
 * Polls a feed for all of a tenant's watches of it, with one request. Returns the items that each watch has
 * not seen yet. Once a day, requests the whole feed.
 */
export async function pollFeed(
  watches: readonly [FeedWatch, ...FeedWatch[]],
  { dispatcher, destination, now, call }: FeedPollOptions,
): Promise<(Look | PollFailure)[]> {
  const [{ watch, cursor }] = watches;
  const tenantId = watch.record.tenant_id;
  const addresses = listAddresses(watches, now());
  const whole = watches.some(({ cursor: each }) => isWholeDue(each, now()));
  let answer: FeedListing | FeedUnchanged | undefined;
  let asked = cursor.url;
  let gone = false;
  const tool: Tool = {
    ...FEED_POLL,
    async run(_input, context) {
      const { listFeed } = await loadFeedReader();
      const known = whole ? pickDigest(findSharedVersion(watches)) : findSharedVersion(watches);
      for (const [index, address] of addresses.entries()) {
        asked = address;
        try {
          // Waits for a free parser. The poller limits its own reads, and a full queue is not a failure of
          // the feed.
          answer = await listFeed(destination(address), context, destination, { known, patient: true });
          return {};
        } catch (error) {
          if (error instanceof AdapterError && index < addresses.length - 1) continue;
          gone = error instanceof AdapterError && error.detail.status === GONE;
          throw error;
        }
      }
      throw new Error("A feed has no address.");
    },
  };
  const result = await dispatcher.run(
    { tenantId },
    tool,
    { url: cursor.url },
    {
      ...call,
      watchIds: watches.map(({ watch: { record } }) => record.id),
    },
  );
  if (!result.ok) return watches.map(() => (gone ? { ...result, gone } : result));
  if (answer === undefined) throw new Error("The poll of a feed ended without an answer.");
  const { lookAtFeed } = await loadLook();
  const looks: Look[] = [];
  for (const { watch: each, source, cursor: seen } of watches) {
    const look = {
      keywords: source.keywords,
      releasedFlood: each.record.released_flood,
      whole: whole && isConditional(seen),
      asked,
    };
    looks.push(await lookAtFeed(answer, look, seen, now()));
  }
  return looks;
}

/** Returns the URLs to request: the old one first if the feed moved recently, then the current one. */
function listAddresses([{ cursor }]: readonly [FeedWatch, ...FeedWatch[]], now: number): string[] {
  const { url, moved } = cursor;
  const isRecent = moved !== undefined && Math.abs(now - Date.parse(moved.at)) < OLD_ADDRESS_MS;
  return isRecent && moved.from !== url ? [moved.from, url] : [url];
}

function isWholeDue(cursor: FeedCursor, now: number): boolean {
  const since = now - Date.parse(cursor.whole_at ?? cursor.read_at);
  return isConditional(cursor) && Math.abs(since) >= WHOLE_EVERY_MS;
}

function isConditional({ etag, last_modified }: FeedCursor): boolean {
  return etag !== undefined || last_modified !== undefined;
}

/** Keeps only the digest of the feed's bytes, without the host's validators. */
function pickDigest({ digest }: FeedVersion): FeedVersion {
  return { digest };
}

/** Definition of a feed poll for the dispatcher. Each poll provides its own `run`. */
const FEED_POLL = defineTool({
  name: "watch_poll:feed",
  description: "Polls a feed for new items, on behalf of the watches of a tenant.",
  input: z.object({ url: z.string() }),
  output: z.object({}),
  credential: { use: "none" },
  effect: "read",
  idempotency: "read",
  reach: { to: "caller_chosen", argument: "url" },
  reads: "outside",
  run: async () => ({}),
});

/** Returns the version that all watches know. If they know different ones, the whole feed is requested. */
function findSharedVersion([first, ...others]: readonly [FeedWatch, ...FeedWatch[]]): FeedVersion {
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
