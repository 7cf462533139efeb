import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { startedForFile } from "../../support/started.ts";
import { SCREENS, startConsoleUnderTest } from "./console-under-test.ts";
import { watchFeed } from "./watched-feed.ts";

const console = startedForFile(startConsoleUnderTest);

/** Answers for the log of calls: looks of a watch, hours apart, page by page. Keeps what was asked. */
async function answerLooks(page: Page, watchId: string, pages: readonly (readonly string[])[]) {
  const asked: URLSearchParams[] = [];
  await page.route("**/api/v1/calls?*", async (route) => {
    const { searchParams } = new URL(route.request().url());
    asked.push(searchParams);
    const index = Number(searchParams.get("cursor") ?? 0);
    const items = (pages[index] ?? []).map((code, place) => lookOf(watchId, code, index * 10 + place));
    const next_cursor = index + 1 < pages.length ? String(index + 1) : null;
    await route.fulfill({ json: { items, next_cursor } });
  });
  return asked;
}

function lookOf(watch_id: string, code: string, hoursAgo: number) {
  const time = (hours: number) => new Date(Date.UTC(2026, 0, 2) - hours * 3_600_000).toISOString();
  return {
    id: `00000000-0000-7000-8000-${String(hoursAgo).padStart(12, "0")}`,
    at: time(hoursAgo),
    tool: "watch_poll:feed",
    outcome: code === "good" ? "ok" : "failed",
    error_code: code === "good" ? null : code,
    looks: { watch_id, count: 4, since: time(hoursAgo + 0.9) },
  };
}

test("without a look in the log the timeline says so", async () => {
  const id = await watchFeed(console, "/rss.xml");
  const { page, checkWhole } = await console.openSignedIn(`#/watches/${id}`);
  await page.getByText("No scheduled poll has been logged yet.").waitFor();
  await checkWhole();
});

test.each(Object.entries(SCREENS))(
  "looks of one watch are drawn and listed on a %s",
  async (screen, viewport) => {
    const colorScheme = screen === "phone" ? "dark" : "light";
    const id = await watchFeed(console, "/rss.xml");
    const { page, checkWhole, picture } = await console.openSignedIn("#/watches", { viewport, colorScheme });
    const asked = await answerLooks(page, id, [["good", "good", "transient"], [], ["good", "good"]]);
    await page.goto(`${console.service.url}/#/watches/${id}`);
    const looks = page.getByRole("region", { name: "Polls" });
    await looks.locator(".look-good").first().waitFor();
    expect(await looks.locator(".look-good").count()).toBe(4);
    expect(await looks.locator(".look-bad").count()).toBe(1);
    expect(asked.map((query) => [query.get("watch_id"), query.get("cursor")])).toEqual([
      [id, null],
      [id, "1"],
      [id, "2"],
    ]);
    await looks.getByText("As a list").click();
    await looks.getByRole("listitem").filter({ hasText: "4 polls, transient" }).waitFor();
    await picture(`${screen}-looks`);
    await checkWhole();
  },
);

test("a log that cannot be read says why, word for word", async () => {
  const id = await watchFeed(console, "/rss.xml");
  const { page } = await console.openSignedIn("#/watches");
  await page.route("**/api/v1/calls?*", (route) =>
    route.fulfill({
      status: 500,
      contentType: "application/problem+json",
      json: { error_code: "internal", detail: "The store does not respond." },
    }),
  );
  await page.goto(`${console.service.url}/#/watches/${id}`);
  await page.getByText("The store does not respond.").waitFor();
});
