import { join } from "node:path";
import { type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { describe, expect, onTestFinished, test } from "vitest";
import { startLocalService } from "../cli/local-service.ts";
import { startedForFile } from "../support/started.ts";

/** A folder for pictures of the pages; none are taken when it is not set. */
const PICTURES = process.env.FIRST_CLICK_PICTURES;

const service = startedForFile(startLocalService);
const browser = startedForFile(() =>
  chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] }),
);

const SCREENS = [
  ["a desktop", { width: 1280, height: 800 }],
  ["a phone", { width: 390, height: 844 }],
] as const;

/** A link as a tenant hands it to its customer. */
async function makeLink(label: string): Promise<string> {
  const { out } = await service.run("connection", "link", "--kind", "slack", "--label", label, "--json");
  return String(JSON.parse(out).connect_url);
}

/** A page in a browser without JavaScript, and what went wrong or elsewhere while it was used. */
async function openPage(options: BrowserContextOptions): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.newContext({ javaScriptEnabled: false, ...options });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    // The sandbox has no icon to show, as the browser asks of every site.
    const isIcon = message.location().url === `${service.sandbox.oauth.url}/favicon.ico`;
    if (!isIcon) complaints.push(`${message.text()} (${message.location().url})`);
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("requestfailed", (request) => complaints.push(`${request.url()} failed`));
  page.on("request", (request) => {
    const { hostname } = new URL(request.url());
    if (hostname !== "127.0.0.1") complaints.push(`${request.url()} is elsewhere`);
  });
  return { page, complaints };
}

/** Takes a picture, where a folder for pictures is set. */
async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES !== undefined) await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true });
}

/** Tells by how many pixels a page is wider than its screen. */
async function overflow(page: Page): Promise<number> {
  const box = await page.locator("html").boundingBox();
  const main = await page.locator("main, body").first().boundingBox();
  const width = page.viewportSize()?.width ?? 0;
  return Math.max(0, (box?.width ?? 0) - width, (main?.x ?? 0) + (main?.width ?? 0) - width);
}

describe.each(SCREENS)("on %s", (screen, viewport) => {
  describe.each(["light", "dark"] as const)("in %s colours", (colorScheme) => {
    const name = (step: string) => `${screen.split(" ")[1]}-${colorScheme}-${step}`;

    test("a link leads to the provider's page and back to one that says it is connected", async () => {
      const { page, complaints } = await openPage({ viewport, colorScheme });
      const label = `chat of ${name("team")}`;
      const opened = await page.goto(await makeLink(label));
      expect(opened?.headers()["content-security-policy"]).toContain("default-src 'none'");
      expect(await page.getByRole("heading", { level: 1 }).innerText()).toMatch(
        /^Connect Slack to Plumbline$/,
      );
      expect(await overflow(page)).toBe(0);
      await picture(page, name("1-link"));

      await page.getByRole("button", { name: "Continue to Slack" }).click();
      await page.waitForURL(/\/chatapp_bot\/authorize/);
      await picture(page, name("2-provider"));

      await page.getByRole("button", { name: "Allow" }).click();
      await page.waitForURL(/\/oauth\/callback/);
      expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe("Slack is connected");
      expect(await page.getByText(label).isVisible()).toBe(true);
      expect(await overflow(page)).toBe(0);
      await picture(page, name("3-connected"));
      expect(complaints).toEqual([]);
      expect((await service.run("credential", "list")).out).toContain(label);
    });

    test("a person who does not agree can try again", async () => {
      const { page, complaints } = await openPage({ viewport, colorScheme });
      await page.goto(await makeLink(`declined ${name("chat")}`));
      await page.getByRole("button", { name: "Continue to Slack" }).click();
      await page.getByRole("button", { name: "Deny" }).click();
      await page.waitForURL(/\/oauth\/callback/);
      expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe("Nothing was connected");
      expect(await overflow(page)).toBe(0);
      await picture(page, name("4-declined"));
      await page.getByRole("link", { name: "Try again" }).click();
      expect(await page.getByRole("heading", { level: 1 }).innerText()).toMatch(/^Connect Slack/);
      expect(complaints).toEqual([]);
    });
  });
});
