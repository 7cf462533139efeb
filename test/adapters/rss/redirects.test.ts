import { type Message, redirect } from "@plumbline/sandbox/server/reply.ts";
import { startWebhook } from "@plumbline/sandbox/webhook/webhook.ts";
import { describe, expect, test } from "vitest";
import { startedForEach } from "../../support/started.ts";
import { refused, startAdapterUnderTest } from "../adapter-under-test.ts";
import { feedFetcher } from "./feed-fetcher.ts";
import { atom, feedAnswer, readingOf, startFeedsUnderTest } from "./feeds-under-test.ts";

const under = startedForEach(startFeedsUnderTest);

/** Lays out a chain of redirects from `/0` to the feed. */
function chain(...statuses: (301 | 302 | 303 | 307 | 308)[]): void {
  for (const [at, status] of statuses.entries()) {
    const next = at + 1 === statuses.length ? "/rss.xml" : `/${at + 1}`;
    under.feeds.script(`GET /${at}`, redirect(next, status));
  }
}

describe("followed, and the address told that is to be kept", () => {
  test.each<[what: string, statuses: (301 | 302 | 303 | 307 | 308)[], kept: string]>([
    ["moved for good", [301], "/rss.xml"],
    ["moved for good twice", [308, 301], "/rss.xml"],
    ["found elsewhere today", [302], "/0"],
    ["see other", [303], "/0"],
    ["temporarily", [307], "/0"],
    ["for good, then for today", [301, 302, 301], "/1"],
    ["for today, then for good", [307, 301], "/0"],
    ["five in a row", [301, 301, 301, 301, 301], "/rss.xml"],
  ])("%s", async (_what, statuses, kept) => {
    chain(...statuses);
    expect(readingOf(await under.read("/0")).feed).toMatchObject({
      title: "Harbour Observatory",
      url: `${under.feeds.url}${kept}`,
    });
    expect(under.feeds.requests).toHaveLength(statuses.length + 1);
  });

  test("relative links stand on the address that answered", async () => {
    under.feeds.script("", redirect("/deep/down/feed.xml", 302));
    under.feeds.script("", feedAnswer(atom('<entry><id>1</id><link href="../a"/></entry>')));
    expect(readingOf(await under.read()).items).toMatchObject([{ url: `${under.feeds.url}/deep/a` }]);
  });
});

describe("not followed", () => {
  test("a sixth", async () => {
    chain(302, 302, 302, 302, 302, 302);
    expect(refused(await under.read("/0"))).toMatchObject({
      error_code: "validation",
      refusal_reason: `${under.host} redirects more than 5 times.`,
    });
    expect(under.feeds.requests).toHaveLength(6);
  });

  test("round in a circle", async () => {
    under.feeds.scriptAlways("", redirect("/rss.xml", 301));
    expect(refused(await under.read())).toMatchObject({ error_code: "validation", attempts: 1 });
  });

  test.each<[what: string, reply: Message]>([
    ["to nowhere", { status: 302 }],
    ["to what is no URL", redirect("http://[")],
  ])("%s", async (_what, reply) => {
    under.feeds.script("", reply);
    expect(refused(await under.read())).toMatchObject({
      error_code: "validation",
      refusal_reason: `${under.host} responded with 302, a redirect without a valid target.`,
    });
  });

  test.each([
    ["file:///etc/passwd", "must be an absolute http or https URL"],
    ["http://user:pass@example.com/", "must not contain a user name"],
    ["http://169.254.169.254/latest/meta-data/", "must have a public host"],
    ["http://[::1]/", "must have a public host"],
    ["http://localhost/feed", "must have a public host"],
    ["http://2130706433/feed", "must have a public host"],
    ["//10.0.0.1/feed", "must have a public host"],
  ])("to %s", async (location, reason) => {
    under.feeds.script("", redirect(location, 301));
    const result = refused(await under.read());
    expect(result).toMatchObject({ error_code: "validation", attempts: 1 });
    expect(result.refusal_reason).toContain(`The redirect of ${under.host} ${reason}`);
    expect(under.feeds.requests).toHaveLength(1);
  });

  test("to a private address of another port, which is not reached", async () => {
    const inside = await startWebhook();
    under.feeds.script("", redirect(`${inside.url}/secret`));
    expect(refused(await under.read())).toMatchObject({ error_code: "validation", attempts: 1 });
    expect(inside.requests).toEqual([]);
    await inside.close();
  });

  test("from https to http", async () => {
    const { fetchFrom } = feedFetcher(({ url }) =>
      url.protocol === "https:" ? redirect("http://feeds.example/rss.xml", 301) : feedAnswer("never"),
    );
    await expect(fetchFrom("https://feeds.example/")).rejects.toMatchObject({
      code: "validation",
      message: "feeds.example redirects from https to http, which is not followed.",
    });
  });
});

test("a feed on the machine itself is not read where the operator has not allowed it", async () => {
  const strict = await startAdapterUnderTest();
  const result = refused(await strict.call("rss_subscribe", { url: `${under.feeds.url}/rss.xml` }));
  await strict.close();
  expect(result).toMatchObject({ error_code: "validation", attempts: 0 });
  expect(result.refusal_reason).toContain("url must have a public host");
  expect(under.feeds.requests).toEqual([]);
});
