import { describe, test } from "vitest";
import { startedForFile } from "../../support/started.ts";
import { SCREENS, startConsoleUnderTest } from "./console-under-test.ts";
import { waitForDelivery, watchFeed } from "./watched-feed.ts";

const console = startedForFile(startConsoleUnderTest);

test("without a watch there is a hint; an address that is no feed is refused word for word", async () => {
  const bare = await startConsoleUnderTest();
  try {
    const { page, checkWhole, picture } = await bare.openSignedIn("#/watches");
    await page.getByText("There are no watches").waitFor();
    await picture("watches-empty");
    await checkWhole();
    await page.getByRole("button", { name: "Watch a feed" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Address of the feed").fill(`${bare.service.sandbox.feeds.url}/gone.xml`);
    await page.keyboard.press("Enter");
    await dialog.getByRole("alert").waitFor();
    await picture("watch-refused");
    await checkWhole();
    await dialog.getByLabel("Address of the feed").fill(`${bare.service.sandbox.feeds.url}/rss.xml`);
    await dialog.getByRole("button", { name: "Start" }).click();
    await page.getByText("Polled every 15 minutes.").waitFor();
    await page.getByText("No events yet").waitFor();
    await checkWhole();

    // Without an account the service refuses an inbox; the form is the tool's own.
    await page.getByRole("link", { name: "All watches" }).click();
    await page.getByRole("button", { name: "Watch an inbox" }).click();
    await dialog.getByLabel("Poll every").selectOption("1 day");
    await dialog.getByLabel("Only messages that match").fill("is:unread from:bob");
    await picture("watch-inbox");
    await checkWhole();
    await dialog.getByRole("button", { name: "Start" }).click();
    await dialog.getByRole("alert").waitFor();
  } finally {
    await bare.close();
  }
});

describe.each(Object.entries(SCREENS))("on a %s", (screen, viewport) => {
  test("a watch is looked at with what it found and delivered, paused, and ended", async () => {
    const colorScheme = screen === "phone" ? "dark" : "light";
    const id = await watchFeed(console, screen === "phone" ? "/atom.xml" : "/rss.xml");
    await waitForDelivery(console, id, "delivered");
    const { page, checkWhole, picture } = await console.openSignedIn("#/watches", { viewport, colorScheme });
    await page.locator(`a[href$="${id}"]`).waitFor();
    await picture(`${screen}-watches`);
    await checkWhole();
    await page.locator(`a[href$="${id}"]`).click();
    await page.getByRole("heading", { name: "Found" }).waitFor();
    await page.locator(".watch-list td").first().waitFor();
    await page.getByRole("heading", { name: "Deliveries" }).waitFor();
    await picture(`${screen}-watch`);
    await checkWhole();
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByRole("button", { name: "Resume" }).click();
    await page.getByRole("button", { name: "Pause" }).waitFor();
    await page.getByRole("button", { name: "Redeliver events" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Found in").selectOption("the last day");
    await picture(`${screen}-replay`);
    await checkWhole();
    await dialog.getByRole("button", { name: "Redeliver" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByText("There was nothing to redeliver.").waitFor();
    const delivered = page.getByRole("row").filter({ hasText: "delivered" }).first();
    await delivered.getByRole("button", { name: "Redeliver" }).click();
    await dialog.getByText("has already accepted it").waitFor();
    await picture(`${screen}-send-again`);
    await checkWhole();
    await dialog.getByRole("button", { name: "Redeliver" }).click();
    await page.getByText("It has been queued again.").waitFor();
    await page.getByRole("button", { name: "Copy id" }).click();
    await page.getByRole("button", { name: "End", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "End it" }).click();
    await page.getByRole("heading", { name: "Watches", exact: true }).waitFor();
    await page.locator(`a[href$="${id}"]`).waitFor({ state: "detached" });
  });
});
