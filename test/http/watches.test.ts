import { startFeeds } from "@plumbline/sandbox/feeds/feeds.ts";
import { describe, expect, test } from "vitest";
import { startedForFile } from "../support/started.ts";
import { startApi } from "./api-under-test.ts";

const WATCHES = "/api/v1/watches";

const feeds = startedForFile(startFeeds);
const api = startedForFile(() => startApi({ egressAllow: `127.0.0.1:${feeds.port}`, mostWatches: 4 }));

async function begin(body: Record<string, unknown> = {}): Promise<string> {
  const url = `${feeds.url}/rss.xml`;
  const { status, json } = await api.call("POST", WATCHES, { body: { type: "feed", url, ...body } });
  expect(status).toBe(201);
  return String(json.id);
}

test("a watch that is begun is shown as it is, alive from the first moment", async () => {
  const id = await begin({ keywords: ["comet"], interval_minutes: 60 });
  const { json } = await api.call("GET", `${WATCHES}/${id}`);
  expect(json).toEqual({
    id,
    source: { type: "feed", url: `${feeds.url}/rss.xml`, keywords: ["comet"] },
    interval_minutes: 60,
    deliver_to: null,
    ordered: true,
    paused_at: null,
    created_at: expect.any(String),
    updated_at: expect.any(String),
    health: {
      status: "active",
      last_polled_at: json.created_at,
      last_success_at: json.created_at,
      lag_seconds: 0,
      silent_since: json.created_at,
      consecutive_failures: 0,
      next_poll_after: null,
      last_error: null,
      gaps: [],
      feed: {
        url: `${feeds.url}/rss.xml`,
        moved_at: null,
        identity: "id",
        ids_change: false,
        ids_collide: false,
        silent_but_changing: false,
        repaired: [],
        flood: null,
      },
      delivery: null,
    },
  });
  const release = await api.call("PATCH", `${WATCHES}/${id}`, { body: { release_flood: true } });
  expect(release).toMatchObject({
    status: 409,
    json: { detail: expect.stringContaining("is not holding back any items") },
  });
  await api.call("DELETE", `${WATCHES}/${id}`);
});

test("events are read page by page, and on from the last one's cursor", async () => {
  const id = await begin({ since: "2025-11-01" });
  const events = `${WATCHES}/${id}/events`;
  const first = await api.call("GET", `${events}?limit=2`);
  const items = Object(first.json.items);
  expect(items).toMatchObject([
    { type: "feed.item", item: { id: "winter-hours" } },
    { type: "feed.item", item: { id: "comet" } },
  ]);
  expect(first.json.next_cursor).toBe(items[1].cursor);
  const rest = await api.call("GET", `${events}?after=${items[1].cursor}`);
  expect(rest.json).toMatchObject({ items: [{ item: { id: "dome-reopens" } }], next_cursor: null });
  const last = Object(rest.json.items)[0].cursor;
  expect((await api.call("GET", `${events}?after=${last}`)).json).toEqual({ items: [], next_cursor: null });
  await api.call("DELETE", `${WATCHES}/${id}`);
});

test("the same watch begun again is the one that stands, with 200", async () => {
  const id = await begin({ keywords: ["a", "b"] });
  const body = { type: "feed", url: `${feeds.url}/rss.xml`, keywords: ["b", "a"], interval_minutes: 15 };
  const again = await api.call("POST", WATCHES, { body });
  expect([again.status, again.json.id]).toEqual([200, id]);
  expect(again.json).toEqual((await api.call("GET", `${WATCHES}/${id}`)).json);
  await api.call("DELETE", `${WATCHES}/${id}`);
});

describe("the limit of a tenant", () => {
  test("is named when it is met, and leaves room once a watch is deleted", async () => {
    const ids = [];
    for (let number = 0; number < 4; number++) ids.push(await begin({ keywords: [`k${number}`] }));
    const url = `${feeds.url}/rss.xml`;
    const refused = await api.call("POST", WATCHES, { body: { type: "feed", url } });
    expect([refused.status, refused.json.detail]).toEqual([
      400,
      expect.stringContaining("There are already 4 watches, which is the limit."),
    ]);
    await api.call("DELETE", `${WATCHES}/${ids.shift()}`);
    ids.push(await begin());
    for (const id of ids) await api.call("DELETE", `${WATCHES}/${id}`);
  });
});
