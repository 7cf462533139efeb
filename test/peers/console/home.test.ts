import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { startedForFile } from "../../support/started.ts";
import { SCREENS, startConsoleUnderTest } from "./console-under-test.ts";

const console = startedForFile(startConsoleUnderTest);

beforeAll(async () => {
  const bot = ["credential", "add", "--kind", "chatapp_bot", "--label", "team"];
  await console.service.runWithInput(sampleBotToken, ...bot);
});

async function ask(method: string, path: string, body: object): Promise<void> {
  const headers = { authorization: `Bearer ${console.key}`, "content-type": "application/json" };
  await fetch(`${console.service.url}/api/v1/${path}`, { method, headers, body: JSON.stringify(body) });
}

describe.each(Object.entries(SCREENS))("on a %s", (screen, viewport) => {
  test("the first page shows what needs somebody, today's figures and the steps to real data", async () => {
    const colorScheme = screen === "phone" ? "dark" : "light";
    const empty = await console.openSignedIn("", { viewport, colorScheme });
    await empty.page.getByRole("heading", { name: "Needs attention" }).waitFor();
    await empty.page.locator(".sample-data:visible").waitFor();
    await empty.page.getByRole("link", { name: "Connect a real account" }).waitFor();
    await empty.picture(`${screen}-home`);
    await empty.checkWhole();
    for (let count = 0; count < 8; count += 1)
      await ask("POST", "tools/notes_query", { arguments: { database_id: "0".repeat(32) } });
    await empty.page.reload();
    // On the first day nothing is usual yet.
    await empty.page.getByText("Nothing needs your attention.").waitFor();
    await empty.page.route("**/api/v1/usage?*", async (route) => {
      const response = await route.fetch();
      const { items } = (await response.json()) as { items: object[] };
      const before = [1, 2, 3].map((day) => ({
        ...items[0],
        day: `2026-01-0${day}`,
        refused: 0,
        failed: 0,
        errors: {},
      }));
      await route.fulfill({ response, json: { items: [...before, ...items] } });
    });
    await empty.page.reload();
    const risen = empty.page.getByRole("link", { name: "calls were refused today, more than usual" });
    await risen.waitFor();
    await empty.checkWhole();
    await risen.click();
    await empty.page.getByLabel("Outcome").waitFor();
    expect(await empty.page.getByLabel("Outcome").inputValue()).toBe("refused");
    await empty.page.goto(`${console.service.url}/#/`);
    await empty.page.getByLabel("Message").fill("Who was Ada Lovelace?");
    await empty.page.keyboard.press("Enter");
    await empty.page.locator("li.turn").first().waitFor();
  });
});

test("a call that waits is not one of today's calls, and a count that is not whole says so", async () => {
  const { page } = await console.openSignedIn("#/");
  await page.route("**/api/v1/usage?*", (route) => {
    const day = new Date().toISOString().slice(0, 10);
    const counts = { calls: 6, ok: 3, refused: 2, failed: 0, unknown: 1, median_ms: 10 };
    const errors = { approval_required: 1 };
    return route.fulfill({
      json: { items: [{ day, ...counts, errors, elapsed_ms: 50 }], next_cursor: null },
    });
  });
  await page.route("**/api/v1/approvals?*", async (route) => {
    const items = Array.from({ length: 50 }, (_, id) => ({ id: `${id}`, status: "waiting" }));
    await route.fulfill({ json: { items, next_cursor: "more" } });
  });
  await page.reload();
  await page.getByRole("link", { name: "calls need approval" }).waitFor();
  await page.locator("main").getByText("50+", { exact: true }).waitFor();
  expect(await page.locator(".today dd").allTextContents()).toEqual(["5", "3", "1", "0", "1", "10 ms"]);
  expect(await page.title()).toBe("(50+) Home · Plumbline");
  await page.goto(`${console.service.url}/#/calls/${crypto.randomUUID()}`);
  await page.getByRole("heading", { name: "Not available" }).waitFor();
});

test("the first steps lead to an approval: one press makes a call that waits, and one sends it", async () => {
  const { page, checkWhole, picture } = await console.openSignedIn("#/approvals");
  await page.getByText("No calls are waiting").waitFor();
  await page.getByRole("link", { name: "the policy" }).click();
  await page.getByRole("heading", { name: "Policy", exact: true }).waitFor();
  await page.getByRole("link", { name: "Home" }).click();
  await page.getByRole("link", { name: "Decide your first approval" }).waitFor();
  await page.getByRole("button", { name: "Try an example call" }).click();
  await page.getByRole("button", { name: "Approve and send" }).click();
  await page.locator(".banner.good").getByText("Posted to #general: Hello from").waitFor();
  await picture("first-approval");
  await page.getByRole("link", { name: "Home" }).click();
  await page.getByText("done").first().waitFor();
  expect(await page.getByRole("button", { name: "Try an example call" }).count()).toBe(0);
  await checkWhole();
});
