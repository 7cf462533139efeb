import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { startedForFile } from "../../support/started.ts";
import { SCREENS, signInWith, startConsoleUnderTest } from "./console-under-test.ts";

const console = startedForFile(startConsoleUnderTest);

const keyIn = async (file: string) => (await readFile(join(console.service.dataDir, file), "utf8")).trim();

describe.each(Object.entries(SCREENS))("on a %s", (screen, viewport) => {
  const colorScheme = screen === "phone" ? ("dark" as const) : ("light" as const);

  test("the policy is changed, refused word for word, and stands in the audit log", async () => {
    const headers = { authorization: `Bearer ${console.key}`, "content-type": "application/json" };
    await fetch(`${console.service.url}/api/v1/policy`, { method: "PUT", headers, body: "{}" });
    const { page, checkWhole, picture } = await console.openSignedIn("#/keys", { viewport, colorScheme });
    await page.getByLabel("Approval of email_send").selectOption("Always ask");
    await page.getByText("Every call waits until a person has approved it.").waitFor();
    await page.getByLabel("Approval of social_post:network").selectOption("Never ask");
    await page.getByLabel("Names of destinations").fill("no place");
    await page.getByText("Changed: email_send, social_post:network, Names of destinations.").waitFor();
    const save = page.getByRole("button", { name: "Save" });
    const bottom = await save.evaluate((button) => button.getBoundingClientRect().bottom);
    expect(bottom).toBeLessThanOrEqual(viewport.height);
    await picture(`${screen}-policy`);
    await checkWhole();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("alert").waitFor();
    await page.getByLabel("Names of destinations").fill("");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("The policy is now in effect.").waitFor();
    await page.getByText("As JSON").click();
    await page.getByText('"social_post:network": "never"').waitFor();
    await checkWhole();

    await page.goto(`${console.service.url}/#/audit`);
    await page.locator("td").filter({ hasText: "policy.changed" }).first().waitFor();
    await page.locator("td details summary").first().click();
    await picture(`${screen}-audit`);
    await checkWhole();
  });

  test("an operator makes a tenant and its keys, rotates one, and deletes the tenant", async () => {
    const name = `<b>${screen}</b>`;
    const { page, checkWhole, picture } = await console.open({ viewport, colorScheme });
    await page.goto(`${console.service.url}/#/tenants`);
    await signInWith(page, await keyIn("operator-key"));
    await page.getByLabel("New tenant").fill(name);
    await page.keyboard.press("Enter");
    await page.getByText("Key for the agents of").waitFor();
    await picture(`${screen}-tenant-made`);
    await checkWhole();

    await page.getByRole("link", { name }).click();
    await page.getByLabel("Name").fill("reporter");
    await page.getByText("Read the log of calls").click();
    await page.getByRole("button", { name: "Create", exact: true }).click();
    await page.getByText("It is not stored and will not be shown again").waitFor();
    const card = page.getByRole("listitem").filter({ hasText: "reporter" });
    await card.getByText("calls:read").waitFor();
    await picture(`${screen}-tenant`);
    await checkWhole();
    await card.getByRole("button", { name: "Rotate" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Rotate" }).click();
    await card.getByText("It is not stored and will not be shown again").waitFor();

    await page.getByRole("button", { name: "Delete" }).click();
    const remove = page.getByRole("dialog").getByRole("button", { name: "Delete permanently" });
    expect(await remove.isDisabled()).toBe(true);
    await page.getByRole("dialog").getByRole("textbox").fill(name);
    await remove.click();
    await page.getByLabel("New tenant").waitFor();
    expect(await page.locator("main b").count()).toBe(0);
    await checkWhole();
  });
});

test("a policy that allows no tool stays so, and one that changed meanwhile is not overwritten", async () => {
  const other = await startConsoleUnderTest();
  try {
    const headers = { authorization: `Bearer ${other.key}`, "content-type": "application/json" };
    const url = `${other.service.url}/api/v1/policy`;
    const put = (policy: object) => fetch(url, { method: "PUT", headers, body: JSON.stringify(policy) });
    await put({ allowed_tools: [] });
    const { page } = await other.openSignedIn("#/keys");
    await page.getByLabel("Requests per minute").fill("500");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("The policy is now in effect.").waitFor();
    const kept = {
      allowed_tools: [],
      requests_per_minute: 500,
      unnamed_runs_follow_outside_text: true,
    };
    expect(await (await fetch(url, { headers })).json()).toEqual(kept);
    await put({ ...kept, concurrent_runs: 2 });
    await page.getByLabel("Requests per minute").fill("600");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Somebody else changed the policy in the meantime.").waitFor();
    expect(await (await fetch(url, { headers })).json()).toEqual({ ...kept, concurrent_runs: 2 });
  } finally {
    await other.close();
  }
});

test("the page of another tenant shows nothing of the one before", async () => {
  const { page } = await console.open();
  await page.goto(`${console.service.url}/#/tenants`);
  await signInWith(page, await keyIn("operator-key"));
  await page.getByRole("link", { name: "local" }).click();
  await page.getByRole("heading", { name: "local" }).waitFor();
  await page.evaluate("location.hash = '#/tenants/00000000-0000-4000-8000-000000000009'");
  await page.getByText("There is no such tenant.").waitFor();
  expect(await page.getByRole("heading", { name: "local" }).count()).toBe(0);
});

test("a session token is made, works, and may not see the policy", async () => {
  const { page, checkWhole, picture } = await console.openSignedIn("#/keys");
  await page.getByLabel("End user").fill("ada");
  await page.getByRole("button", { name: "Create a token" }).click();
  const token = await page.locator(".secret").innerText();
  expect(token).toMatch(/^pls_/);
  await checkWhole();
  const asked = (path: string) =>
    fetch(`${console.service.url}${path}`, { headers: { authorization: `Bearer ${token}` } });
  expect((await asked("/api/v1/tools")).status).toBe(200);
  expect((await asked("/api/v1/policy")).status).toBe(403);

  await page.getByText("More settings").click();
  await page.getByLabel("Only these tools").fill("feed_read\n");
  await page.getByLabel("Only these connections").fill("no id");
  await picture("session-settings");
  await page.getByRole("button", { name: "Create a token" }).click();
  await page.getByRole("alert").getByText("credential_ids.0", { exact: true }).waitFor();
  await checkWhole();
  await page.getByLabel("Only these connections").fill("");
  await page.getByRole("button", { name: "Create a token" }).click();
  await page.locator(".secret").waitFor();
  const narrow = await page.locator(".secret").innerText();
  const headers = { authorization: `Bearer ${narrow}` };
  const answer = await fetch(`${console.service.url}/api/v1/tools`, { headers });
  const { items } = (await answer.json()) as { items: { name: string }[] };
  expect(items.map(({ name }) => name)).toEqual(["feed_read"]);
});

test("a key sees the pages that it may open, and no others", async () => {
  const { page, checkWhole } = await console.open();
  await page.goto(`${console.service.url}/`);
  await signInWith(page, await keyIn("agent-key"));
  const links = await page.locator('nav[aria-label="Pages"] a').allInnerTexts();
  expect(links.map((link) => link.trim())).toEqual([
    "Chat",
    "Research",
    "Tools",
    "Approvals",
    "Keys and policy",
  ]);
  await page.goto(`${console.service.url}/#/audit`);
  await page.getByText("Page not found").waitFor();
  await checkWhole();
});
