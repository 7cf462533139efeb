import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { startedForFile } from "../../support/started.ts";
import { type ConsoleUnderTest, SCREENS, startConsoleUnderTest } from "./console-under-test.ts";

const console = startedForFile(() => startConsoleUnderTest({ settings: { REQUESTS_PER_MINUTE: "60000" } }));

beforeAll(async () => {
  const { service } = console;
  await service.runWithInput(sampleBotToken, "credential", "add", "--kind", "chatapp_bot", "--label", "team");
});

async function call(on: ConsoleUnderTest, tool: string, args: object): Promise<void> {
  const headers = { authorization: `Bearer ${on.key}`, "content-type": "application/json" };
  const body = JSON.stringify({ arguments: args });
  const answer = await fetch(`${on.service.url}/api/v1/tools/${tool}`, { method: "POST", headers, body });
  expect(answer.status).toBe(200);
}

describe.each(Object.entries(SCREENS))("on a %s", (screen, viewport) => {
  test("what was called is listed, summed up and shown whole", async () => {
    const colorScheme = screen === "phone" ? "dark" : "light";
    const text = `<img src=x onerror="document.title=1"> ${screen}`;
    await call(console, "chatapp_post_channel", { channel: "#general", text });
    await call(console, "notes_query", { database_id: "0123456789abcdef0123456789abcdef" });
    const { page, checkWhole, picture } = await console.openSignedIn("#/calls", { viewport, colorScheme });
    await page.getByRole("heading", { name: "Calls per day" }).waitFor();
    await page.getByText("authentication").first().waitFor();
    await picture(`${screen}-calls`);
    await checkWhole();
    await page.getByLabel("Outcome").selectOption("ok");
    await page.getByLabel("Tool", { exact: true }).fill("chatapp_post_channel");
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "chatapp_post_channel" }).first().click();
    await page.getByText("#general").first().waitFor();
    await page.getByRole("button", { name: "Python" }).click();
    await page.getByText("import json, os, urllib.request").waitFor();
    await page.getByText("Request ID").waitFor();
    expect(await page.locator("main img").count()).toBe(0);
    await picture(`${screen}-call`);
    await checkWhole();
  });
});

test("with no call there is a hint, with a thousand a first page at once, and a filter that fits none says so", async () => {
  const other = await startConsoleUnderTest({ settings: { REQUESTS_PER_MINUTE: "60000" } });
  try {
    const empty = await other.openSignedIn("#/calls");
    await empty.page.getByText("No calls yet").waitFor();
    await empty.picture("calls-empty");
    await empty.checkWhole();

    let left = 1_200;
    const worker = async () => {
      while (left-- > 0) await call(other, "connections_list", {});
    };
    await Promise.all(Array.from({ length: 16 }, worker));
    const { page, checkWhole, picture } = await other.openSignedIn("#/calls");
    await page.getByText("50 shown").waitFor();
    await page.getByText("1,200").first().waitFor();
    await page.getByRole("button", { name: "Load more" }).click();
    await page.getByText("100 shown").waitFor();
    await picture("calls-many");
    await page.getByLabel("Outcome").selectOption("failed");
    await page.getByText("No calls match").waitFor();
    await checkWhole();
  } finally {
    await other.close();
  }
}, 180_000);
