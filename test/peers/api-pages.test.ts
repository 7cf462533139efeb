import { chromium } from "playwright-core";
import { expect, test } from "vitest";
import { startLocalService } from "../cli/local-service.ts";
import { startedForFile } from "../support/started.ts";

/** A folder for pictures of the pages; none are taken when it is not set. */
const PICTURES = process.env.CONSOLE_PICTURES;

const service = startedForFile(startLocalService);
const browser = startedForFile(() =>
  chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] }),
);

test("no page of the API is longer than 15,000 pixels, and a link to a schema opens it", async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(`${service.url}/docs/api`);
  const names = await page
    .locator("nav strong a")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  expect(names.length).toBeGreaterThan(15);
  const heights: [string, number][] = [];
  for (const name of names) {
    await page.goto(`${service.url}/docs/${name}`);
    heights.push([String(name), Number(await page.evaluate("document.documentElement.scrollHeight"))]);
    if (PICTURES !== undefined) await page.screenshot({ path: `${PICTURES}/${name}.png` });
  }
  expect(heights.filter(([, height]) => height >= 15_000)).toEqual([]);
  await page.goto(`${service.url}/docs/api-tools`);
  await page
    .getByRole("link", { name: "ToolCall", exact: true })
    .or(page.locator("main a.type"))
    .first()
    .click();
  await page.waitForURL(/api-schemas#schema-/);
  expect(await page.locator("details[open]").count()).toBe(1);
  await page.close();
});

test("the drawing of the architecture is a picture in /docs", async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(`${service.url}/docs/architecture`);
  const box = await page.locator("main svg").boundingBox();
  expect(box?.width).toBeGreaterThan(600);
  expect(box?.height).toBeGreaterThan(300);
  if (PICTURES !== undefined) await page.screenshot({ path: `${PICTURES}/architecture.png` });
  await page.close();
});

const SECTION = "/docs/quickstart#from-a-program";

test.each([true, false])("tabs of code work by keyboard, with a script (%s)", async (javaScriptEnabled) => {
  const page = await browser.newPage({ javaScriptEnabled, viewport: { width: 390, height: 844 } });
  await page.goto(service.url + SECTION);
  const groups = page.getByRole("group", { name: "Language" });
  const shown = (at: number) => groups.nth(at).locator("pre:visible code").getAttribute("class");
  expect(await groups.locator("pre:visible").count()).toBe(await groups.count());
  expect(await shown(1)).toBe("language-sh");
  await groups.nth(1).getByRole("radio", { name: "curl" }).focus();
  await page.keyboard.press("ArrowRight");
  expect(await shown(1)).toBe("language-ts");
  // The script chooses the same language everywhere.
  expect(await shown(0)).toBe(javaScriptEnabled ? "language-ts" : "language-sh");
  await groups.nth(2).getByText("Python").click();
  expect(await shown(2)).toBe("language-python");
  const root = page.locator("html");
  expect(await root.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  if (PICTURES !== undefined) {
    await groups.nth(0).scrollIntoViewIfNeeded();
    await page.screenshot({ path: `${PICTURES}/tabs-${javaScriptEnabled}.png` });
  }
  await page.emulateMedia({ media: "print" });
  expect(await groups.nth(0).locator("pre:visible").count()).toBe(3);
  await page.close();
});
