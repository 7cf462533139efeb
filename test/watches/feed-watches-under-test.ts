import type { SandboxFeedItem } from "@plumbline/sandbox/feeds/feed-state.ts";
import { type FeedsUnderTest, startFeedsUnderTest } from "../adapters/rss/feeds-under-test.ts";
import { type WatchesUnderTest, watchesUnderTest } from "./watches-under-test.ts";

/** A host of feeds, and watches on them. */
export interface FeedWatchesUnderTest {
  under: FeedsUnderTest;
  watches: WatchesUnderTest;
  /** Watches `/rss.xml`, or another path, every five minutes; answers the watch's id. */
  subscribe(args?: Record<string, unknown>, path?: string): Promise<string>;
  /** Publishes an item of now, its slug for a title. */
  publish(slug: string, more?: Partial<SandboxFeedItem>): void;
}

export async function startFeedWatchesUnderTest(): Promise<FeedWatchesUnderTest> {
  const under = await startFeedsUnderTest();
  const watches = watchesUnderTest(under);
  return {
    under,
    watches,
    subscribe: (args = {}, path = "/rss.xml") =>
      watches.begin("rss_subscribe", { url: `${under.feeds.url}${path}`, interval_minutes: 5, ...args }),
    publish: (slug, more = {}) =>
      under.feeds.feed.publish({
        slug,
        title: slug,
        summary: "",
        publishedAt: new Date(under.clock.now()).toISOString(),
        ...more,
      }),
  };
}
