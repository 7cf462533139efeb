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
 * below `/changed/`.
 */
const items = Array.from({ length: 30 }, (_, index) => ({
  slug: `item-${index}`,
  title: `Item ${index}`,
  summary: "<p>Some <b>usual</b> text of a feed.</p>".repeat(5),
  publishedAt: new Date(Date.UTC(2026, 0, 1) - index * 3_600_000).toISOString(),
}));
const body = dialects.rss.write(new FeedState("Bench", "https://feeds.example/", items), "utf-8");
const server = createServer(({ url = "", headers }, response) => {
  const known = headers["if-none-match"] !== undefined && !url.startsWith("/changed/");
  response.writeHead(known ? 304 : 200, { etag: '"1"', "content-type": "application/rss+xml" });
  response.end(known ? undefined : body);
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
const { port } = server.address() as AddressInfo;
process.send?.({ url: `http://127.0.0.1:${port}` } satisfies FeedsStarted);
process.on("disconnect", () => process.exit());
