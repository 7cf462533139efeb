import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { startedForFile } from "../../support/started.ts";
import { SCREENS, signInWith, startConsoleUnderTest } from "./console-under-test.ts";

const console = startedForFile(startConsoleUnderTest);
let approverKey: string;

beforeAll(async () => {
  const { service } = console;
  approverKey = (await readFile(join(service.dataDir, "approver-key"), "utf8")).trim();
  await service.runWithInput(sampleBotToken, "credential", "add", "--kind", "chatapp_bot", "--label", "team");
  await request("PUT", "policy", { approval: { chatapp_post_channel: "always" } });
});

async function request(method: string, path: string, body: object, more: object = {}): Promise<Response> {
  const headers = { authorization: `Bearer ${console.key}`, "content-type": "application/json", ...more };
  return fetch(`${console.service.url}/api/v1/${path}`, { method, headers, body: JSON.stringify(body) });
}

/** Makes a call that waits, and returns the id of its approval. */
async function waitingCall(text: string): Promise<string> {
  const args = { channel: "#general", text };
  const answer = await request("POST", "tools/chatapp_post_channel", { arguments: args });
  const waits = (await answer.json()) as { approval_id: string };
  return waits.approval_id;
}

describe.each(Object.entries(SCREENS))("on a %s", (screen, viewport) => {
  test("a call that waits is looked at and approved", async () => {
    const colorScheme = screen === "phone" ? "dark" : "light";
    const text = `<img src=x onerror="document.title=1"> ${screen}`;
    const { page, checkWhole, picture } = await console.open({ viewport, colorScheme });
    const id = await waitingCall(text);
    await page.goto(`${console.service.url}/#/approvals`);
    await signInWith(page, approverKey);
    await page.locator(`a[href$="${id}"]`).waitFor();
    await expect.poll(() => page.title()).toMatch(/^\(\d+\) Approvals · Plumbline$/);
    const waiting = Number(/\d+/.exec(await page.title()));
    await picture(`${screen}-approvals`);
    await checkWhole();
    await page.locator(`a[href$="${id}"]`).click();
    const approve = page.getByRole("button", { name: "Approve and send" });
    await approve.waitFor();
    const bottom = await approve.evaluate((button) => button.getBoundingClientRect().bottom);
    expect(bottom).toBeLessThanOrEqual(viewport.height);
    await page.getByText("What is sent").first().click();
    await page.getByText("chat.postMessage").waitFor();
    expect(await page.locator("main img").count()).toBe(0);
    await picture(`${screen}-approval`);
    await checkWhole();
    await approve.focus();
    await page.keyboard.press("Enter");
    await page.getByText("Approved and done").waitFor();
    await page.locator(".banner.good").getByText(`Posted to #general: ${text}`).waitFor();
    await page.getByText('"channel": "C0GENERAL"').waitFor({ state: "hidden" });
    await picture(`${screen}-approved`);
    const left = waiting > 1 ? `(${waiting - 1}) ` : "";
    await expect.poll(() => page.title()).toBe(`${left}Post to #general: ${text} · Plumbline`);
    await checkWhole();
  });
});

test("a call that was decided elsewhere is a refusal word for word; a denied one is listed as such", async () => {
  const { page } = await console.open();
  const id = await waitingCall("twice");
  await page.goto(`${console.service.url}/#/approvals/${id}`);
  await signInWith(page, approverKey);
  const deny = page.getByRole("button", { name: "Deny" });
  await deny.waitFor();
  const headers = { authorization: `Bearer ${approverKey}`, "content-type": "application/json" };
  const body = JSON.stringify({ decision: "deny" });
  await fetch(`${console.service.url}/api/v1/approvals/${id}`, { method: "POST", headers, body });
  await deny.click();
  await page.getByRole("alert").waitFor();
  await page.getByRole("link", { name: "All approvals" }).click();
  await page.getByLabel("State").selectOption("Denied");
  await page.locator("td").getByText("Denied").first().waitFor();
  await page.getByLabel("Search").fill("twice");
  await page.reload();
  await page.locator(`a[href$="${id}"]`).waitFor();
  expect(await page.locator("tbody tr").count()).toBe(1);
  await page.getByRole("link", { name: "channel #general" }).click();
  await page.getByRole("button", { name: /^Where: channel #general/ }).click();
  await page.getByRole("button", { name: /^Where: / }).waitFor({ state: "detached" });
});

test("a call that follows outside text is allowed for always, and asked about again once that is taken back", async () => {
  const call = (tool: string, args: object) =>
    request("POST", `tools/${tool}`, { arguments: args }, { "x-conversation-id": "c-1" });
  await call("feed_read", { url: "https://feed.example/rss" });
  const dm = async (text: string) =>
    (await (await call("chatapp_dm", { to: "ada@example.com", text })).json()) as {
      ok: boolean;
      approval_id?: string;
    };
  const { approval_id: id } = await dm("Hello");
  const { page, checkWhole, picture } = await console.open();
  await page.goto(`${console.service.url}/#/approvals/${id}`);
  await signInWith(page, approverKey);
  await page.getByLabel("Calls to these destinations").selectOption("Always for this agent and destination");
  await picture("approval-always");
  await checkWhole();
  await page.getByRole("button", { name: "Approve and send" }).click();
  await page.getByText("Approved and done").waitFor();
  expect(await dm("Hello again")).toMatchObject({ ok: true });
  await page.getByRole("link", { name: "All approvals" }).click();
  await page.getByRole("heading", { name: "Always allowed" }).waitFor();
  await picture("approvals-always");
  await checkWhole();
  await page.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("heading", { name: "Always allowed" }).waitFor({ state: "detached" });
  expect(await dm("Once more")).toMatchObject({ ok: false });
});

test("a denial says why, leads to the next call, and several calls are denied at once", async () => {
  const ids = [];
  for (const text of ["one", "two", "three"]) ids.push(await waitingCall(text));
  const { page, checkWhole, picture } = await console.open();
  await page.goto(`${console.service.url}/#/approvals/${ids[0]}`);
  await signInWith(page, approverKey);
  await page.getByRole("heading", { name: "Post to #general: one" }).waitFor();
  await page.getByRole("link", { name: "Next", exact: true }).click();
  await page.getByRole("heading", { name: "Post to #general: two" }).waitFor();
  await picture("approval-between");
  await page.getByRole("link", { name: "Previous", exact: true }).click();
  await page.getByRole("heading", { name: "Post to #general: one" }).waitFor();
  await page.getByRole("button", { name: "Add a reason" }).click();
  await page.keyboard.type("Ask the board first");
  await picture("approval-why");
  await page.getByRole("button", { name: "Deny" }).click();
  await page.getByText("Denied: nothing was sent").waitFor();
  await page.getByText("“Ask the board first”").waitFor();
  await page.getByRole("link", { name: /^Next: / }).waitFor();
  await checkWhole();
  await page.getByRole("link", { name: "All approvals" }).click();
  for (const text of ["two", "three"])
    await page.getByLabel(`Choose: Post to #general: ${text}`, { exact: true }).check();
  await picture("approvals-chosen");
  await checkWhole();
  await page.getByRole("button", { name: "Deny the 2 selected calls" }).click();
  await page.getByRole("heading", { name: "Deny 2 calls?" }).waitFor();
  await page.keyboard.type("Not this week");
  await picture("approvals-deny-selected");
  await checkWhole();
  await page.getByRole("button", { name: "Deny 2 calls" }).click();
  await page.getByText("2 calls denied, nothing was sent").waitFor();
  await page.getByLabel("Choose: Post to #general: two", { exact: true }).waitFor({ state: "detached" });
  const headers = { authorization: `Bearer ${approverKey}` };
  for (const [at, id] of ids.entries()) {
    const answer = await fetch(`${console.service.url}/api/v1/approvals/${id}`, { headers });
    const because = expect.stringContaining(at === 0 ? "Ask the board first" : "Not this week");
    expect(await answer.json()).toMatchObject({ status: "denied", result: { refusal_reason: because } });
  }
});

test("an open list shows a new call and the present time, and keeps what is chosen and focused", async () => {
  for (const text of ["early", "earlier"]) await waitingCall(text);
  const { page } = await console.open();
  await page.clock.install();
  await page.goto(`${console.service.url}/#/approvals`);
  await signInWith(page, approverKey);
  const chosen = page.getByLabel("Choose: Post to #general: early", { exact: true });
  await chosen.check();
  const id = await waitingCall("late");
  await page.clock.fastForward("00:21");
  const added = page.locator("tr", { has: page.locator(`a[href$="${id}"]`) });
  await added.getByText("just now").waitFor();
  expect(await chosen.isChecked()).toBe(true);
  const focused = await page.locator(":focus").getAttribute("aria-label");
  expect(focused).toBe("Choose: Post to #general: early");
  await page.clock.fastForward("05:00");
  await added.getByText(/^[56] minutes ago$/).waitFor();
  await request("POST", `approvals/${id}`, { decision: "deny" }, { authorization: `Bearer ${approverKey}` });
  await page.clock.fastForward("00:21");
  await added.waitFor({ state: "detached" });
});

test("an edited call waits with its own preview, and the original is denied", async () => {
  const id = await waitingCall("the board meets at nine");
  const { page, checkWhole, picture } = await console.open({ viewport: SCREENS.phone });
  await page.goto(`${console.service.url}/#/approvals/${id}`);
  await signInWith(page, approverKey);
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByLabel("Text", { exact: true }).fill("The board meets at noon");
  await picture("approval-edit");
  await checkWhole();
  await page.getByRole("button", { name: "Show what would be sent" }).click();
  await page.getByRole("heading", { name: "Post to #general: The board meets at noon" }).waitFor();
  await page.getByRole("button", { name: "Approve and send" }).click();
  await page.getByText("Approved and done").waitFor();
  await page.goto(`${console.service.url}/#/approvals/${id}`);
  await page.getByText("nothing was sent as it was").waitFor();
  await page.getByRole("link", { name: "Open the changed call" }).click();
  await page.getByRole("heading", { name: "Post to #general: The board meets at noon" }).waitFor();
});
