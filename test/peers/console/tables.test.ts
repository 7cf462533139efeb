import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { sampleCredentials } from "../../../packages/cli/sandbox/samples.ts";
import { startedForFile } from "../../support/started.ts";
import { SCREENS, startConsoleUnderTest } from "./console-under-test.ts";

const console = startedForFile(() => startConsoleUnderTest({ settings: { REQUESTS_PER_MINUTE: "60000" } }));
let watchId: string;

async function post(path: string, body: unknown): Promise<Record<string, unknown>> {
  const headers = { authorization: `Bearer ${console.key}`, "content-type": "application/json" };
  const init = { method: "POST", headers, body: JSON.stringify(body) };
  const answer = await fetch(`${console.service.url}/api/v1/${path}`, init);
  return Object(await answer.json());
}

const call = (tool: string, args: object) => post(`tools/${tool}`, { arguments: args });

/** Of every tool one call, as most fail for want of arguments, and a watch with events and deliveries. */
beforeAll(async () => {
  const { sandbox } = console.service;
  // A call that read outside text holds back none of the others here.
  await fetch(`${console.service.url}/api/v1/policy`, {
    method: "PUT",
    headers: { authorization: `Bearer ${console.key}`, "content-type": "application/json" },
    body: JSON.stringify({ unnamed_runs_follow_outside_text: false }),
  });
  for (const credential of sampleCredentials) await post("credentials", credential);
  const listed = await fetch(`${console.service.url}/api/v1/tools`, {
    headers: { authorization: `Bearer ${console.key}` },
  });
  const { items } = (await listed.json()) as { items: { name: string }[] };
  for (const { name } of items.slice(0, 16)) await call(name, {});
  await call("chatapp_post_channel", { channel: "#general", text: "The build is green." });
  const args = { url: `${sandbox.feeds.url}/rss.xml`, deliver_to: `${sandbox.webhook.url}/news` };
  const { result } = await call("rss_subscribe", args);
  watchId = String(Object(result).watch_id);
});

/** Runs in the page, which has types of its own. */
const BROKEN_WORDS = `[...document.querySelectorAll("th, td")].flatMap((cell) => {
  const broken = [];
  const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.parentElement.closest("details:not([open]) > :not(summary)")) continue;
    for (const { 0: word, index } of node.textContent.matchAll(/[\\w:.@-]{2,40}(?![\\w:.@-])/g)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1) broken.push(word);
    }
  }
  return broken;
})`;

/** Lists the words of the page's tables that stand on two lines, but for those too long for any column. */
const brokenWords = (page: Page) => page.evaluate<string[]>(BROKEN_WORDS);

const PAGES = ["calls", "audit", "watches"] as const;

describe.each(Object.entries(SCREENS))("on a %s", (screen, viewport) => {
  test.each([...PAGES, "watch"])("no table of the page %s breaks a word", async (name) => {
    const hash = name === "watch" ? `#/watches/${watchId}` : `#/${name}`;
    const { page, checkWhole, picture } = await console.openSignedIn(hash, { viewport });
    await page.locator("main h1").waitFor();
    await page.waitForLoadState("networkidle");
    await picture(`${screen}-table-${name}`);
    expect(await brokenWords(page)).toEqual([]);
    await checkWhole();
  });

  test("eighteen calls need no long way", async () => {
    const { page, picture } = await console.openSignedIn("#/calls", { viewport });
    const log = page.locator("table").last();
    await log.locator("tbody tr").nth(17).waitFor();
    await log.scrollIntoViewIfNeeded();
    await log.locator("tbody tr").nth(3).scrollIntoViewIfNeeded();
    await picture(`${screen}-table-log`);
    const height = await log.evaluate((table) => table.getBoundingClientRect().height);
    expect(height / 18).toBeLessThan(screen === "phone" ? 105 : 55);
  });
});
