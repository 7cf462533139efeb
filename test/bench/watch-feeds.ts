import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dialects } from "@plumbline/sandbox/feeds/dialects.ts";
import { FeedState } from "@plumbline/sandbox/feeds/feed-state.ts";

/** Where feeds are served: below it any path is one. */
export interface FeedsStarted {
  url: string;
}

/**
 * A host of feeds in a process of its own: 30 items each. What asks with its validator gets a 304, but not
 * below `/changed/`. A POST publishes one more item in every feed.
 */
const items = Array.from({ length: 30 }, (_, index) => itemAt(-index));
let published = 0;
let feed = writtenFeed();

function itemAt(hour: number) {
  return {
    slug: `item-${hour}`,
    title: `Item ${hour}`,
    summary: "<p>Some <b>usual</b> text of a feed.</p>".repeat(5),
    publishedAt: new Date(Date.UTC(2026, 0, 1) + hour * 3_600_000).toISOString(),
  };
}

function writtenFeed() {
  const state = new FeedState("Bench", "https://feeds.example/", items);
  return { etag: `"${published}"`, body: dialects.rss.write(state, "utf-8") };
}

const server = createServer(({ method, url = "", headers }, response) => {
  if (method === "POST") {
    published += 1;
    items.unshift(itemAt(published));
    items.pop();
    feed = writtenFeed();
  }
  const { etag, body } = feed;
  const known = headers["if-none-match"] === etag && !url.startsWith("/changed/");
  response.writeHead(known ? 304 : 200, { etag, "content-type": "application/rss+xml" });
  response.end(known ? undefined : body);
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
const { port } = server.address() as AddressInfo;
process.send?.({ url: `http://127.0.0.1:${port}` } satisfies FeedsStarted);
process.on("disconnect", () => process.exit());
