import { sampleBotToken, sampleNarrowToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { describe, expect, test } from "vitest";
import { startedForFile } from "../../support/started.ts";
import { SCREENS, startConsoleUnderTest } from "./console-under-test.ts";

const console = startedForFile(startConsoleUnderTest);

describe.each(Object.entries(SCREENS))("on a %s", (screen, viewport) => {
  test("an account is stored by its token, tested and revoked", async () => {
    const colorScheme = screen === "phone" ? "dark" : "light";
    const label = `<b>${screen}</b>`;
    const { page, checkWhole, picture } = await console.openSignedIn("#/connections", {
      viewport,
      colorScheme,
    });
    await page.getByRole("button", { name: "Connect an account" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Label").fill(label);
    await dialog.getByText("I have a token").click();
    // Each token is revoked at the provider too, so it serves one screen.
    await dialog.getByLabel("Bot token").fill(screen === "phone" ? sampleNarrowToken : sampleBotToken);
    await picture(`${screen}-connection-add`);
    await checkWhole();
    await dialog.getByRole("button", { name: "Store" }).click();

    const card = page.getByRole("listitem").filter({ hasText: label });
    await card.getByRole("button", { name: "Test" }).click();
    await card.getByText("It works").waitFor();
    await picture(`${screen}-connections`);
    await checkWhole();

    await card.getByRole("button", { name: "Revoke" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
    await page.getByText("revoked", { exact: false }).first().waitFor();
    await page.locator("details.revoked summary").click();
    await page.locator("details.revoked").getByText(label).waitFor();
    expect(await page.locator("main b").count()).toBe(0);
    await checkWhole();
  });
});

test("an account is connected by signing in at its provider, and renewed", async () => {
  const { page, checkWhole, picture } = await console.openSignedIn("#/connections");
  await page.getByRole("button", { name: "Connect an account" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Provider", { exact: true }).selectOption("notes");
  await dialog.getByLabel("Label").fill("wiki");
  await dialog.getByRole("button", { name: "Continue" }).click();
  const opened = page.context().waitForEvent("page");
  await dialog.getByRole("link", { name: "Go to the provider" }).click();
  const provider = await opened;
  await picture("connection-continue");
  await provider.getByRole("button", { name: /^Continue to / }).click();
  await provider.getByRole("button", { name: "Allow" }).click();
  await provider.getByText("is connected").waitFor();
  await provider.close();
  await page.getByText("wiki is now connected.").waitFor();
  await dialog.waitFor({ state: "detached" });
  const card = page.getByRole("listitem").filter({ hasText: "wiki" });
  await card.getByText("Works").waitFor();
  await card.getByRole("button", { name: "Renew" }).click();
  const again = page.context().waitForEvent("page");
  await dialog.getByRole("link", { name: "Go to the provider" }).click();
  await (await again).getByRole("button", { name: /^Continue to / }).click();
  await (await again).getByRole("button", { name: "Allow" }).click();
  await dialog.waitFor({ state: "detached" });
  await checkWhole();
});

test("a sign-in that was not allowed is shown in the dialog, which begins again", async () => {
  const { page, checkWhole, picture } = await console.openSignedIn("#/connections");
  await page.getByRole("button", { name: "Connect an account" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Provider", { exact: true }).selectOption("crm");
  await dialog.getByLabel("Label").fill("sales");
  await dialog.getByRole("button", { name: "Continue" }).click();
  const opened = page.context().waitForEvent("page");
  await dialog.getByRole("link", { name: "Go to the provider" }).click();
  await (await opened).getByRole("button", { name: /^Continue to / }).click();
  await (await opened).getByRole("button", { name: "Deny" }).click();
  await dialog.getByText("access was not granted at the provider").waitFor();
  await picture("connection-denied");
  await checkWhole();
  await dialog.getByRole("button", { name: "Try again" }).click();
  await dialog.getByRole("button", { name: "Continue" }).waitFor();
});

test("a page for somebody else waits, and is withdrawn; a wrong label is refused word for word", async () => {
  const { page, checkWhole, picture } = await console.openSignedIn("#/connections");
  const add = async (label: string, way: string) => {
    await page.getByRole("button", { name: "Connect an account" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Provider", { exact: true }).selectOption("tracker");
    await dialog.getByLabel("Label").fill(label);
    await dialog.getByText(way).click();
    return dialog;
  };
  const link = await add("customer", "Somebody else will sign in");
  await link.getByRole("button", { name: "Continue" }).click();
  await link.getByRole("link", { name: "Open the page" }).waitFor();
  await page.keyboard.press("Escape");
  const pending = page.locator(".pending li").filter({ hasText: "customer" });
  await pending.waitFor();
  await picture("connections-pending");
  await checkWhole();
  await pending.getByRole("button", { name: "Withdraw" }).click();
  await pending.waitFor({ state: "detached" });

  const token = await add("two\tparts", "I have a token");
  await token.getByLabel("API key").fill("lin_api_x");
  await token.getByRole("button", { name: "Store" }).click();
  await page.getByRole("alert").getByText("label").first().waitFor();
});
