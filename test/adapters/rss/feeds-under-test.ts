import { type FeedOutput, feedOutput } from "@plumbline/adapters/rss/feed-reading.ts";
import type { DispatchResult } from "@plumbline/core/dispatch/dispatch-result.ts";
import { type FeedsServer, startFeeds } from "@plumbline/sandbox/feeds/feeds.ts";
import type { Message } from "@plumbline/sandbox/server/reply.ts";
import * as z from "zod";
import { existingWatchFields } from "../../../packages/watches/service/subscribing-tools.ts";
import { type AdapterUnderTest, startAdapterUnderTest, succeeded } from "../adapter-under-test.ts";

/** A host of feeds on loopback that the guard lets through, and a tenant that reads them. */
export interface FeedsUnderTest extends AdapterUnderTest {
  feeds: FeedsServer;
  /** `127.0.0.1:PORT`, as refusals name it. */
  host: string;
  /** Reads `/rss.xml`, or another path. */
  read(path?: string, args?: Record<string, unknown>): Promise<DispatchResult>;
}

export async function startFeedsUnderTest(): Promise<FeedsUnderTest> {
  const feeds = await startFeeds();
  const host = `127.0.0.1:${feeds.port}`;
  const under = await startAdapterUnderTest({ egressAllow: host });
  return {
    ...under,
    feeds,
    host,
    read: (path = "/rss.xml", args = {}) =>
      under.call("rss_subscribe", { url: `${feeds.url}${path}`, ...args }),
    async close() {
      await feeds.close();
      await under.close();
    },
  };
}

/** Returns the feed that a successful call read. It must match the tool's output schema exactly. */
export function readingOf(result: DispatchResult): FeedOutput {
  const { result: subscribed } = succeeded(result);
  const told = feedOutput
    .extend({ watch_id: z.uuid(), ...existingWatchFields.shape })
    .strict()
    .parse(subscribed);
  const { feed, items, more } = told;
  return { feed, items, more };
}

/** An RSS document around some items. */
export function rss(items: string): string {
  return `<rss version="2.0"><channel><title>T</title><link>https://t.example/</link>${items}</channel></rss>`;
}

/** An Atom document around some entries. */
export function atom(entries: string, attributes = ""): string {
  return `<feed xmlns="http://www.w3.org/2005/Atom" ${attributes}><title>T</title>${entries}</feed>`;
}

/** A feed as an answer. */
export function feedAnswer(body: string | Buffer, headers: Record<string, string> = {}): Message {
  return { headers: { "content-type": "application/xml", ...headers }, body };
}
