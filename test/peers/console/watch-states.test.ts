import { text } from "@plumbline/sandbox/server/reply.ts";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { startedForFile } from "../../support/started.ts";
import { SCREENS, startConsoleUnderTest } from "./console-under-test.ts";
import { waitForDelivery, watchFeed } from "./watched-feed.ts";

const HOSTILE = '<img src=x onerror="document.title=1">';
const FLOOD = { since: "2026-01-01T00:00:00.000Z", items: 412, calm_looks: 1, released: false };

const console = startedForFile(startConsoleUnderTest);

beforeAll(async () => {
  const { feed } = console.service.sandbox.feeds;
  // As a feed writes the characters themselves: its titles may be HTML.
  const title = HOSTILE.replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  feed.publish({
    slug: "hostile",
    title,
    summary: HOSTILE,
    publishedAt: "2026-02-01T00:00:00Z",
    author: HOSTILE,
  });
});

/** Shows a watch of the service in another health than it has. */
async function showHealth(page: Page, id: string, health: object): Promise<void> {
  const patch = (watch: Record<string, unknown>) =>
    watch.id === id ? { ...watch, health: { ...(watch.health as object), ...health } } : watch;
  await page.route(/\/api\/v1\/watches(\/[\w-]+)?(\?.*)?$/, async (route) => {
    if (route.request().method() !== "GET") return route.fallback();
    const response = await route.fetch();
    const json = (await response.json()) as { items?: Record<string, unknown>[] };
    await route.fulfill({
      response,
      json: json.items ? { ...json, items: json.items.map(patch) } : patch(json),
    });
  });
}

/** Lists what the service itself says about a watch. */
async function askAbout(id: string, what: "events" | "deliveries"): Promise<Record<string, unknown>[]> {
  const answer = await fetch(`${console.service.url}/api/v1/watches/${id}/${what}?limit=50`, {
    headers: { authorization: `Bearer ${console.key}` },
  });
  return ((await answer.json()) as { items: Record<string, unknown>[] }).items;
}

const FEED = {
  url: "https://example.com",
  moved_at: null,
  identity: "id",
  ids_change: false,
  ids_collide: false,
  silent_but_changing: false,
  repaired: [],
  flood: null,
};

const STATES = [
  {
    name: "fails",
    health: {
      status: "failing",
      last_error: {
        error_code: "transient",
        message: `The feed answered 500: ${HOSTILE}`,
        next_step: "Look whether the address is still right.",
        at: "2026-01-01T00:00:00.000Z",
      },
    },
    listed: ["Failing"],
    told: [`The feed answered 500: ${HOSTILE}`, "Look whether the address is still right."],
  },
  {
    name: "is late",
    health: { status: "late", lag_seconds: 7_200 },
    listed: ["Late", "2 hours"],
    told: ["2 hours"],
  },
  {
    name: "needs a new sign-in",
    health: { status: "needs_reconnect" },
    listed: ["Needs a new sign-in"],
    told: ["Needs a new sign-in"],
  },
  {
    name: "has gaps",
    health: {
      gaps: [
        { at: "2026-01-01T00:00:00.000Z", reason: "feed_overflowed" },
        { at: "2026-01-02T00:00:00.000Z", reason: "mailbox_recreated" },
      ],
    },
    listed: ["2 gaps"],
    told: ["items in between may be lost", "The mailbox was re-created."],
  },
  {
    name: "reads a feed whose items share an ID",
    health: { feed: { ...FEED, ids_collide: true, silent_but_changing: true } },
    listed: ["Works"],
    told: ["one ID for several items", "keeps changing without new items"],
  },
  {
    name: "is held by a flood",
    health: {
      gaps: [{ at: FLOOD.since, reason: "flood_held" }],
      feed: { ...FEED, flood: FLOOD },
    },
    listed: ["412 items held back", "a gap"],
    told: ["Very many items appeared at once", "Release 412 items"],
  },
];

describe.each(Object.entries(SCREENS))("on a %s", (screen, viewport) => {
  const options = { viewport, colorScheme: screen === "phone" ? ("dark" as const) : ("light" as const) };

  test.each(STATES)("a watch that $name says so in the list and on its page", async (state) => {
    const id = await watchFeed(console, "/atom.xml");
    const { page, checkWhole, picture } = await console.openSignedIn("#/audit", options);
    await showHealth(page, id, state.health);
    await page.goto(`${console.service.url}/#/watches`);
    const row = page.getByRole("row").filter({ has: page.locator(`a[href$="${id}"]`) });
    for (const words of state.listed) await row.getByText(words).waitFor();
    await checkWhole();
    await row.getByRole("link").click();
    for (const words of state.told) await page.locator("main").getByText(words).first().waitFor();
    expect(await page.locator("main img").count()).toBe(0);
    await picture(`${screen}-watch-${state.name.replaceAll(" ", "-")}`);
    await checkWhole();
  });
});

test("a flood is released after a question; a refusal stands in it word for word", async () => {
  const id = await watchFeed(console, "/atom.xml");
  const { page, checkWhole, picture } = await console.openSignedIn("#/audit");
  const feed = { ...FEED, flood: FLOOD };
  await showHealth(page, id, { feed });
  await page.goto(`${console.service.url}/#/watches/${id}`);
  await page.getByRole("button", { name: "Release 412 items" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("fifty per poll").waitFor();
  await picture("watch-release");
  await checkWhole();

  // The service itself holds nothing back.
  const url = `${console.service.url}/api/v1/watches/${id}`;
  const headers = { authorization: `Bearer ${console.key}`, "content-type": "application/json" };
  const body = JSON.stringify({ release_flood: true });
  const refused = (await (await fetch(url, { method: "PATCH", headers, body })).json()) as { detail: string };
  await dialog.getByRole("button", { name: "List them" }).click();
  await dialog.getByText(refused.detail).waitFor();

  const sent: unknown[] = [];
  await page.route(url, async (route) => {
    if (route.request().method() !== "PATCH") return route.fallback();
    sent.push(route.request().postDataJSON());
    await route.fulfill({ json: {} });
  });
  await dialog.getByRole("button", { name: "List them" }).click();
  await page.getByText("The next polls will list the items.").waitFor();
  expect(sent).toEqual([{ release_flood: true }]);
});

test("titles of a feed that mean harm are words", async () => {
  const id = await watchFeed(console, "/rdf.xml");
  const { page, checkWhole, picture } = await console.openSignedIn(`#/watches/${id}`);
  const events = await askAbout(id, "events");
  const titles = events.map(({ item }) => String((item as { title: unknown }).title));
  expect(titles).toContain(HOSTILE);
  for (const title of titles) await page.getByRole("cell", { name: title }).first().waitFor();
  expect(await page.locator("main img").count()).toBe(0);
  // Never the feed's own title.
  expect(await page.title()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/rdf\.xml · Plumbline$/);
  await picture("watch-hostile");
  await checkWhole();
});

test("a dead delivery says why, and why it cannot be sent again", async () => {
  const { sandbox } = console.service;
  sandbox.webhook.scriptAlways("POST /gone", text("removed permanently", 410));
  const id = await watchFeed(console, "/rss.xml", "/gone");
  await waitForDelivery(console, id, "dead");
  const { page, checkWhole, picture } = await console.openSignedIn(`#/watches/${id}`);
  const row = page.getByRole("row").filter({ hasText: "dead" }).first();
  const deliveries = await askAbout(id, "deliveries");
  const { attempts = [] } = deliveries.find(({ status }) => status === "dead") ?? {};
  await row.getByText(String((attempts as { message: unknown }[]).at(-1)?.message)).waitFor();
  await picture("watch-dead-delivery");
  await checkWhole();
  await row.getByRole("button", { name: "Redeliver" }).click();
  const refusal =
    "The receiver has responded that it is gone. Set deliver_to again once it accepts deliveries.";
  await page.getByText(refusal).waitFor();
  await page.getByRole("button", { name: "Redeliver events" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Found in").selectOption("as far back as events are kept");
  await dialog.getByLabel("Which").selectOption("all");
  await dialog.getByRole("button", { name: "Redeliver" }).click();
  await dialog.getByRole("alert").getByText(refusal).waitFor();
  await picture("watch-replay-refused");
  await checkWhole();
});
