import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { startedForFile } from "../../support/started.ts";
import { type ConsoleUnderTest, SCREENS, signInWith, startConsoleUnderTest } from "./console-under-test.ts";

const TENANTS = 120;
const CREDENTIAL = "0d9f9b7a-6a44-4f4c-9a51-1c0a6d1c2b3a";

const console = startedForFile(() => startConsoleUnderTest({ settings: { REQUESTS_PER_MINUTE: "60000" } }));
let operatorKey: string;

beforeAll(async () => {
  operatorKey = (await readFile(join(console.service.dataDir, "operator-key"), "utf8")).trim();
});

async function ask(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
  const headers = { authorization: `Bearer ${operatorKey}`, "content-type": "application/json" };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const answer = await fetch(console.service.url + path, { method, headers, ...sent });
  return (await answer.json()) as Record<string, unknown>;
}

async function openAsOperator(hash: string, options: Parameters<ConsoleUnderTest["open"]>[0] = {}) {
  const tab = await console.open(options);
  await tab.page.goto(`${console.service.url}/${hash}`);
  await signInWith(tab.page, operatorKey);
  return tab;
}

describe.each(Object.entries(SCREENS))("on a %s", (screen, viewport) => {
  const colorScheme = screen === "phone" ? ("dark" as const) : ("light" as const);

  test("a key is made with its limits, rotated with an overlap, and revoked", async () => {
    const made = await ask("POST", "/api/v1/tenants", { name: `limits on a ${screen}` });
    const keysPath = `/api/v1/tenants/${made.tenant_id}/keys`;
    const keyNamed = async (name: string) => {
      const { items } = (await ask("GET", keysPath)) as { items: Record<string, unknown>[] };
      return items.filter((key) => key.name === name);
    };
    const { page, checkWhole, picture } = await openAsOperator(`#/tenants/${made.tenant_id}`, {
      viewport,
      colorScheme,
    });
    await page.getByLabel("Name").fill("reader");
    await page.getByText("More settings").click();
    await page.getByLabel("Only these tools").fill("feed_read\ngrounded_research");
    await page.getByLabel("Only these connections").fill(CREDENTIAL);
    await page.getByLabel("Requests per minute").fill("30");
    await page.getByLabel("Ends").fill("2099-01-01T00:00");
    await picture(`${screen}-key-settings`);
    await checkWhole();
    await page.getByRole("button", { name: "Create", exact: true }).click();
    const card = page.getByRole("listitem").filter({ hasText: "reader" });
    await card.getByText("At most 30 requests per minute").waitFor();
    expect(await keyNamed("reader")).toMatchObject([
      {
        allowed_tools: ["feed_read", "grounded_research"],
        allowed_credentials: [CREDENTIAL],
        requests_per_minute: 30,
        expires_at: expect.stringMatching(/^20(98|99)-/),
      },
    ]);

    await card.getByRole("button", { name: "Rotate" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("The old key stops working").selectOption("in a day");
    await picture(`${screen}-key-rotate`);
    await checkWhole();
    await dialog.getByRole("button", { name: "Rotate" }).click();
    await page.getByText("in 24 hours").waitFor();
    expect(await keyNamed("reader")).toHaveLength(2);
    const admin = page.getByRole("listitem").filter({ hasText: "policy:write" });
    await admin.getByRole("button", { name: "Revoke" }).click();
    await picture(`${screen}-key-revoke`);
    await checkWhole();
    await dialog.getByRole("button", { name: "Revoke" }).click();
    await admin.getByText("revoked", { exact: true }).waitFor();
    const headers = { authorization: `Bearer ${made.api_key}` };
    expect((await fetch(`${console.service.url}/api/v1/tools`, { headers })).status).toBe(401);
    await picture(`${screen}-key-revoked`);
    await checkWhole();
  });
});

test("a tenant has an id of its operator; a key of its own is refused word for word without KMS", async () => {
  const { page, checkWhole, picture } = await openAsOperator("#/tenants");
  await page.getByLabel("New tenant").fill("known elsewhere");
  await page.getByText("More settings").click();
  await page.getByLabel("Your id").fill("account-42");
  await page.getByLabel("Use a separate master key").check();
  await page.getByRole("button", { name: "Create", exact: true }).click();
  const refused = await ask("POST", "/api/v1/tenants", { name: "known elsewhere", own_key: true });
  await page.getByRole("alert").getByText(String(refused.detail)).waitFor();
  await picture("tenant-refused");
  await checkWhole();
  await page.getByLabel("Use a separate master key").uncheck();
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await page.getByText("Key for the agents of").waitFor();
  await checkWhole();
  await page.getByRole("link", { name: "open its page" }).click();
  await page.getByText("your id account-42").waitFor();
  await picture("tenant-known-elsewhere");
  await checkWhole();
});

test("many tenants are listed page by page, and the last of them is opened", async () => {
  await Promise.all(
    Array.from({ length: TENANTS }, (_, index) =>
      ask("POST", "/api/v1/tenants", { name: `tenant ${String(index).padStart(3, "0")}` }),
    ),
  );
  const { page, checkWhole, picture } = await openAsOperator("#/tenants");
  await page.getByText("50 shown").waitFor();
  await picture("tenants-many");
  await checkWhole();
  await page.getByRole("button", { name: "Load more" }).click();
  await page.getByText("100 shown").waitFor();
  await page.getByLabel("Search").fill("tenant 007");
  await page.getByText(/^1 of \d+$/).waitFor();
  await page.locator("tbody tr").last().getByRole("link").click();
  await page.getByRole("button", { name: "Delete" }).waitFor();
  await checkWhole();
});
