import { type FeedResponse, type FeedValidators, fetchFeed } from "@plumbline/adapters/rss/fetch-feed.ts";
import { systemClock } from "@plumbline/core/clock/clock.ts";
import { type Egress, openEgress } from "@plumbline/core/egress/egress.ts";
import { parseEgressAllow } from "@plumbline/core/egress/egress-allow.ts";
import type { ActionRequest } from "@plumbline/core/tool/tool.ts";
import { startFeeds } from "@plumbline/sandbox/feeds/feeds.ts";
import { redirect, text } from "@plumbline/sandbox/server/reply.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startedForEach } from "../../support/started.ts";

let egress: Egress;

const feeds = startedForEach(startFeeds);

beforeEach(() => {
  egress = openEgress({ clock: systemClock, allow: parseEgressAllow(`127.0.0.1:${feeds.port}`) });
});

afterEach(async () => {
  await egress.close();
});

function fetchAgain(validators?: FeedValidators, path = "/rss.xml"): Promise<FeedResponse> {
  const send = (request: ActionRequest) => egress.guarded.send({ ...request, timeoutMs: 30_000 });
  const context = { clock: systemClock, http: { send } };
  return fetchFeed(new URL(path, feeds.url), context, (url) => new URL(url), validators);
}

test("a feed that has not changed is not sent again, and its validators are kept", async () => {
  const { validators, body } = await fetchAgain();
  expect(validators).toEqual({
    etag: expect.stringMatching(/^W\/"\w+"$/),
    lastModified: "Sat, 20 Dec 2025 18:30:00 GMT",
  });
  expect(body?.toString()).toContain("Harbour Observatory");
  const again = await fetchAgain(validators);
  expect(again).toEqual({ url: new URL("/rss.xml", feeds.url), movedTo: undefined, validators });
  expect(feeds.requests[0]?.headers).not.toHaveProperty("if-none-match");
  expect(feeds.requests[1]?.headers).toMatchObject({
    "if-none-match": validators.etag,
    "if-modified-since": validators.lastModified,
  });
});

test("a feed that has changed is sent whole, with new validators", async () => {
  const { validators } = await fetchAgain();
  feeds.feed.publish({
    slug: "aurora",
    title: "Aurora tonight",
    summary: "Look north.",
    publishedAt: "2025-12-28T20:00:00Z",
  });
  const changed = await fetchAgain(validators);
  expect(changed.body?.toString()).toContain("Aurora tonight");
  expect(changed.validators.lastModified).toBe("Sun, 28 Dec 2025 20:00:00 GMT");
  expect(changed.validators.etag).not.toBe(validators.etag);
});

test.each<[what: string, known: (from: FeedValidators) => FeedValidators]>([
  ["the tag alone", ({ etag }) => ({ etag })],
  ["the date alone", ({ lastModified }) => ({ lastModified })],
])("%s is enough", async (_what, known) => {
  const { validators } = await fetchAgain();
  expect((await fetchAgain(known(validators))).body).toBeUndefined();
});

test("a feed without validators has none", async () => {
  feeds.script("", text("<rss/>"));
  expect((await fetchAgain()).validators).toEqual({ etag: undefined, lastModified: undefined });
});

test("an unchanged feed behind a permanent redirect tells its new address", async () => {
  const { validators } = await fetchAgain();
  feeds.script("", redirect("/rss.xml", 308));
  const again = await fetchAgain(validators, "/before.xml");
  expect(again).toMatchObject({ movedTo: new URL("/rss.xml", feeds.url), validators });
  expect(again.body).toBeUndefined();
});
