import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { startedForFile } from "../../support/started.ts";
import { SCREENS, signInWith, startConsoleUnderTest } from "./console-under-test.ts";

const CHANGES = 70;
const HOSTILE = '<img src=x onerror="document.title=1">';

const console = startedForFile(() => startConsoleUnderTest({ settings: { REQUESTS_PER_MINUTE: "60000" } }));

beforeAll(async () => {
  const ask = async (method: string, path: string, body: object) => {
    const headers = { authorization: `Bearer ${console.key}`, "content-type": "application/json" };
    const url = console.service.url + path;
    expect((await fetch(url, { method, headers, body: JSON.stringify(body) })).ok).toBe(true);
  };
  await ask("POST", "/api/v1/sessions", { ttl_seconds: 60, end_user: HOSTILE });
  for (let number = 1; number <= CHANGES; number++)
    await ask("PUT", "/api/v1/policy", { requests_per_minute: 50_000 + number });
});

describe.each(Object.entries(SCREENS))("on a %s", (screen, viewport) => {
  const colorScheme = screen === "phone" ? ("dark" as const) : ("light" as const);

  test("many changes are listed the newest first, page by page, and by their kind", async () => {
    const { page, checkWhole, picture } = await console.openSignedIn("#/audit", { viewport, colorScheme });
    await page.getByText("50 shown").waitFor();
    expect(await page.locator("tbody tr").first().innerText()).toContain("Changed the policy");
    await picture(`${screen}-audit-many`);
    await checkWhole();
    await page.getByRole("button", { name: "Load more" }).click();
    await page.getByText("50 shown").waitFor({ state: "detached" });
    expect(await page.locator("tbody tr").last().innerText()).toContain("Created a tenant");

    await page.getByLabel("Kind of change").selectOption("session.created");
    await page.locator("tbody tr").nth(1).waitFor({ state: "detached" });
    await page.locator("td details summary").first().click();
    await page.getByText(`end_user: ${HOSTILE}`).last().waitFor();
    expect(await page.locator("main img").count()).toBe(0);
    expect(page.url()).toMatch(/#\/audit\?action=session\.created$/);
    await picture(`${screen}-audit-kind`);
    await checkWhole();
    await page.goBack();
    await page.getByText("50 shown").waitFor();
  });
});

test("an address names a kind of change, and a kind that never happened says so", async () => {
  const { page, checkWhole } = await console.openSignedIn("#/audit?action=approval.denied");
  await page.getByText("No changes of this kind").waitFor();
  expect(await page.getByLabel("Kind of change").inputValue()).toBe("approval.denied");
  await checkWhole();
});

test("a log without an entry says so", async () => {
  const { page, checkWhole, picture } = await console.openSignedIn("#/calls");
  await page.route("**/api/v1/audit?*", (route) => route.fulfill({ json: { items: [], next_cursor: null } }));
  await page.goto(`${console.service.url}/#/audit`);
  await page.getByText("No changes yet").waitFor();
  await picture("audit-empty");
  await checkWhole();
});

test("an operator reads the operators' own log", async () => {
  const { page, checkWhole, picture } = await console.open();
  await page.goto(`${console.service.url}/#/audit`);
  await signInWith(page, (await readFile(join(console.service.dataDir, "operator-key"), "utf8")).trim());
  await page.getByText("What happens inside a tenant is in its own log.").waitFor();
  await page.locator("tbody tr").first().waitFor();
  expect(await page.getByText("Changed the policy").count()).toBe(0);
  await picture("audit-operators");
  await checkWhole();
});
