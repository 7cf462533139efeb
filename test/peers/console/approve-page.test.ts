import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { sampleCredentials } from "../../../packages/cli/sandbox/samples.ts";
import { startedForFile } from "../../support/started.ts";
import { SCREENS, startConsoleUnderTest, type Tab } from "./console-under-test.ts";

/** A mail with everything that a person has to be able to judge. */
const MAIL = {
  to: ["Anna Berg <anna@example.com>"],
  cc: ["team@example.com"],
  subject: "Your invoice of October",
  text: [
    "Dear Anna,",
    "",
    "thank you for your question. The invoice was paid on 3 November; a receipt is attached to your account.",
    "",
    "- Amount: 1,240.00 EUR",
    "- Reference: 2026-1107",
    "",
    "<img src=x onerror=alert(1)> \u202egnp.exe",
    "",
    "Kind regards",
    "Ada",
  ].join("\n"),
};

const console = startedForFile(startConsoleUnderTest);
let agent: string;
let approver: string;

beforeAll(async () => {
  const keyOf = async (file: string) => (await readFile(join(console.service.dataDir, file), "utf8")).trim();
  [agent, approver] = [await keyOf("agent-key"), await keyOf("approver-key")];
  for (const credential of sampleCredentials.filter(({ kind }) => kind === "mail_oauth_b"))
    await call("POST", "/api/v1/credentials", credential);
  const approval = { email_send: "always", http_post_json: "always" };
  await call("PUT", "/api/v1/policy", { approval });
});

async function call(method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
  const answer = await fetch(console.service.url + path, {
    method,
    headers: { authorization: `Bearer ${console.key}`, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  expect(answer.status).toBeLessThan(300);
  return (await answer.json()) as Record<string, unknown>;
}

/** Makes a call that has to wait; returns the address of its page. */
async function ask(tool: string, args: unknown): Promise<string> {
  const waits = await call("POST", `/api/v1/tools/${tool}`, { arguments: args });
  expect(waits).toMatchObject({ ok: false, error_code: "approval_required" });
  return `${console.service.url}/approve/${waits.approval_id}`;
}

async function signIn({ page }: Tab, key: string): Promise<void> {
  await page.getByLabel("Approver key").fill(key);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

describe.each(Object.entries(SCREENS))("on a %s", (screen, viewport) => {
  test.each(["light", "dark"] as const)(
    "in %s colours: sign in, read a mail, have it sent, and look again",
    async (colorScheme) => {
      const url = await ask("email_send", MAIL);
      const tab = await console.open({ viewport, colorScheme });
      const { page, checkWhole, picture } = tab;
      const name = (what: string) => picture(`approve-${screen}-${colorScheme}-${what}`);
      await page.goto(url);
      await name("sign-in");
      await checkWhole();
      await signIn(tab, agent);
      await page.getByRole("alert").getByText("may not approve calls").waitFor();
      await checkWhole();
      await signIn(tab, approver);
      await page.getByRole("heading", { name: /^Approve “Send an e-mail to / }).waitFor();
      await name("mail");
      await checkWhole();
      const approve = page.getByRole("button", { name: "Approve and send" });
      const bottom = await approve.evaluate((button) => button.getBoundingClientRect().bottom);
      expect(bottom).toBeLessThanOrEqual(viewport.height);
      const shown = await page.locator("main").innerText();
      expect(shown).toContain("Dear Anna,\n\nthank you for your question.");
      expect(shown).toContain("<img src=x onerror=alert(1)> \\u{202e}gnp.exe");
      expect(shown).toMatch(/Requested by\s+dev-api-key\s+[\da-f-]{36}\n/);
      const sent = console.service.sandbox.smtp.delivered.length;
      await approve.focus();
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: /^Sent an e-mail to / }).waitFor();
      expect(console.service.sandbox.smtp.delivered).toHaveLength(sent + 1);
      await name("sent");
      await checkWhole();
      await page.goto(url);
      await page.getByText("Decided by").waitFor();
      await page.getByRole("button", { name: "Sign out" }).click();
      await page.getByLabel("Approver key").waitFor();
      expect(await page.context().cookies()).toEqual([]);
    },
  );

  test("a webhook is denied, and a call that is nowhere says so", async () => {
    const body = { order: { id: 7, note: "first line\nsecond line", tags: ["a", "b"] } };
    const url = await ask("http_post_json", {
      url: `http://127.0.0.1:${console.service.sandbox.webhook.port}/hooks/orders`,
      headers: { "x-team": "billing" },
      body,
    });
    const tab = await console.open({ viewport });
    const { page, checkWhole, picture } = tab;
    await page.goto(url);
    await signIn(tab, approver);
    await page.getByRole("heading", { name: /^Approve “Post/ }).waitFor();
    await picture(`approve-${screen}-webhook`);
    await checkWhole();
    await page.getByRole("button", { name: "Deny" }).click();
    await page.getByRole("heading", { name: "Denied: nothing was sent" }).waitFor();
    await picture(`approve-${screen}-denied`);
    await checkWhole();
    expect(console.service.sandbox.webhook.requests).toEqual([]);
    await page.goto(`${console.service.url}/approve/00000000-0000-7000-8000-000000000000`);
    await page.getByRole("heading", { name: "There is nothing to approve here" }).waitFor();
    await picture(`approve-${screen}-unknown`);
    await checkWhole();
  });
});

test("a browser that has signed in to the console decides there", async () => {
  const url = await ask("email_send", MAIL);
  const { page, checkWhole } = await console.openSignedIn("#/home");
  await page.goto(url);
  await checkWhole();
  await page.getByRole("link", { name: "Decide in the console" }).click();
  await page.getByRole("heading", { name: /^Send an e-mail to / }).waitFor();
  await page.getByRole("button", { name: "Approve and send" }).waitFor();
});
