import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { expect } from "vitest";
import { type LocalService, startLocalService } from "../../cli/local-service.ts";

/** A folder for pictures of the pages; none are taken when it is not set. */
const PICTURES = process.env.CONSOLE_PICTURES;

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** Screens on which every page has to work. */
export const SCREENS = {
  desktop: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
} as const;

/** The console of a service in front of the sandbox, in a real browser. */
export interface ConsoleUnderTest {
  service: LocalService;
  /** The key of the tenant that the service made at its start. */
  key: string;
  /** The key that may decide about the calls of all keys. */
  approverKey: string;
  /** Opens a tab that has not signed in. */
  open(options?: BrowserContextOptions): Promise<Tab>;
  /** Opens a tab and signs in; `hash` is where it then is, such as `#/tools`. */
  openSignedIn(hash: string, options?: BrowserContextOptions): Promise<Tab>;
  close(): Promise<void>;
}

/** A tab, and what went wrong in it: messages of the browser, requests to other hosts. */
export interface Tab {
  page: Page;
  complaints: string[];
  /** Fails the test for complaints, for what is wider than the screen, and for findings of axe. */
  checkWhole(): Promise<void>;
  /** Takes pictures on each screen, light and dark, where a folder for pictures is set. */
  picture(name: string): Promise<void>;
}

/** `model`: one of the sandbox's; none when left out. */
export async function startConsoleUnderTest(
  options: Parameters<typeof startLocalService>[0] = {},
): Promise<ConsoleUnderTest> {
  const service = await startLocalService(options);
  const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
  const read = async (name: string) => (await readFile(join(service.dataDir, name), "utf8")).trim();
  const key = await read("dev-api-key");
  const open = (more: BrowserContextOptions = {}) => openTab(browser, service, more);
  return {
    service,
    key,
    approverKey: await read("approver-key"),
    open,
    async openSignedIn(hash, more) {
      const tab = await open(more);
      await tab.page.goto(`${service.url}/${hash}`);
      await signInWith(tab.page, key);
      return tab;
    },
    async close() {
      await browser.close();
      await service.close();
    },
  };
}

/** Signs in on the page that asks for it. */
export async function signInWith(page: Page, key: string): Promise<void> {
  await page.getByLabel("API key").fill(key);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.locator('nav[aria-label="Pages"]').waitFor({ state: "attached" });
}

async function openTab(
  browser: Browser,
  service: LocalService,
  options: BrowserContextOptions,
): Promise<Tab> {
  const context = await browser.newContext({ viewport: SCREENS.desktop, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(40_000);
  const complaints: string[] = [];
  page.on("console", (message) => {
    // The browser tells every refusal of the service; the page tells it to the person.
    const isRefusal = message.text().startsWith("Failed to load resource");
    if (["error", "warning"].includes(message.type()) && !isRefusal) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(`${service.url}/`) && !url.startsWith("data:"))
      complaints.push(`${url} is elsewhere`);
  });
  return {
    page,
    complaints,
    async checkWhole() {
      expect(await overflow(page)).toBe(0);
      expect(await findingsOfAxe(page)).toEqual([]);
      expect(complaints).toEqual([]);
    },
    async picture(name) {
      if (PICTURES === undefined) return;
      const viewport = page.viewportSize();
      for (const [screen, size] of Object.entries(SCREENS))
        for (const colorScheme of ["light", "dark"] as const) {
          await page.setViewportSize(size);
          await page.emulateMedia({ colorScheme });
          await page.screenshot({
            path: join(PICTURES, `${name} ${screen} ${colorScheme}.png`),
            animations: "disabled",
          });
        }
      await page.emulateMedia({ colorScheme: options.colorScheme ?? null });
      if (viewport) await page.setViewportSize(viewport);
    },
  };
}

/** Tells by how many pixels a page is wider than its screen. */
async function overflow(page: Page): Promise<number> {
  return Number(await page.evaluate("document.documentElement.scrollWidth - innerWidth"));
}

/** Lists what axe finds, of every rule. */
async function findingsOfAxe(page: Page): Promise<string[]> {
  // In a world of its own: the page's policy lets no script of another in.
  const session = await page.context().newCDPSession(page);
  const { frameTree } = await session.send("Page.getFrameTree");
  const { executionContextId: contextId } = await session.send("Page.createIsolatedWorld", {
    frameId: frameTree.frame.id,
    worldName: "axe",
  });
  const run = (expression: string) =>
    session.send("Runtime.evaluate", { contextId, expression, awaitPromise: true, returnByValue: true });
  await run(await readFile(AXE, "utf8"));
  const { result } = await run("axe.run(document, { resultTypes: ['violations'] })");
  await session.detach();
  const { violations } = result.value as { violations: Finding[] };
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(" ")}`));
}

interface Finding {
  id: string;
  nodes: { target: string[] }[];
}
