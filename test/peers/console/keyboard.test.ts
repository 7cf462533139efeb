import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { startedForFile } from "../../support/started.ts";
import { startConsoleUnderTest } from "./console-under-test.ts";

const MOST_TABS = 80;

const console = startedForFile(startConsoleUnderTest);

/** Presses Tab until something of this name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let pressed = 0; pressed < MOST_TABS; pressed++) {
    const label = await page.evaluate(
      "(() => { const on = document.activeElement; return (on?.labels?.[0] ?? on)?.textContent ?? ''; })()",
    );
    if (String(label).trim().startsWith(name)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`No press of Tab leads to ${name}.`);
}

async function press(page: Page, name: string): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press("Enter");
}

test("an account is connected, and a message posted with it, without a mouse", async () => {
  const { page, checkWhole } = await console.open();
  await page.goto(`${console.service.url}/`);
  await page.getByLabel("API key").waitFor();
  await tabTo(page, "API key");
  await page.keyboard.type(console.key);
  await page.keyboard.press("Enter");
  await page.locator('nav[aria-label="Pages"]').waitFor();

  await press(page, "Connections");
  await page.getByText("No accounts are connected").waitFor();
  await press(page, "Connect an account");
  await tabTo(page, "Label");
  await page.keyboard.type("team");
  await tabTo(page, "I will sign in at the provider");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await tabTo(page, "Bot token");
  await page.keyboard.type(sampleBotToken);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "team" }).waitFor();

  await press(page, "chatapp_post_channel");
  await page.getByRole("heading", { name: "Post in a chat channel" }).waitFor();
  await tabTo(page, "Channel");
  await page.keyboard.type("#general");
  await tabTo(page, "Text");
  await page.keyboard.type("By keyboard.");
  await press(page, "Call");
  await page.getByText("Done in").waitFor();
  await checkWhole();
});

test("a dialog keeps the focus, Escape closes it, and the focus is back where it was", async () => {
  const { page } = await console.openSignedIn("#/watches");
  await page.getByRole("button", { name: "Watch a feed" }).waitFor();
  await press(page, "Watch a feed");
  // The key press does not wait for the dialog, which opens once the page is drawn.
  await page.getByRole("dialog").waitFor();
  const inDialog = () => page.evaluate("document.activeElement?.closest('dialog') !== null");
  for (let pressed = 0; pressed < 5; pressed++) {
    expect(await inDialog()).toBe(true);
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect(await page.evaluate("document.activeElement?.textContent")).toBe("Watch a feed");
});
